// Late groups: proposed, their rows claimed under guard, then confirmed. A crash between leaves a group that is proposed:
// whoever takes the partner's row lease next settles it, which confirms it where all of its rows were claimed or still
// can be, and frees them otherwise. Design: architecture.md, "Late groups".

import type { LateGroup, PartnerScope } from '../core/records/late/late-groups.ts';
import type { SessionKey } from '../core/records/session-key.ts';
import type { Fenced } from './leases.ts';

export interface Settled {
  /** Ids of groups that count from now on. */
  readonly confirmed: readonly string[];
  /** Ids of those of which a row was no longer open: their rows are free, the groups void. */
  readonly refused: readonly string[];
}

/** Every operation may throw store_unavailable or store_damaged; `under`: the row lease that it is done under. */
export interface LateGroups {
  /** Stores groups that are not there yet as proposed; they hold nothing so far. Answers how many were new. */
  propose(
    scope: PartnerScope,
    proposal: { readonly groups: readonly LateGroup[]; readonly under?: Fenced },
  ): Promise<number>;

  /**
   * Claims the rows of every group of the partner that is proposed, each row only where it is open, and confirms or
   * refuses each group; frees the rows of those whose voiding was interrupted. Can be repeated. With `most` it ends after
   * about so many groups, the first that were proposed: nothing is left where it settled none.
   */
  settle(
    scope: PartnerScope,
    of: { readonly at: number; readonly most?: number; readonly under?: Fenced },
  ): Promise<Settled>;

  /** Voids confirmed groups and makes their rows open items again. Answers the record ids that were freed, sorted. */
  void(
    scope: PartnerScope,
    of: { readonly groupIds: readonly string[]; readonly reason: string; readonly at: number; readonly under?: Fenced },
  ): Promise<readonly string[]>;

  /** Confirmed groups with a row of the session, in the order in which they were proposed. */
  ofSession(key: SessionKey): Promise<readonly LateGroup[]>;

  /** The ids of what ofSession answers, in the same order. */
  idsOfSession(key: SessionKey): Promise<readonly string[]>;

  /**
   * Uids of rows booked in [fromDay, toDay] that groups of the partner hold, each once, in any order: of those that were
   * stored with one.
   */
  heldUids(scope: PartnerScope, days: { readonly fromDay: number; readonly toDay: number }): Promise<readonly string[]>;

  /**
   * Confirmed groups of the partner with a row of any session that is booked in [fromDay, toDay], in the order in which
   * they were proposed.
   */
  bookedWithin(
    scope: PartnerScope,
    days: { readonly fromDay: number; readonly toDay: number },
  ): Promise<readonly LateGroup[]>;

  /** Those that there are, void ones too, in the order in which they were proposed. */
  named(scope: PartnerScope, groupIds: readonly string[]): Promise<readonly LateGroup[]>;

  /** Confirmed groups that hold one of the records now, whoever made them, in the order in which they were proposed. */
  holding(scope: PartnerScope, recordIds: readonly string[]): Promise<readonly LateGroup[]>;

  /** Confirmed groups that the operation made, in the order in which they were proposed. */
  ofOperation(scope: PartnerScope, operation: string): Promise<readonly LateGroup[]>;
}
