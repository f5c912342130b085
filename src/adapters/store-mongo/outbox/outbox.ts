// The outbox in MongoDB: bundles of messages (outbox-bundles.ts). Each change of a bundle is one guarded update, computed
// by the server from the stored bundle. Waiting and delivered bundles have an index each, so that relaying reads no
// delivered ones and pruning no waiting ones.

import type { Document, Filter } from 'mongodb';
import { MAX_OUTBOX_PAGE_BYTES } from '../../../core/limits.ts';
import {
  noMessages,
  type OutboxDestination,
  type OutboxMessage,
  pauseAfterRefusals,
} from '../../../core/records/documents/outbox.ts';
import type { DueMessage, DuePage, DuePlace, DueQuestion, Outbox } from '../../../ports/outbox.ts';
import type { Counters } from '../connection/counters.ts';
import { byBytes } from '../connection/in-order.ts';
import { unlessDuplicate } from '../connection/inserting.ts';
import { inPortions } from '../connection/portions.ts';
import type { Collections } from '../documents.ts';
import type { OutboxDocument } from '../outbox-documents.ts';
import {
  bundleDocument,
  bundlesOf,
  claimsOf,
  claimsOfAny,
  dueOf,
  messageName,
  messagesIn,
  readPlace,
} from './outbox-bundles.ts';

/** The place behind which a page begins: a message of a bundle, or an order key (BehindKey). */
interface Place {
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  readonly order: number;
  readonly i: number;
}

interface BehindKey {
  readonly key: string;
}

const BEGINNING: Place = { dueAt: 0, order: 0, i: -1 };

/** Bundles of one answer of the server. */
const BUNDLES_AT_ONCE = 5;

