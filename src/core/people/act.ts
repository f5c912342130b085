// What people, or a feed of files, did to a thing that lasts, such as the signatures of a session: numbered, so that of
// two callers at one moment only one adds the next, and never changed.

import type { JsonObject } from '../records/documents/json.ts';

export const ACT_KINDS = ['sign_off', 'apart', 'proposal', 'proposed_clusters', 'arrival'] as const;
export type ActKind = (typeof ACT_KINDS)[number];

/**
 * Names a thing among a partner's: of sign_off the session, of apart the constraint, of arrival a feed's file, of the
 * others the proposal.
 */
export interface ActedOn {
  readonly kind: ActKind;
  readonly thing: string;
}

export interface Act extends ActedOn {
  /** Of the thing, from 1 on, without gaps. */
  readonly version: number;
  /** What was done; each kind has words of its own. */
  readonly verb: string;
  /** The operation by which it was done and is audited. */
  readonly operation: string;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
  /** The caller's id; null where callers have no names. */
  readonly by: string | null;
  readonly content: JsonObject;
}

/** `acts`: on one thing, in order. */
export const nextVersion = (acts: readonly Act[]): number => (acts.at(-1)?.version ?? 0) + 1;
