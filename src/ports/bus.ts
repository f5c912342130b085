// The bus. For runs it is a doorbell: it says that there may be work. A lost message is announced again, because only
// the store says what there is to do. Published messages come from the outbox, which keeps them until the bus has
// acknowledged them.

import type { WantedMessage } from '../core/records/documents/outbox.ts';

/** A message as it was received. */
export interface ReceivedMessage {
  /** Equal for each delivery of one message, different for every other message; visible ASCII without spaces. */
  readonly id: string;
  readonly subject: string;
  /** Milliseconds since 1970, UTC. */
  readonly receivedAt: number;
  readonly content: Uint8Array;
  /** What the message says of its sender; nothing of it is proven. */
  readonly sender?: Sender;
}

export interface Sender {
  /** The caller whose own subject it came on. */
  readonly ofSubject: string | null;
  /** The headers tieout-caller and tieout-signature. */
  readonly named: string | null;
  readonly signature: string | null;
}

/** A message that cannot be used. */
export interface UnusableMessage extends ReceivedMessage {
  /** One sentence. */
  readonly reason: string;
}

export interface Ring {
  /** Null: there may be a run to do. */
  readonly unusable: UnusableMessage | null;
  /** The run was claimed, or had been claimed before, or the message was set aside. It is not delivered again. */
  done(): void;
  /** No run was claimed. The message is delivered again after a pause, to this listener or another one. */
  later(): void;
}

/**
 * The rings that one worker listens to. A ring is taken only when the worker asks for one, so that a busy worker keeps
 * none.
 */
export interface Bell {
  /** The next ring; null if none came within about that time, or after `close`. Throws nothing. */
  next(withinMs: number): Promise<Ring | null>;
  /** Ends a waiting `next`, and every later one. */
  close(): void;
}

/** A received message, until its receiver says what became of it. */
export interface Inbound extends ReceivedMessage {
  /** The message is stored and not delivered again. */
  done(): void;
  /** The message was set aside: nobody receives it again. */
  ended(): void;
  /** The message could not be stored: it is delivered again after a pause. */
  later(): void;
}

/** Messages one at a time, each to one listener among all processes. */
export interface Inbox {
  /** The next message; null if none came within about that time, or after `close`. Throws nothing. */
  next(withinMs: number): Promise<Inbound | null>;
  /** Ends a waiting `next`, and every later one. */
  close(): void;
}

export interface Bus {
  /**
   * Rings for these runs, or other work, here and in other processes. It never fails and does not wait: the ring may be
   * lost.
   */
  announce(ids: readonly string[], of?: 'runs' | 'work'): void;

  listen(): Bell;

  /** Requests to decide on exceptions. */
  requests(): Inbox;

  /** Finished windows, as /v1/reconcile/complete-batch takes them. */
  windows(): Inbox;

  /**
   * Answers once the bus has the message. A publication (publicationId) that is repeated within a while is delivered
   * once. Throws bus_unavailable if the bus is away, and message_refused if it does not take this message.
   */
  publish(message: WantedMessage): Promise<void>;

  /** Null while the bus can be used, else the reason, for people to read, without addresses and secrets. */
  trouble(): Promise<string | null>;

  close(): Promise<void>;
}