export function outboxOperations(
  { outbox }: Collections,
  { counters, now }: { readonly counters: Counters; readonly now: () => Promise<Date> },
): Outbox {
  /** Stores the messages of one bundle that are not stored yet. */
  const store = async (messages: readonly OutboxMessage[]): Promise<void> => {
    const taken = new Set<string>();
    for (let rest = messages; rest.length > 0; ) {
      const { first: order, at } = await counters.inOutbox(1);
      const bundle = bundleDocument(rest, { order, at, claims: claimsOf(rest, taken) });
      if ((await unlessDuplicate(outbox.insertOne(bundle))) !== null) return;
      const known = new Set<string>();
      const there = outbox.find({ claims: { $in: claimsOfAny(rest) } }, { projection: { claims: 1, spans: 1 } });
      for await (const { claims, spans } of there) {
        for (const claim of claims) taken.add(claim);
        for (const message of messagesIn(spans)) known.add(messageName(message));
      }
      rest = rest.filter((message) => !known.has(messageName(message)));
    }
  };
  const sumOf = async (filter: Filter<OutboxDocument>): Promise<number> => {
    const [sum] = await outbox
      .aggregate([{ $match: filter }, { $group: { _id: null, of: { $sum: '$count' } } }])
      .toArray();
    return sum?.['of'] ?? 0;
  };
  /** The first message of each order key, if it is due; null if there is none. */
  const inOrderPage = async ({ destination, limit }: DueQuestion, behind: string): Promise<DuePage | null> => {
    const at = await now();
    const keyed = { state: 'in_order', destination, order_key: { $gt: behind } } as const;
    const heads = await outbox
      .aggregate<{ _id: string; head: number; due_at: Date }>([
        { $match: keyed },
        { $sort: { order_key: 1, _id: 1 } },
        { $group: { _id: '$order_key', head: { $first: '$_id' }, due_at: { $first: '$due_at' } } },
      ])
      .toArray();
    const due = heads.filter(({ due_at }) => due_at <= at).sort((a, b) => byBytes(a._id, b._id));
    const places = due.slice(0, limit).map(({ head }) => head);
    const messages: DueMessage[] = [];
    let [bytes, key] = [0, ''];
    const found = outbox.find({ _id: { $in: places } }, { batchSize: BUNDLES_AT_ONCE });
    const documents = (await found.toArray()).filter(({ state }) => state === 'in_order');
    const placed = new Map(documents.map((document) => [document._id, document]));
    for (const place of places) {
      const document = placed.get(place);
      if (document === undefined) continue;
      bytes += document.payload.length;
      if (bytes > MAX_OUTBOX_PAGE_BYTES && messages.length > 0) break;
      messages.push(...dueOf(document, { from: 0, at }));
      key = document.order_key!;
    }
    return messages.length === 0 ? null : { messages, next: JSON.stringify({ key } satisfies BehindKey) };
  };
  return {
    async add(messages) {
      for (const bundle of bundlesOf(messages)) await store(bundle);
    },
    async due(question) {
      const { destination, limit, after } = question;
      const begin: Place | BehindKey = after === null ? { key: '' } : JSON.parse(after);
      const inOrder = 'key' in begin ? await inOrderPage(question, begin.key) : null;
      if (inOrder !== null) return inOrder;
      const from = 'key' in begin ? BEGINNING : begin;
      const at = await now();
      const messages: DueMessage[] = [];
      let [bytes, next] = [0, null as Place | null];
      const batchSize = Math.min(BUNDLES_AT_ONCE, limit);
      const bundles = outbox.find(waitingFrom(from, { destination, to: at }), {
        sort: { due_at: 1, _id: 1 },
        batchSize,
      });
      for await (const bundle of bundles) {
        const dueAt = bundle.due_at.getTime();
        const behind = bundle._id === from.order && dueAt === from.dueAt ? from.i + 1 : 0;
        const due = dueOf(bundle, { from: behind, at });
        // A bundle that does not fit goes to the next page: reading it twice costs more than a smaller page.
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
        updateOne: { filter: { _id: order, state: UNDELIVERED }, update: markDelivered(given) },
      }));
      if (others.length > 0) await outbox.bulkWrite(others, { ordered: false });
    },
    async refused({ place, n }, reason) {
      const { order, i } = readPlace(place);
      const projection = { n: 1, delivered: 1, held: 1 } as const;
      const bundle = await outbox.findOne({ _id: order, state: UNDELIVERED }, { projection });
      if (bundle === null || bundle.n[i] !== n || bundle.delivered.includes(i)) return;
      const refusals = 1 + (bundle.held.find((held) => held.i === i)?.refusals ?? 0);
      const until = { $add: ['$$NOW', pauseAfterRefusals(refusals)] };
      const others = { $filter: { input: '$held', cond: { $ne: ['$$this.i', i] } } };
      const held = { $concatArrays: [others, [{ i, until, refusals, refusal: { $literal: reason } }]] };
      await outbox.updateOne({ _id: order, state: UNDELIVERED, delivered: { $ne: i } }, [
        { $set: { held } },
        { $set: { due_at: DUE_AT } },
      ]);
    },
    async again(operationId) {
      // A bundle that claims a range of the operation's parts.
      const claims = { $elemMatch: { $gte: `${operationId}/`, $lt: `${operationId}0` } };
      const bundles = await outbox.find({ claims }, { projection: { state: 1, delivered: 1 } }).toArray();
      for (const { _id, state, delivered } of bundles) {
        const change = { $set: { n: state === 'delivered' ? ALL_AGAIN : THOSE_AGAIN, ...WAITING } };
        if (state === 'delivered' || delivered.length > 0) await outbox.updateOne({ _id, state, delivered }, [change]);
      }
      return bundles.length > 0;
    },
    async replay(since) {
      // The upper limit leaves out messages that are delivered again meanwhile.
      const delivered_at = { $gte: new Date(since), $lte: await now() };
      const whole = {
        filter: { state: 'delivered', delivered_at, destination: FOR_BUS } as const,
        by: 'delivered_at',
      } as const;
      const again = await inPortions(outbox, whole, async (some) => {
        const count = await sumOf(some);
        await outbox.updateMany(some, [{ $set: { n: ALL_AGAIN, ...WAITING } }]);
        return count;
      });
      let others = 0;
      for await (const { _id, delivered } of outbox.find({ state: 'waiting', destination: FOR_BUS, delivered_at })) {
        const { modifiedCount } = await outbox.updateOne({ _id, delivered }, [
          { $set: { n: THOSE_AGAIN, ...WAITING } },
        ]);
        others += modifiedCount * delivered.length;
      }
      return again + others;
    },
    async prune(olderThanMs) {
      const unnamed = { state: 'waiting', destination: { $exists: false } } as const;
      await outbox.updateMany(unnamed, { $set: { destination: 'bus' } });
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
      const [[waiting], inOrder, kept] = await Promise.all([
        outbox
          .aggregate([{ $match: { state: 'waiting' } }, { $group: { _id: null, open, marked: { $sum: marked } } }])
          .toArray(),
        sumOf({ state: 'in_order' }),
        sumOf({ state: 'delivered' }),
      ]);
      return { waiting: (waiting?.['open'] ?? 0) + inOrder, kept: kept + (waiting?.['marked'] ?? 0) };
    },
    async waiting() {
      const counts = noMessages();
      const open = { $sum: { $subtract: ['$count', { $size: '$delivered' }] } };
      for (const state of ['waiting', 'in_order']) {
        const byDestination = { $group: { _id: '$destination', open } };
        const found = outbox.aggregate<{ _id: OutboxDestination | null; open: number }>([
          { $match: { state } },
          byDestination,
        ]);
        for await (const one of found) counts[one._id ?? 'bus'] += one.open;
      }
      return counts;
    },
  };
}

