// Bundles of messages, as MongoDB stores them: the messages of one call in one document, because a document for each
// message costs the server ten times as much as publishing it. A span names consecutive parts of an operation. The state
// of each message is kept by its number in the bundle.
//
// Claims prevent that a message is stored twice; a unique index gives each claim to one bundle. The first bundle with
// parts of a range claims the whole range. A later bundle with other parts of the range claims each part. An index entry
// for each message would cost as much as all the rest of storing it.

import { MAX_OUTBOX_PAGE_BYTES } from '../../../core/limits.ts';
import type { OutboxMessage, Publication } from '../../../core/records/documents/outbox.ts';
import type { DueMessage } from '../../../ports/outbox.ts';
import type { OutboxDocument, OutboxSpan } from '../outbox-documents.ts';

/** Most messages of one document: few enough that writing their states costs little. */
const MESSAGES = 512;
/** Far below a document's limit of 16 MB, even with a message of the largest size on top. */
const BYTES = MAX_OUTBOX_PAGE_BYTES / 2;
/** Parts of an operation that one claim covers. */
const RANGE = MESSAGES;

type Named = Pick<Publication, 'operationId' | 'part'>;

export const messageName = ({ operationId, part }: Named): string => `${operationId}:${part}`;

const rangeOf = ({ operationId, part }: Named): string => `${operationId}/${Math.floor((part - 1) / RANGE)}`;

/** All claims that a bundle with one of these messages may have. */
export const claimsOfAny = (messages: readonly Named[]): string[] => [
  ...new Set(messages.flatMap((message) => [rangeOf(message), messageName(message)])),
];

/** The claims of a bundle with these messages. `taken`: ranges that others have claimed. */
export const claimsOf = (messages: readonly Named[], taken: ReadonlySet<string>): string[] => [
  ...new Set(
    messages.map((message) => {
      const range = rangeOf(message);
      return taken.has(range) ? messageName(message) : range;
    }),
  ),
];

/** Bundles of one destination each, without repetitions. A message with an order key has a bundle of its own. */
export function bundlesOf(messages: readonly OutboxMessage[]): OutboxMessage[][] {
  const bundles: OutboxMessage[][] = [];
  /** Bundles that take more messages, by destination. */
  const open = new Map<string, { readonly bundle: OutboxMessage[]; bytes: number }>();
  for (const message of new Map(messages.map((one) => [messageName(one), one])).values()) {
    const { destination = 'bus', orderKey, payload } = message;
    const started = orderKey === undefined ? open.get(destination) : undefined;
    if (started === undefined || started.bytes + payload.length > BYTES || started.bundle.length === MESSAGES) {
      const bundle = [message];
      bundles.push(bundle);
      if (orderKey === undefined) open.set(destination, { bundle, bytes: payload.length });
    } else {
      started.bundle.push(message);
      started.bytes += payload.length;
    }
  }
  return bundles;
}

export function bundleDocument(
  bundle: readonly OutboxMessage[],
  { order, at, claims }: { readonly order: number; readonly at: Date; readonly claims: readonly string[] },
): OutboxDocument {
  const ends: number[] = [];
  let end = 0;
  for (const { payload } of bundle) ends.push((end += payload.length));
  const payload = new Uint8Array(end);
  for (const [i, message] of bundle.entries()) payload.set(message.payload, ends[i] - message.payload.length);
  const { destination = 'bus', orderKey } = bundle[0];
  return {
    _id: order,
    destination,
    ...(orderKey !== undefined && { order_key: orderKey }),
    claims,
    spans: spansOf(bundle),
    payload,
    ends,
    n: bundle.map(() => 1),
    count: bundle.length,
    state: orderKey === undefined ? 'waiting' : 'in_order',
    due_at: at,
    delivered: [],
    held: [],
    delivered_at: null,
  };
}

/** Spans of consecutive parts with one operation and topic. */
export function spansOf(messages: readonly Pick<OutboxMessage, 'operationId' | 'part' | 'topic'>[]): OutboxSpan[] {
  const spans: { operation: string; topic: OutboxMessage['topic']; first: number; count: number }[] = [];
  for (const { operationId, part, topic } of messages) {
    const last = spans.at(-1);
    const goesOn = last?.operation === operationId && last.topic === topic && last.first + last.count === part;
    if (goesOn) last.count++;
    else spans.push({ operation: operationId, topic, first: part, count: 1 });
  }
  return spans;
}

export function* messagesIn(spans: readonly OutboxSpan[]): Generator<Omit<OutboxMessage, 'payload'>> {
  for (const { operation, topic, first, count } of spans) {
    for (let part = first; part < first + count; part++) yield { operationId: operation, part, topic };
  }
}

/** Due messages of a bundle in order, from number `from` on. */
export function dueOf(
  document: OutboxDocument,
  { from, at }: { readonly from: number; readonly at: Date },
): DueMessage[] {
  const { _id, spans, ends, n, delivered, held, destination, order_key } = document;
  const left = new Set([...delivered, ...held.filter(({ until }) => until > at).map(({ i }) => i)]);
  // The driver's answer is a view of its whole network buffer.
  const payload = new Uint8Array(document.payload);
  const due: DueMessage[] = [];
  let i = -1;
  for (const { operationId, part, topic } of messagesIn(spans)) {
    if (++i < from || left.has(i)) continue;
    due.push({
      place: placeOf(_id, i),
      operationId,
      part,
      n: n[i],
      topic,
      payload: payload.subarray(i === 0 ? 0 : ends[i - 1], ends[i]),
      ...(destination !== undefined && destination !== 'bus' && { destination }),
      ...(order_key !== undefined && { orderKey: order_key }),
    });
  }
  return due;
}

const placeOf = (order: number, i: number): string => `${order}/${i}`;

/** The bundle's place, and the message's number in it. */
export function readPlace(place: string): { readonly order: number; readonly i: number } {
  const [order, i] = place.split('/').map(Number);
  return { order: order!, i: i! };
}
