// How work of one kind is done, for the worker. The queue, its claims and what follows a failure are the same for every
// kind (worker.ts, attempt.ts).

import type { ClaimedWork, Work, WorkFailure } from '../../core/records/documents/work.ts';
import type { LogFields } from '../../ports/log.ts';
import type { KnownKind } from '../../ports/work.ts';
import type { HeldLease } from '../upkeep/hold.ts';

/** The hold on a piece of work; a reporter may learn before the next renewal that it was lost. */
export type WorkHold = Omit<HeldLease, 'stop'>;

/** `nothing_to_do`: the work was done before, or another worker has it. */
export type CarriedOut = 'done' | 'nothing_to_do';

export interface WorkHandler extends KnownKind {
  /** The kind's work is runs: waiting runs are announced again. Other work is found in the store within a second. */
  readonly isOfRuns?: true;
  /** The log's noun for a piece of work. */
  readonly noun: string;
  /** Does the work to its end. Throws TieoutError; ClaimLost if another worker does it meanwhile. */
  readonly carryOut: (claimed: ClaimedWork, hold: WorkHold) => Promise<CarriedOut>;
  /**
   * Whether the work's result counts already, so that it must be finished however often it fails. Called when no
   * earlier write of an attempt can change the answer. Throws what the store throws.
   */
  readonly isCommitted: (work: Work) => Promise<boolean>;
  /** The work's owner, for logs. */
  readonly about: (work: Work) => LogFields;
  /**
   * Does what must not be lost with the work, before it is recorded as failed for good. Can be repeated. Throws what
   * the store throws.
   */
  readonly ending?: (work: Work, failure: WorkFailure) => Promise<void>;
  /** Called after it was recorded as failed for good. */
  readonly ended?: (work: Work, failure: WorkFailure) => Promise<void>;
  /** Removes what the kind's work may have left; at the start and after each end. Throws nothing. */
  readonly tidy: () => Promise<void>;
}
