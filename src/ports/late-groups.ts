// Late groups: proposed, their rows claimed under guard, then confirmed. A crash in between leaves a proposed group.
// The next holder of the partner's row lease settles it: the group is confirmed if all of its rows were or can be
// claimed; otherwise its rows are freed. Rules: docs/decisions/across-months.md, "Late groups".

import type { LateGroup } from '../core/records/late/late-groups.ts';
import type { PartnerScope, SessionKey } from '../core/records/session-key.ts';
import type { Fenced } from './leases.ts';

export interface Settled {
  /** Ids of groups that count from now on. */
  readonly confirmed: readonly string[];
  /** Ids of groups with a row that was no longer open: the groups are void and their rows free. */
  readonly refused: readonly string[];
}

/** Every operation may throw store_unavailable or store_damaged; `under`: the row lease for the operation. */
export interface LateGroups {
  /** Stores new groups as proposed; they hold no rows yet. Answers how many were new. */
  propose(
    scope: PartnerScope,
    proposal: { readonly groups: readonly LateGroup[]; readonly under?: Fenced },
  ): Promise<number>;

  /**
   * Claims the rows of all proposed groups of the partner, each row only if it is open, and confirms or refuses each
   * group. Frees the rows of groups whose voiding was interrupted. Can be repeated. With `most` it stops after about
   * that many groups, the oldest proposals first; if it settled no group, none is left.
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
   * Uids of rows booked in [fromDay, toDay] that groups of the partner hold, each once, in any order. Rows that were
   * stored without a uid are left out.
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

  /** The named groups that exist, void ones too, in the order in which they were proposed. */
  named(scope: PartnerScope, groupIds: readonly string[]): Promise<readonly LateGroup[]>;

  /** Confirmed groups that hold one of the records now, of any maker, in the order in which they were proposed. */
  holding(scope: PartnerScope, recordIds: readonly string[]): Promise<readonly LateGroup[]>;

  /** Confirmed groups that the operation made, in the order in which they were proposed. */
  ofOperation(scope: PartnerScope, operation: string): Promise<readonly LateGroup[]>;
}
