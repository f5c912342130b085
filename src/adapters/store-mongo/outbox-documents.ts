// Documents of the outbox: bundles of messages that one call stored (outbox/outbox-bundles.ts).

import type { OutboxDestination, OutboxTopic } from '../../core/records/documents/outbox.ts';

/** A bundle of messages. Entry i of a list belongs to message i. */
export interface OutboxDocument {
  /** The bundle's place in the outbox. */
  readonly _id: number;
  /** `{operation_id}/{range}` or `{operation_id}:{part}` (outbox-bundles.ts), unique in the collection. */
  readonly claims: readonly string[];
  /** Messages of former versions have none; pruning sets it to the bus. */
  readonly destination?: OutboxDestination;
  /** Present only in a bundle of one message. */
  readonly order_key?: string;
  /** The operations and parts of the messages. */
  readonly spans: readonly OutboxSpan[];
  /** The payloads, one after the other; `ends` has the end of each. */
  readonly payload: Uint8Array;
  readonly ends: readonly number[];
  /** How often publication of each message was requested. */
  readonly n: readonly number[];
  readonly count: number;
  /** waiting: some message is not delivered. in_order: an undelivered message with an order key. delivered: all are. */
  readonly state: 'waiting' | 'in_order' | 'delivered';
  /** When the first undelivered message is due. */
  readonly due_at: Date;
  /** The messages that were delivered, while others wait. */
  readonly delivered: readonly number[];
  /** The undelivered messages that were refused, with the end of their pause. */
  readonly held: readonly HeldMessage[];
  /** When the last message was delivered. */
  readonly delivered_at: Date | null;
}

/** Consecutive parts of one operation. */
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
