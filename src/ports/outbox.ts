// The outbox: messages for the bus and for others, stored with or right after what they tell of and delivered by whoever
// holds the lease of their destination (workflows/delivery/relay-outbox.ts). What was delivered is kept for a while, so that a stream that was
// lost can be filled again. Times are the store's own.

import type { OutboxDestination, OutboxMessage, WantedMessage } from '../core/records/documents/outbox.ts';

export interface DueMessage extends WantedMessage {
  /** Where the store has it: its own name for what it answered. */
  readonly place: string;
}

/** A publication, by what the store answered of it. */
export type DuePlace = Pick<DueMessage, 'place' | 'n'>;

export interface DueQuestion {
  readonly destination: OutboxDestination;
  readonly limit: number;
  readonly after: string | null;
}

export interface DuePage {
  /** Those without an order key that became due first come before the others without one. */
  readonly messages: readonly DueMessage[];
  /** Where the next page begins, for what is due by then; null when there was nothing here. */
  readonly next: string | null;
}

interface OutboxCounts {
  /** Not delivered: due now, or refused and due later. */
  readonly waiting: number;
  /** Delivered and kept. */
  readonly kept: number;
}

/** Every operation may throw store_unavailable or store_damaged. */
export interface Outbox {
  /** Stores those that it does not have, due at once. A message that it has, delivered or not, is left as it is. */
  add(messages: readonly OutboxMessage[]): Promise<void>;

  /**
   * Messages of a destination that are due, and of those with one order key the first that is not delivered, up to `limit` and to MAX_OUTBOX_PAGE_BYTES, one at least. Pages that name the one before go
   * on behind it: what was answered is not answered again in them, and what becomes due meanwhile is.
   */
  due(page: DueQuestion): Promise<DuePage>;

  /** They are due no more. One that was wanted again meanwhile (a higher n) stays due. */
  delivered(messages: readonly DuePlace[]): Promise<void>;

  /**
   * It was refused for a reason of its own: it is due again after a pause that grows, and so is what is ordered behind it.
   */
  refused(message: DuePlace, reason: string): Promise<void>;

  /**
   * What was delivered of an operation, all of whose messages were stored by one call and nothing with them, is wanted
   * once more. False: it has none of the operation's.
   */
  again(operationId: string): Promise<boolean>;

  /**
   * Everything that was delivered to the bus at this time or later (milliseconds since 1970) is wanted once more: how
   * many.
   */
  replay(since: number): Promise<number>;

  /**
   * Removes what was delivered longer ago: how many. What was stored together with something that still waits may stay
   * as long as that.
   */
  prune(olderThanMs: number): Promise<number>;

  counts(): Promise<OutboxCounts>;

  /** What is not delivered, by destination. */
  waiting(): Promise<Readonly<Record<OutboxDestination, number>>>;
}
