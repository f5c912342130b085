// The late groups that a run's rows meet: those of its session, and those of other sessions of the partner that hold a
// copy of one of its rows. Several sessions may hold the same statement or overlapping ones, and a row is matched once.

import type { LateGroup } from '../../core/records/documents/late-groups.ts';
import { bookedDays } from '../../core/records/documents/period.ts';
import { SIDES } from '../../core/records/rows/columns.ts';
import type { Store } from '../../ports/store.ts';
import type { PreparedRun } from './prepare-run.ts';

/** `ofSession`: where those of the session are known. They come first: a row of its own is matched here. */
export async function lateGroupsOfRows(
  { lateGroups }: Pick<Store, 'lateGroups'>,
  { scope: { key }, columns }: Pick<PreparedRun, 'scope' | 'columns'>,
  ofSession?: readonly LateGroup[],
): Promise<readonly LateGroup[]> {
  const days = SIDES.flatMap((side) => bookedDays(columns[side]) ?? []);
  const of = {
    fromDay: Math.min(...days.map(({ start }) => start)),
    toDay: Math.max(...days.map(({ end }) => end)),
  };
  const [own, booked] = await Promise.all([
    ofSession ?? lateGroups.ofSession(key),
    days.length === 0 ? [] : lateGroups.bookedWithin(key, of),
  ]);
  const known = new Set(own.map(({ groupId }) => groupId));
  return [...own, ...booked.filter(({ groupId }) => !known.has(groupId))];
}