/** Matches messages of a former version too, which have no destination. */
const FOR_BUS = { $nin: ['loader', 'webhook'] } as const;

const UNDELIVERED = { $ne: 'delivered' } as const;

/** Each alternative is a range of the index, so the result comes in its order. */
function waitingFrom(
  { dueAt, order }: Place,
  { destination, to }: { readonly destination: OutboxDestination; readonly to: Date },
): Filter<OutboxDocument> {
  const from = new Date(dueAt);
  const of = { state: 'waiting', destination } as const;
  return {
    $or: [
      { ...of, due_at: from, _id: { $gte: order } },
      { ...of, due_at: { $gt: from, $lte: to } },
    ],
  };
}

interface Given {
  readonly i: number;
  readonly n: number;
}

/** Messages by bundle, in the bundle's order. */
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

/** Whether these may be all messages of their bundle. */
const mayBeWhole = (given: readonly Given[]): boolean => given.every(({ i }, at) => i === at);

/** The bundle, if these are all of its messages and none was wanted again meanwhile. */
const asPublished = (order: number, given: readonly Given[]): Filter<OutboxDocument> => ({
  _id: order,
  state: UNDELIVERED,
  n: given.map(({ n }) => n),
});

/** The change for a whole bundle. The server computes nothing. */
const ALL_DELIVERED = {
  $set: { state: 'delivered', delivered: [], held: [] },
  $currentDate: { delivered_at: true },
} as const;

/** Marks messages that were not wanted again since they were published, and the bundle if all are delivered. */
function markDelivered(given: readonly Given[]): Document[] {
  const still = {
    $filter: { input: { $literal: given }, cond: { $eq: [{ $arrayElemAt: ['$n', '$$this.i'] }, '$$this.n'] } },
  };
  const delivered = { $setUnion: ['$delivered', { $map: { input: still, in: '$$this.i' } }] };
  const held = { $filter: { input: '$held', cond: { $not: { $in: ['$$this.i', '$delivered'] } } } };
  const isAll = { $eq: [{ $size: '$delivered' }, '$count'] };
  return [
    { $set: { delivered } },
    { $set: { held, delivered_at: '$$NOW', state: { $cond: [isAll, 'delivered', '$state'] } } },
    { $set: { due_at: DUE_AT } },
  ];
}

/** If all undelivered messages are in a pause, the bundle is due when the first pause ends. */
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

const WAITING: Document = {
  state: { $cond: [{ $gt: ['$order_key', null] }, 'in_order', 'waiting'] },
  due_at: '$$NOW',
  delivered: [],
  delivered_at: null,
};
const ALL_AGAIN: Document = { $map: { input: '$n', in: { $add: ['$$this', 1] } } };
const THOSE_AGAIN: Document = {
  $map: {
    input: { $range: [0, '$count'] },
    in: { $add: [{ $arrayElemAt: ['$n', '$$this'] }, { $cond: [{ $in: ['$$this', '$delivered'] }, 1, 0] }] },
  },
};
