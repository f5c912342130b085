// Documents of the outbox: messages that were stored together, in bundles (outbox/outbox-bundles.ts).

import type { OutboxDestination, OutboxTopic } from '../../core/records/documents/outbox.ts';

/** Messages for the bus that were stored by one call. What is said of the i-th stands at i. */
export interface OutboxDocument {
  /** Its place among all of them. */
  readonly _id: number;
  /** `{operation_id}/{range}` or `{operation_id}:{part}` (outbox-bundles.ts), no two of them alike in the collection. */
  readonly claims: readonly string[];
  /** The destination. Messages of a former version have none; pruning sets it to the bus. */
  readonly destination?: OutboxDestination;
  /** Only of a document with one message. */
  readonly order_key?: string;
  /** Which messages these are. */
  readonly spans: readonly OutboxSpan[];
  /** The messages' payloads, one after the other, and where each ends. */
  readonly payload: Uint8Array;
  readonly ends: readonly number[];
  /** How often somebody wanted each published. */
  readonly n: readonly number[];
  readonly count: number;
  /** delivered: all of them. in_order: a message with an order key that waits, for those before it as well. */
  readonly state: 'waiting' | 'in_order' | 'delivered';
  /** When the first of those that wait is due. */
  readonly due_at: Date;
  /** Which of them were delivered, while others wait. */
  readonly delivered: readonly number[];
  /** Which of them were refused, and until when each is not due; of those that wait. */
  readonly held: readonly HeldMessage[];
  /** When the last of them was. */
  readonly delivered_at: Date | null;
}

/** Parts of one operation that follow each other. */
export interface OutboxSpan {
  readonly operation: string;
  readonly topic: OutboxTopic;
  readonly first: number;
  readonly count: number;
}

interface HeldMessage {
  readonly i: number;
  readonly until: Date;
  readonly refusals: number;
  readonly refusal: string;
}
