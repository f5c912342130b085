// The outbox in MongoDB: bundles of messages (outbox-bundles.ts), each change of one of them a single guarded update
// that the server computes from what the bundle holds. What waits and what was delivered each have an index of their
// own, so that neither looking for work nor pruning reads past the other.

import type { Document, Filter } from 'mongodb';
import { MAX_OUTBOX_PAGE_BYTES } from '../../../core/limits.ts';
import { type OutboxMessage, pauseAfterRefusals } from '../../../core/records/documents/outbox.ts';
import type { DueMessage, DuePlace, Outbox } from '../../../ports/outbox.ts';
import type { Counters } from '../connection/counters.ts';
import { isDuplicate } from '../connection/failures.ts';
import { inPortions } from '../connection/portions.ts';
import type { Collections, OutboxDocument } from '../documents.ts';
import {
  bundleDocument,
  bundlesOf,
  claimsOf,
  claimsOfAny,
  dueOf,
  keyOf,
  messagesIn,
  readPlace,
} from './outbox-bundles.ts';

/** Where a page begins: behind a message of a bundle. */
interface Place {
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  readonly order: number;
  readonly i: number;
}

const BEGINNING: Place = { dueAt: 0, order: 0, i: -1 };

/** Bundles of one answer of the server: those of a page. */
const BUNDLES_AT_ONCE = 5;

export function outboxOperations(
  { outbox }: Collections,
  { counters, now }: { readonly counters: Counters; readonly now: () => Promise<Date> },
): Outbox {
  /** All of them, or those that are not there. */
  const store = async (messages: readonly OutboxMessage[]): Promise<void> => {
    const taken = new Set<string>();
    for (let rest = messages; rest.length > 0; ) {
      const { first: order, at } = await counters.inOutbox(1);
      try {
        await outbox.insertOne(bundleDocument(rest, { order, at, claims: claimsOf(rest, taken) }));
        return;
      } catch (error) {
        if (!isDuplicate(error)) throw error;
      }
      const known = new Set<string>();
      const there = outbox.find({ claims: { $in: claimsOfAny(rest) } }, { projection: { claims: 1, spans: 1 } });
      for await (const { claims, spans } of there) {
        for (const claim of claims) taken.add(claim);
        for (const message of messagesIn(spans)) known.add(keyOf(message));
      }
      rest = rest.filter((message) => !known.has(keyOf(message)));
    }
  };
  const sumOf = async (filter: Filter<OutboxDocument>): Promise<number> => {
    const [sum] = await outbox
      .aggregate([{ $match: filter }, { $group: { _id: null, of: { $sum: '$count' } } }])
      .toArray();
    return sum?.['of'] ?? 0;
  };
  return {
    async add(messages) {
      for (const bundle of bundlesOf(messages)) await store(bundle);
    },
    async due({ limit, after }) {
      const from: Place = after === null ? BEGINNING : JSON.parse(after);
      const at = await now();
      const messages: DueMessage[] = [];
      let [bytes, next] = [0, null as Place | null];
      const batchSize = Math.min(BUNDLES_AT_ONCE, limit);
      const bundles = outbox.find(waitingFrom(from, at), { sort: { due_at: 1, _id: 1 }, batchSize });
      for await (const bundle of bundles) {
        const dueAt = bundle.due_at.getTime();
        const behind = bundle._id === from.order && dueAt === from.dueAt ? from.i + 1 : 0;
        const due = dueOf(bundle, { from: behind, at });
        // A bundle that does not fit is another page's: reading it twice costs more than a page that is not full.
        const isFull = messages.length + due.length > limit || bytes + bundle.payload.length > MAX_OUTBOX_PAGE_BYTES;
        if (isFull && messages.length > 0) break;
        const taken = due.slice(0, limit);
        messages.push(...taken);
        bytes += bundle.payload.length;
        const last = taken.at(-1);
        if (last !== undefined) next = { dueAt, order: bundle._id, i: readPlace(last.place).i };
      }
      return { messages, next: next && JSON.stringify(next) };
    },
    async delivered(messages) {
      const bundles = byBundle(messages);
      const whole = bundles.filter(([, given]) => mayBeWhole(given));
      const wholes = whole.map(([order, given]) => ({
        updateOne: { filter: asPublished(order, given), update: ALL_DELIVERED },
      }));
      const done =
        wholes.length > 0 && (await outbox.bulkWrite(wholes, { ordered: false })).matchedCount === whole.length;
      const others = (done ? bundles.filter((bundle) => !whole.includes(bundle)) : bundles).map(([order, given]) => ({
        updateOne: { filter: { _id: order, state: 'waiting' as const }, update: markDelivered(given) },
      }));
      if (others.length > 0) await outbox.bulkWrite(others, { ordered: false });
    },
    async refused({ place, n }, reason) {
      const { order, i } = readPlace(place);
      const projection = { n: 1, delivered: 1, held: 1 } as const;
      const bundle = await outbox.findOne({ _id: order, state: 'waiting' }, { projection });
      if (bundle === null || bundle.n[i] !== n || bundle.delivered.includes(i)) return;
      const refusals = 1 + (bundle.held.find((held) => held.i === i)?.refusals ?? 0);
      const until = { $add: ['$$NOW', pauseAfterRefusals(refusals)] };
      const others = { $filter: { input: '$held', cond: { $ne: ['$$this.i', i] } } };
      const held = { $concatArrays: [others, [{ i, until, refusals, refusal: { $literal: reason } }]] };
      await outbox.updateOne({ _id: order, state: 'waiting', delivered: { $ne: i } }, [
        { $set: { held } },
        { $set: { due_at: DUE_AT } },
      ]);
    },
    async replay(since) {
      // What is delivered anew meanwhile is not wanted a third time.
      const delivered_at = { $gte: new Date(since), $lte: await now() };
      const whole = { filter: { state: 'delivered', delivered_at } as const, by: 'delivered_at' } as const;
      const again = await inPortions(outbox, whole, async (some) => {
        const count = await sumOf(some);
        await outbox.updateMany(some, [{ $set: { n: ALL_AGAIN, ...WAITING } }]);
        return count;
      });
      let others = 0;
      for await (const { _id, delivered } of outbox.find({ state: 'waiting', delivered_at })) {
        const { modifiedCount } = await outbox.updateOne({ _id, delivered }, [
          { $set: { n: THOSE_AGAIN, ...WAITING } },
        ]);
        others += modifiedCount * delivered.length;
      }
      return again + others;
    },
    async prune(olderThanMs) {
      const delivered_at = { $lt: new Date((await now()).getTime() - olderThanMs) };
      const filter = { state: 'delivered', delivered_at } as const;
      return inPortions(outbox, { filter, by: 'delivered_at' }, async (some) => {
        const count = await sumOf(some);
        await outbox.deleteMany(some);
        return count;
      });
    },
    async counts() {
      const marked = { $size: '$delivered' };
      const open = { $sum: { $subtract: ['$count', marked] } };
      const [[waiting], kept] = await Promise.all([
        outbox
          .aggregate([{ $match: { state: 'waiting' } }, { $group: { _id: null, open, marked: { $sum: marked } } }])
          .toArray(),
        sumOf({ state: 'delivered' }),
      ]);
      return { waiting: waiting?.['open'] ?? 0, kept: kept + (waiting?.['marked'] ?? 0) };
    },
  };
}

