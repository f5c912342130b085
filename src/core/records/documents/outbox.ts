// Messages to publish: stored before anything is sent, sent until acknowledged, and kept for a while to be sent again.
// A message's key is the operation that caused it and its part, so storing it twice changes nothing. `n` counts the
// requested publications of a message.

/**
 * run_dead_letters: unusable messages from the subject of runs. resolution_results: clusters that a call or a sweep
 * approved. resolution_outcomes: the outcome of each request from the bus, and clusters that a reopening took back.
 * resolution_dead_letters: requests that cannot be done. verification_checks: results of stored checks. screening_hits:
 * new hits for stored subjects. screening_cases: steps of their cases. list_changes: entities that are new,
 * changed or removed in a list. windows_completed: matched windows of runs. late_files: files of a feed that have not
 * come. audit_heads: the end of a tenant's audit chain. proposals: what was proposed, and who decided on it.
 */
export type BusTopic =
  | 'run_dead_letters'
  | 'resolution_results'
  | 'resolution_outcomes'
  | 'resolution_dead_letters'
  | 'verification_checks'
  | 'screening_hits'
  | 'screening_cases'
  | 'list_changes'
  | 'windows_completed'
  | 'late_files'
  | 'audit_heads'
  | 'proposals';

/** With the topics for the loader: the state of a stage's task, and a session's summary. */
export type OutboxTopic = BusTopic | 'loader_tasks' | 'loader_summaries';

/** Destinations of messages. Each is relayed independently of the others. */
export type OutboxDestination = 'bus' | 'loader' | 'webhook';

export const DESTINATIONS: readonly OutboxDestination[] = ['bus', 'loader', 'webhook'];

/** Counts by destination, from nothing. */
export const noMessages = (): Record<OutboxDestination, number> => ({ bus: 0, loader: 0, webhook: 0 });

export interface OutboxMessage {
  /** Derived from the cause of the message; visible ASCII without spaces. */
  readonly operationId: string;
  /** From 1; content larger than a message is published in several parts. */
  readonly part: number;
  readonly topic: OutboxTopic;
  /** 'bus' if absent. Messages of one operation to two destinations have different ids. */
  readonly destination?: OutboxDestination;
  /**
   * Messages with one key and destination are delivered in the order of storing, each after the one before was
   * acknowledged. A message without a key does not wait.
   */
  readonly orderKey?: string;
  /** UTF-8 JSON. */
  readonly payload: Uint8Array;
}

/** One requested publication of a message. */
export interface Publication {
  readonly operationId: string;
  readonly part: number;
  /** From 1. */
  readonly n: number;
}

/** A message with the publication that was requested. */
export interface WantedMessage extends OutboxMessage, Publication {}

/** The id by which subscribers (and the server, for a while) distinguish a repeated delivery from a new publication. */
export const publicationId = ({ operationId, part, n }: Publication): string => `${operationId}:${part}:${n}`;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 600_000;

/** Milliseconds until a refused message is tried again. No message is ever given up. */
export const pauseAfterRefusals = (refusals: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(refusals - 1, 20));
