// The outbox in MongoDB, one document a message. What waits and what was delivered each have an index of their own, so
// that neither looking for work nor pruning reads past the other.

import type { Filter } from 'mongodb';
import { MAX_OUTBOX_PAGE_BYTES } from '../../core/limits.ts';
import { type Publication, pauseAfterRefusals } from '../../core/records/outbox.ts';
import type { DueMessage, Outbox } from '../../ports/outbox.ts';
import type { Counters } from './counters.ts';
import type { Collections, OutboxDocument } from './documents.ts';
import { chunksOf } from './in-order.ts';
import { inPortions } from './portions.ts';
import { added } from './row-blocks.ts';

/** Ids of one update. */
const IDS = 1_000;

/** Where a page begins. */
interface Place {
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  readonly order: number;
}

const idOf = ({ operationId, part }: Pick<Publication, 'operationId' | 'part'>): string => `${operationId}:${part}`;

export function outboxOperations(
  { outbox }: Collections,
  { counters, now }: { readonly counters: Counters; readonly now: () => Promise<Date> },
): Outbox {
  return {
    async add(messages) {
      if (messages.length === 0) return;
      const { first, at } = await counters.inOutbox(messages.length);
      const documents = messages.map(
        (message, i): OutboxDocument => ({
          _id: idOf(message),
          operation_id: message.operationId,
          part: message.part,
          topic: message.topic,
          payload: message.payload,
          n: 1,
          state: 'waiting',
          due_at: at,
          order: first + i,
          refusals: 0,
          refusal: null,
          delivered_at: null,
        }),
      );
      await added(outbox.insertMany(documents, { ordered: false }));
    },
    async due({ limit, after }) {
      const place: Place = after === null ? { dueAt: 0, order: 0 } : JSON.parse(after);
      const options = { sort: { due_at: 1, order: 1 }, limit } as const;
      const found: OutboxDocument[] = [];
      let bytes = 0;
      for await (const document of outbox.find(waitingAfter(place, await now()), options)) {
        bytes += document.payload.length;
        if (bytes > MAX_OUTBOX_PAGE_BYTES && found.length > 0) break;
        found.push(document);
      }
      const last = found.at(-1);
      const next: Place | null = last === undefined ? null : { dueAt: last.due_at.getTime(), order: last.order };
      return { messages: found.map(toMessage), next: next && JSON.stringify(next) };
    },
    async delivered(publications) {
      const change = {
        $set: { state: 'delivered', refusals: 0, refusal: null },
        $currentDate: { delivered_at: true },
      } as const;
      for (const n of new Set(publications.map((publication) => publication.n))) {
        const ids = publications.filter((publication) => publication.n === n).map(idOf);
        for (const some of chunksOf(ids, IDS)) await outbox.updateMany({ _id: { $in: some }, n }, change);
      }
    },
    async refused(publication, reason) {
      const guard = { _id: idOf(publication), n: publication.n, state: 'waiting' } as const;
      const message = await outbox.findOne(guard, { projection: { refusals: 1 } });
      if (message === null) return;
      const refusals = message.refusals + 1;
      const due_at = { $add: ['$$NOW', pauseAfterRefusals(refusals)] };
      await outbox.updateOne(guard, [{ $set: { refusals, refusal: { $literal: reason }, due_at } }]);
    },
    async replay(since) {
      // What is delivered anew meanwhile is not wanted a third time.
      const delivered_at = { $gte: new Date(since), $lte: await now() };
      const change = { $set: { state: 'waiting' }, $inc: { n: 1 }, $currentDate: { due_at: true } } as const;
      return inPortions(outbox, { filter: { state: 'delivered', delivered_at }, by: 'delivered_at' }, async (some) => {
        return (await outbox.updateMany(some, change)).modifiedCount;
      });
    },
    async prune(olderThanMs) {
      const delivered_at = { $lt: new Date((await now()).getTime() - olderThanMs) };
      return inPortions(outbox, { filter: { state: 'delivered', delivered_at }, by: 'delivered_at' }, async (some) => {
        return (await outbox.deleteMany(some)).deletedCount;
      });
    },
    async counts() {
      const [waiting, kept] = await Promise.all([
        outbox.countDocuments({ state: 'waiting' }),
        outbox.countDocuments({ state: 'delivered' }),
      ]);
      return { waiting, kept };
    },
  };
}

/** Each half is a range of the index, so that the two come in its order. */
function waitingAfter({ dueAt, order }: Place, to: Date): Filter<OutboxDocument> {
  const from = new Date(dueAt);
  return {
    $or: [
      { state: 'waiting', due_at: from, order: { $gt: order } },
      { state: 'waiting', due_at: { $gt: from, $lte: to } },
    ],
  };
}

const toMessage = ({ operation_id, part, topic, payload, n }: OutboxDocument): DueMessage => ({
  operationId: operation_id,
  part,
  topic,
  // What the driver answers is a view of all that came with it.
  payload: new Uint8Array(payload),
  n,
});
