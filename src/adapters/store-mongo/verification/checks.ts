// Checks and used tokens in MongoDB.

import { type Filter, ObjectId } from 'mongodb';
import type { KeptCheck, Scope } from '../../../core/records/documents/check.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import { type Checks, type CheckTally, MOST_CHECKS_LISTED } from '../../../ports/verification/checks.ts';
import { unlessDuplicate, upserted } from '../connection/inserting.ts';
import { behind, given, within } from '../connection/search-filter.ts';
import type { Collections } from '../documents.ts';
import type { CheckDocument } from '../verification-documents.ts';

export function checkOperations({ checks, used_tokens }: Collections): Checks {
  const byId = ({ tenant, partner }: Scope, check_id: string) => ({ tenant, partner, check_id });
  return {
    async add(check) {
      const { scope, checkId, route, requestDigest, subjectRef, createdAt, expiresAt, answer } = check;
      const { status, state, actor, batchId } = check;
      const content = {
        route,
        digest: requestDigest,
        subject_ref: subjectRef,
        created_at: new Date(createdAt),
        expires_at: new Date(expiresAt),
        answer: JSON.stringify(answer),
        ...{ status, state, actor, batch_id: batchId },
      };
      const options = { upsert: true, returnDocument: 'after' } as const;
      const add = () => checks.findOneAndUpdate(byId(scope, checkId), { $setOnInsert: content }, options);
      return toCheck((await upserted(add))!);
    },
    async update(scope, checkId, { answer, status, state }, expected) {
      const change = { $set: { answer: JSON.stringify(answer), status, state } };
      const as = { ...byId(scope, checkId), answer: JSON.stringify(expected) };
      return (await checks.updateOne(as, change)).matchedCount === 1;
    },
    async get({ tenant, partner }, ids) {
      if (ids.length === 0) return [];
      const found = await checks.find({ tenant, partner, check_id: { $in: [...ids] } }).toArray();
      const stored = new Map(found.map((one) => [one.check_id, one]));
      return ids.flatMap((id) => stored.get(id) ?? []).map(toCheck);
    },
    async ofSubject({ tenant, partner }, subject_ref) {
      const sort = { created_at: -1, check_id: 1 } as const;
      const cursor = checks.find({ tenant, partner, subject_ref }, { sort, projection: { check_id: 1 } });
      return (await cursor.limit(MOST_CHECKS_LISTED).toArray()).map(({ check_id }) => check_id);
    },
    async search(asked, after, limit) {
      const { tenant, partner, route, status, state, actor } = asked;
      const filter = {
        ...{ tenant, ...given({ partner, route, status, state, actor }) },
        ...given({ subject_ref: asked.subjectRef, batch_id: asked.batchId }),
        expires_at: { $gt: new Date(asked.keptAt) },
        ...within('created_at', asked),
        ...(after !== null && behind('created_at', after.createdAt, { check_id: after.checkId })),
      } as Filter<CheckDocument>;
      const sort = { created_at: -1, check_id: 1 } as const;
      const hint = asked.batchId !== null && partner !== null ? 'of_batch' : 'by_time';
      return (await checks.find(filter, { sort, limit, hint }).toArray()).map(toCheck);
    },
    async tally({ tenant, partner }, batch_id) {
      const counted = { _id: { status: '$status', state: '$state' }, count: { $sum: 1 } };
      const found = await checks
        .aggregate<{ _id: Omit<CheckTally, 'count'>; count: number }>(
          [{ $match: { tenant, partner, batch_id } }, { $group: counted }],
          { hint: 'of_batch' },
        )
        .toArray();
      return found.map(({ _id, count }) => ({ ..._id, count }));
    },
    async inProgress(route, after, limit) {
      const at = new Date(after?.createdAt ?? -1);
      const behindPlace = {
        $or: [{ created_at: { $gt: at } }, { created_at: at, check_id: { $gt: after?.checkId ?? '' } }],
      };
      const open = { route, state: 'in_progress' as const, created_at: { $gte: at }, ...behindPlace };
      const sort = { created_at: 1, check_id: 1 } as const;
      const found = await checks.find(open, { sort, limit, hint: 'unfinished' }).toArray();
      return found.map(toCheck);
    },
    async withoutStatus(after, limit) {
      const filter = { status: null, ...(after !== null && { _id: { $gt: new ObjectId(after) } }) };
      const sort = { _id: 1 } as const;
      const found = await checks.find(filter, { sort, limit: limit + 1, hint: '_id_' }).toArray();
      const { rows, last } = pageOf(found, limit);
      return { checks: rows.map(toCheck), next: last && last._id.toHexString() };
    },
    async use(token, until) {
      return (await unlessDuplicate(used_tokens.insertOne({ _id: token, expires_at: new Date(until) }))) !== null;
    },
    async prune(now) {
      const over = { expires_at: { $lt: new Date(now) } };
      await used_tokens.deleteMany(over);
      return (await checks.deleteMany(over)).deletedCount;
    },
  };
}

const toCheck = (one: CheckDocument): KeptCheck => ({
  scope: { tenant: one.tenant, partner: one.partner },
  checkId: one.check_id,
  route: one.route,
  requestDigest: one.digest,
  subjectRef: one.subject_ref,
  createdAt: one.created_at.getTime(),
  expiresAt: one.expires_at.getTime(),
  answer: JSON.parse(one.answer),
  ...{ status: one.status ?? null, state: one.state ?? null, actor: one.actor ?? null, batchId: one.batch_id ?? null },
});
