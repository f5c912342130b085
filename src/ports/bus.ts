// The bus. For runs it is a doorbell: it says that there may be work, and what it loses is announced again, for what
// there is to do is in the store alone (design/architecture.md, Failure policy). What it publishes comes from the
// outbox, which keeps it until the bus has acknowledged it.

import type { WantedMessage } from '../core/records/documents/outbox.ts';

/** A message as it came. */
export interface ReceivedMessage {
  /** The same for each delivery of the message, another one for every other message; visible ASCII without spaces. */
  readonly id: string;
  readonly subject: string;
  /** Milliseconds since 1970, UTC. */
  readonly receivedAt: number;
  readonly content: Uint8Array;
}

/** A message that cannot be used. */
export interface UnusableMessage extends ReceivedMessage {
  /** One sentence. */
  readonly reason: string;
}

export interface Ring {
  /** Null: there may be a run to do. */
  readonly unusable: UnusableMessage | null;
  /** A claim was taken or found taken, or the message was set aside: it is not delivered again. */
  done(): void;
  /** Nothing came of it: it is delivered again after a pause, to this listener or another one. */
  later(): void;
}

/** What one worker listens to. It takes a ring only when it is asked for one, so that a busy worker keeps none. */
export interface Bell {
  /** The next ring; null when none came in time, give or take a second, or once it was closed. Throws nothing. */
  next(withinMs: number): Promise<Ring | null>;
  /** Ends a `next` that waits, and every later one. */
  close(): void;
}

/** A message that came, in the hands of whoever asked for it. */
export interface Inbound extends ReceivedMessage {
  /** It is stored: it is not delivered again. */
  done(): void;
  /** It was set aside: nobody is to have it. */
  ended(): void;
  /** It could not be stored: it is delivered again after a pause. */
  later(): void;
}

/** Messages one at a time, each to one listener of all processes. */
export interface Inbox {
  /** The next one; null when none came in time, give or take a second, or once it was closed. Throws nothing. */
  next(withinMs: number): Promise<Inbound | null>;
  /** Ends a `next` that waits, and every later one. */
  close(): void;
}

export interface Bus {
  /** Rings for these runs, or other work, here and in other processes. Never fails and waits for nobody: it may be lost. */
  announce(ids: readonly string[], of?: 'runs' | 'work'): void;

  listen(): Bell;

  /** Requests to decide on exceptions. */
  requests(): Inbox;

  /** Windows that are finished, as /v1/reconcile/complete-batch takes them. */
  windows(): Inbox;

  /**
   * Answers once the bus has the message. One publication (publicationId) that is repeated within a while is delivered
   * once. Throws bus_unavailable when the bus is away, and message_refused when it does not take this message.
   */
  publish(message: WantedMessage): Promise<void>;

  /** Null while it can be used, else why not, for people to read: no address and no secret is in it. */
  trouble(): Promise<string | null>;

  close(): Promise<void>;
}
