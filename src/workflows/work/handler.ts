// How work of one kind is done: what the worker has to know of it. The queue, its claims and what follows from failures
// are the same for every kind (worker.ts, attempt.ts).

import type { ClaimedWork, Work, WorkFailure } from '../../core/records/documents/work.ts';
import type { LogFields } from '../../ports/log.ts';
import type { KnownKind } from '../../ports/work.ts';
import type { HeldLease } from '../upkeep/hold.ts';

/** The hold on a piece of work; what reports on it may learn before the next renewal that it was lost. */
export type WorkHold = Omit<HeldLease, 'stop'>;

/** `nothing_to_do`: what it was to do was done before, or is somebody else's by now. */
export type CarriedOut = 'done' | 'nothing_to_do';

export interface WorkHandler extends KnownKind {
  /** Its work is runs: what waits of them is announced again. Other work is found in the store within a second. */
  readonly isOfRuns?: true;
  /** What a piece of it is called in logs. */
  readonly noun: string;
  /** Does it to its end. Throws TieoutError; ClaimLost when somebody else does it meanwhile. */
  readonly carryOut: (claimed: ClaimedWork, hold: WorkHold) => Promise<CarriedOut>;
  /**
   * Whether what it was to do counts already, so that it must be brought to its end however often it fails. Asked when
   * nothing that an attempt sent can change the answer any more. Throws what the store throws.
   */
  readonly isCommitted: (work: Work) => Promise<boolean>;
  /** Whose it is, for logs. */
  readonly about: (work: Work) => LogFields;
  /**
   * Does what must not be lost with it, before it is recorded as failed for good. Can be repeated. Throws what the store
   * throws.
   */
  readonly ending?: (work: Work, failure: WorkFailure) => Promise<void>;
  /** Told that it was recorded as failed for good. */
  readonly ended?: (work: Work, failure: WorkFailure) => Promise<void>;
  /** Removes what work of the kind may have left; at the start and after each end. Throws nothing. */
  readonly tidy: () => Promise<void>;
}