/** Each half is a range of the index, so that the two come in its order. */
function waitingFrom({ dueAt, order }: Place, to: Date): Filter<OutboxDocument> {
  const from = new Date(dueAt);
  return {
    $or: [
      { state: 'waiting', due_at: from, _id: { $gte: order } },
      { state: 'waiting', due_at: { $gt: from, $lte: to } },
    ],
  };
}

interface Given {
  readonly i: number;
  readonly n: number;
}

/** In the order of their bundle. */
function byBundle(messages: readonly DuePlace[]): [number, Given[]][] {
  const bundles = new Map<number, Given[]>();
  for (const { place, n } of messages) {
    const { order, i } = readPlace(place);
    const given = bundles.get(order) ?? [];
    given.push({ i, n });
    bundles.set(order, given);
  }
  for (const given of bundles.values()) given.sort((a, b) => a.i - b.i);
  return [...bundles];
}

/** Whether these could be all messages of their bundle, each once and in order. */
const mayBeWhole = (given: readonly Given[]): boolean => given.every(({ i }, at) => i === at);

/** The bundle, when these are all of its messages and none was wanted again meanwhile. */
const asPublished = (order: number, given: readonly Given[]): Filter<OutboxDocument> => ({
  _id: order,
  state: 'waiting',
  n: given.map(({ n }) => n),
});

/** What is said of single messages is said no more: the server need compute nothing. */
const ALL_DELIVERED = {
  $set: { state: 'delivered', delivered: [], held: [] },
  $currentDate: { delivered_at: true },
} as const;

/** Those that are still wanted as often as they were published; the bundle when it is all of them. */
function markDelivered(given: readonly Given[]): Document[] {
  const still = {
    $filter: { input: { $literal: given }, cond: { $eq: [{ $arrayElemAt: ['$n', '$$this.i'] }, '$$this.n'] } },
  };
  const delivered = { $setUnion: ['$delivered', { $map: { input: still, in: '$$this.i' } }] };
  const held = { $filter: { input: '$held', cond: { $not: { $in: ['$$this.i', '$delivered'] } } } };
  const isAll = { $eq: [{ $size: '$delivered' }, '$count'] };
  return [
    { $set: { delivered } },
    { $set: { held, delivered_at: '$$NOW', state: { $cond: [isAll, 'delivered', 'waiting'] } } },
    { $set: { due_at: DUE_AT } },
  ];
}

/** Once nothing waits but what is held, the bundle is due when the first of that is. */
const DUE_AT: Document = {
  $cond: [
    {
      $and: [
        { $gt: [{ $size: '$held' }, 0] },
        { $gte: [{ $add: [{ $size: '$delivered' }, { $size: '$held' }] }, '$count'] },
      ],
    },
    { $min: '$held.until' },
    '$due_at',
  ],
};

const WAITING: Document = { state: 'waiting', due_at: '$$NOW', delivered: [], delivered_at: null };
const ALL_AGAIN: Document = { $map: { input: '$n', in: { $add: ['$$this', 1] } } };
const THOSE_AGAIN: Document = {
  $map: {
    input: { $range: [0, '$count'] },
    in: { $add: [{ $arrayElemAt: ['$n', '$$this'] }, { $cond: [{ $in: ['$$this', '$delivered'] }, 1, 0] }] },
  },
};
