// Messages for the bus as MongoDB keeps them: those of one call in one document, for a document for each message costs
// the server ten times as much as publishing it. What became of each message stands beside it, by its number in the
// bundle.

import { MAX_OUTBOX_PAGE_BYTES } from '../../core/limits.ts';
import type { OutboxMessage, Publication } from '../../core/records/outbox.ts';
import type { DueMessage } from '../../ports/outbox.ts';
import type { OutboxDocument } from './documents.ts';

/** Messages of one document: few enough that writing what became of them costs little. */
const MESSAGES = 512;
/** Far below the 16 MB that a document may have, with a message of the largest size on top. */
const BYTES = MAX_OUTBOX_PAGE_BYTES / 2;

export const keyOf = ({ operationId, part }: Pick<Publication, 'operationId' | 'part'>): string =>
  `${operationId}:${part}`;

/** In bundles that one document holds, no message twice. */
export function bundlesOf(messages: readonly OutboxMessage[]): OutboxMessage[][] {
  const bundles: OutboxMessage[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const message of new Map(messages.map((one) => [keyOf(one), one])).values()) {
    bytes += message.payload.length;
    if (bytes > BYTES || bundles.at(-1)!.length === MESSAGES) {
      bundles.push([]);
      bytes = message.payload.length;
    }
    bundles.at(-1)!.push(message);
  }
  return bundles;
}

export function bundleDocument(
  bundle: readonly OutboxMessage[],
  { order, at }: { readonly order: number; readonly at: Date },
): OutboxDocument {
  const ends: number[] = [];
  let end = 0;
  for (const { payload } of bundle) ends.push((end += payload.length));
  const payload = new Uint8Array(end);
  for (const [i, message] of bundle.entries()) payload.set(message.payload, ends[i]! - message.payload.length);
  return {
    _id: order,
    keys: bundle.map(keyOf),
    topics: bundle.map(({ topic }) => topic),
    payload,
    ends,
    n: bundle.map(() => 1),
    count: bundle.length,
    state: 'waiting',
    due_at: at,
    delivered: [],
    held: [],
    delivered_at: null,
  };
}

/** Those of a bundle that are due, in their order, from a number on. */
export function dueOf(
  document: OutboxDocument,
  { from, at }: { readonly from: number; readonly at: Date },
): DueMessage[] {
  const { _id, keys, topics, ends, n, delivered, held } = document;
  const left = new Set([...delivered, ...held.filter(({ until }) => until > at).map(({ i }) => i)]);
  // What the driver answers is a view of all that came with it.
  const payload = new Uint8Array(document.payload);
  const due: DueMessage[] = [];
  for (let i = from; i < keys.length; i++) {
    if (left.has(i)) continue;
    const key = keys[i]!;
    const cut = key.lastIndexOf(':');
    due.push({
      place: placeOf(_id, i),
      operationId: key.slice(0, cut),
      part: Number(key.slice(cut + 1)),
      n: n[i]!,
      topic: topics[i]!,
      payload: payload.subarray(i === 0 ? 0 : ends[i - 1], ends[i]),
    });
  }
  return due;
}

const placeOf = (order: number, i: number): string => `${order}/${i}`;

/** The bundle and the number in it. */
export function readPlace(place: string): { readonly order: number; readonly i: number } {
  const [order, i] = place.split('/').map(Number);
  return { order: order!, i: i! };
}
