// The outbox: messages for the bus and other destinations. They are stored with the change that they tell of, or right
// after it. The process that holds a destination's lease delivers them (workflows/delivery/relay-outbox.ts). Delivered
// messages are kept for a while, so that a lost stream can be filled again. Times are by the store's clock.

import type { OutboxDestination, OutboxMessage, WantedMessage } from '../core/records/documents/outbox.ts';

export interface DueMessage extends WantedMessage {
  /** The store's own name for the message. */
  readonly place: string;
}

/** A publication of a message, named by its place and number. */
export type DuePlace = Pick<DueMessage, 'place' | 'n'>;

export interface DueQuestion {
  readonly destination: OutboxDestination;
  readonly limit: number;
  readonly after: string | null;
}

export interface DuePage {
  /** Among messages without an order key the first due come first. */
  readonly messages: readonly DueMessage[];
  /**
   * Where the next page begins; null when this page is empty. The next page may contain messages that became due since.
   */
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
  /** Stores new messages, due at once. A stored message, delivered or not, stays as it is. */
  add(messages: readonly OutboxMessage[]): Promise<void>;

  /**
   * Due messages of a destination, up to `limit` and to MAX_OUTBOX_PAGE_BYTES, at least one. Among messages with one
   * order key only the first that is not delivered counts. A page with `after` begins behind the page before: it
   * repeats no message, and contains messages that became due since.
   */
  due(page: DueQuestion): Promise<DuePage>;

  /** Marks the messages as delivered. One that was wanted again since (a higher n) stays due. */
  delivered(messages: readonly DuePlace[]): Promise<void>;

  /**
   * Notes that the destination refused this message. It is due again after a pause that grows, and so are the messages
   * ordered behind it.
   */
  refused(message: DuePlace, reason: string): Promise<void>;

  /**
   * Makes an operation's delivered messages due once more. One call must have stored all of them, and nothing else.
   * False: no message of the operation is stored.
   */
  again(operationId: string): Promise<boolean>;

  /**
   * Makes messages due once more that were delivered to the bus at this time or later (milliseconds since 1970).
   * Answers how many.
   */
  replay(since: number): Promise<number>;

  /**
   * Removes messages that were delivered longer ago; answers how many. A message that was stored together with one that
   * still waits may stay as long as that one.
   */
  prune(olderThanMs: number): Promise<number>;

  counts(): Promise<OutboxCounts>;

  /** Counts of undelivered messages by destination. */
  waiting(): Promise<Readonly<Record<OutboxDestination, number>>>;
}
