// Stores work other than runs. Work of a lane gets the turn after the latest; a unique index gives each turn to one
// piece. Concurrent calls for one lane are stored together, in the order of the calls. If another process took a turn
// meanwhile, the rest is tried again.

import type { NewWork, WorkQueue } from '../../../ports/work.ts';
import { exists } from '../connection/exists.ts';
import { isDuplicate } from '../connection/failures.ts';
import { gathered } from '../connection/gathered.ts';
import type { Collections } from '../documents.ts';
import type { WorkDocument } from '../session-documents.ts';
import type { PlacingTools } from './rounds.ts';
import { allWork, NO_PARTNER, newWorkDocument } from './run-documents.ts';

/** WorkQueue.put of the port. */
export function workPutting(
  collections: Collections,
  { counters, texts, rounds, clock }: PlacingTools,
): WorkQueue['put'] {
  const all = allWork(collections);
  const isThere = (_id: string): Promise<boolean> => exists(all, { _id });

  const prepared = async ({ workId, command, tenant, lane: _, ...work }: NewWork): Promise<WorkDocument | null> => {
    if (await isThere(workId)) return null;
    const { first: order, at } = await counters.place();
    const dueAt = new Date(at.getTime() + (await clock.ahead()));
    const parameters = await texts.keep({ ...NO_PARTNER, owner: workId }, JSON.stringify(command));
    const round = await rounds.next({ kind: work.kind, tenant });
    return newWorkDocument(work, { id: workId, place: order, order, tenant, round, dueAt, parameters });
  };

  /** `done`: how many documents were stored, from the first on. `isNextKnown`: the next one was stored before. */
  const insert = async (documents: readonly WorkDocument[]): Promise<{ done: number; isNextKnown: boolean }> => {
    try {
      // `ordered`, so that no turn is taken before the one ahead of it: work of a lane is never done side by side.
      await all.insertMany(documents, { ordered: true });
      return { done: documents.length, isNextKnown: false };
    } catch (error) {
      if (!isDuplicate(error)) throw error;
      const done = (error as unknown as { readonly insertedCount: number }).insertedCount;
      return { done, isNextKnown: await isThere(documents[done]._id) };
    }
  };

  const inLane = gathered<{ lane: string; document: WorkDocument }, boolean>(
    ({ lane }) => lane,
    async (given) => {
      const { lane } = given[0];
      const answers: boolean[] = [];
      while (answers.length < given.length) {
        const latest = await all.findOne({ lane }, { sort: { turn: -1 }, projection: { turn: 1 } });
        const rest = given.slice(answers.length);
        const documents = rest.map(({ document }, i) => ({ ...document, lane, turn: (latest?.turn ?? 0) + 1 + i }));
        const { done, isNextKnown } = await insert(documents);
        for (let i = 0; i < done; i++) answers.push(true);
        if (isNextKnown) answers.push(false);
      }
      return answers;
    },
  );

  return async (work) => {
    const document = await prepared(work);
    if (document === null) return false;
    if (work.lane !== null) return inLane({ lane: work.lane, document });
    const { done } = await insert([document]);
    return done === 1;
  };
}
