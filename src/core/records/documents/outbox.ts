// What is to be published: stored before anything is sent, sent as often as it takes, kept for a while to be sent
// again. A message is named by the operation that gave rise to it and its part, so that storing it twice changes
// nothing; a publication of it besides by n, which counts the times that somebody wanted it published
// (design/resolution.md, Bus).

/**
 * run_dead_letters: what came on the subject of runs and could not be used. resolution_results: which clusters a call or
 * a sweep approved. resolution_outcomes: what became of each request from the bus, and what a reopening took back.
 * resolution_dead_letters: requests that cannot be done. verification_checks: results of checks that are kept. screening_hits: what lists newly say of
 * kept subjects. windows_completed: windows of runs that were cut. audit_heads: the end of a tenant's audit chain.
 */
export type BusTopic =
  | 'run_dead_letters'
  | 'resolution_results'
  | 'resolution_outcomes'
  | 'resolution_dead_letters'
  | 'verification_checks'
  | 'screening_hits'
  | 'windows_completed'
  | 'audit_heads';

/** What the loader is told: how a stage's task stands, and a session's summary. */
export type OutboxTopic = BusTopic | 'loader_tasks' | 'loader_summaries';

/** Where messages go: each is relayed by itself, and none waits for another that is away. */
export type OutboxDestination = 'bus' | 'loader' | 'webhook';

export const DESTINATIONS: readonly OutboxDestination[] = ['bus', 'loader', 'webhook'];

export interface OutboxMessage {
  /** Derived from what gave rise to it; visible ASCII without spaces. */
  readonly operationId: string;
  /** From 1: what is larger than a message may be is published in parts. */
  readonly part: number;
  readonly topic: OutboxTopic;
  /** The bus unless it is said. Two destinations of one operation are told apart by its id. */
  readonly destination?: OutboxDestination;
  /**
   * Messages of one key and destination are delivered in the order in which they were stored, each once the one before
   * it was taken. Whatever has none waits for nothing.
   */
  readonly orderKey?: string;
  /** UTF-8 JSON. */
  readonly payload: Uint8Array;
}

/** One wanted publication of a message. */
export interface Publication {
  readonly operationId: string;
  readonly part: number;
  /** From 1. */
  readonly n: number;
}

/** A message as it is published. */
export interface WantedMessage extends OutboxMessage, Publication {}

/** A subscriber, and within a window the server, tells a repetition by it from a publication that was wanted. */
export const publicationId = ({ operationId, part, n }: Publication): string => `${operationId}:${part}:${n}`;

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 600_000;

/** Milliseconds until a message that was refused is tried again: nothing in the outbox is ever given up. */
export const pauseAfterRefusals = (refusals: number): number =>
  Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.min(refusals - 1, 20));
