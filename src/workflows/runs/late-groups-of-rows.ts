// The late groups that meet a run's rows: groups of its session, and groups of other sessions of the partner that hold
// a copy of one of its rows. Several sessions may have the same statement or overlapping ones, and a row is matched
// once. A run stores which groups made it leave rows out. For a committed run only this list counts, because what it
// matched or found open stays so until the session's next run.

import { periodOf } from '../../core/records/documents/period.ts';
import type { LateGroup } from '../../core/records/late/late-groups.ts';
import type { GroupsMet } from '../../core/records/late/late-matches.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import type { Store } from '../../ports/store.ts';
import type { PreparedRun } from '../preparing/prepare-run.ts';

type LateGroupsOf = Pick<Store, 'lateGroups'>;

/** The late groups of this moment, for a new run. */
export async function lateGroupsOfRows(
  { lateGroups }: LateGroupsOf,
  { scope: { key }, columns }: Pick<PreparedRun, 'scope' | 'columns'>,
): Promise<GroupsMet> {
  const days = periodOf([columns.gl, columns.bank], { start: null, end: null });
  const [own, copied] = await Promise.all([
    lateGroups.ofSession(key),
    days === null ? [] : lateGroups.bookedWithin(key, { fromDay: days.start, toDay: days.end }),
  ]);
  return { own, copied };
}

/** The late groups that meet the rows of a session's run; `own`: the session's present groups, if known. */
export async function lateGroupsOfRun(
  { lateGroups }: LateGroupsOf,
  { key }: Pick<CommittedSession, 'key'>,
  { own, leftOut }: { readonly own: readonly LateGroup[] | undefined; readonly leftOut: readonly string[] },
): Promise<GroupsMet> {
  const [ofSession, copied] = await Promise.all([
    own ?? lateGroups.ofSession(key),
    leftOut.length === 0 ? [] : lateGroups.named(key, leftOut),
  ]);
  return { own: ofSession, copied };
}
