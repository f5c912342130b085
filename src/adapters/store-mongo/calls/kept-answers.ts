// Answers of calls with a key in MongoDB.

import type { KeptAnswers } from '../../../ports/calls/kept-answers.ts';
import { unlessDuplicate } from '../connection/inserting.ts';
import type { Collections } from '../documents.ts';

export const keptAnswerOperations = ({ kept_answers: kept }: Pick<Collections, 'kept_answers'>): KeptAnswers => ({
  async begin({ caller, key }, { id, digest, now, until }) {
    const _id = { caller, key };
    for (;;) {
      await kept.deleteMany({ expires_at: { $lt: new Date(now) } });
      const begun = { _id, digest, attempt: id, begun_at: new Date(now), expires_at: new Date(until) };
      if ((await unlessDuplicate(kept.insertOne(begun))) !== null) return null;
      const known = await kept.findOne({ _id });
      // It was forgotten in between: the next attempt begins.
      if (known === null) continue;
      const { told, packed = null } = known;
      if (known.attempt === id && told === undefined) return null;
      const bytes = packed === null ? null : Buffer.from(packed);
      const begunAt = known.begun_at.getTime();
      return {
        digest: known.digest,
        begunAt,
        answer: told === undefined ? null : { told: JSON.parse(told), packed: bytes },
      };
    }
  },
  async finish({ caller, key }, { packed, told }) {
    await kept.updateOne({ _id: { caller, key } }, { $set: { told: JSON.stringify(told), packed } });
  },
  async forget({ caller, key }, attemptId) {
    await kept.deleteOne({ _id: { caller, key }, attempt: attemptId, told: { $exists: false } });
  },
});
