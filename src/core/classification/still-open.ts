// Adjusts the open rows of a run to the late groups of today. Rows that a late group holds are left out, as if the run
// had matched without them. Rows that the run left out for a late group that no longer holds them are added as open,
// without findings.

import type { MatchOutcome, OpenRows } from '../matching/outcome/outcome.ts';
import { pickOpenRows } from '../matching/outcome/pick-open-rows.ts';
import { openWithoutFindings } from '../matching/outcome/stored-groups.ts';
import { ROW_MATCHED_ELSEWHERE, ROW_MATCHED_LATE, type RowColumns, SIDES, type Side } from '../records/rows/columns.ts';
import type { ClusterSet, ItemLists } from './cluster-set.ts';

interface FoundOpen {
  readonly outcome: MatchOutcome;
  readonly clusters: ClusterSet;
}

export function stillOpen(columns: Readonly<Record<Side, RowColumns>>, found: FoundOpen): FoundOpen {
  const all = { gl: withFreed('gl', columns.gl, found), bank: withFreed('bank', columns.bank, found) };
  const kept = (side: Side): number[] => {
    const { row, count } = all[side].open;
    const { flags } = columns[side];
    const isHeld = (item: number): boolean => (flags[row[item]] & (ROW_MATCHED_LATE | ROW_MATCHED_ELSEWHERE)) !== 0;
    return Array.from({ length: count }, (_, item) => item).filter((item) => !isHeld(item));
  };
  const items = { gl: kept('gl'), bank: kept('bank') };
  const { open } = found.outcome;
  if (SIDES.every((side) => all[side].open === open[side] && items[side].length === open[side].count)) return found;
  const clusterOf = { gl: all.gl.clusterOf, bank: all.bank.clusterOf };
  return {
    outcome: {
      ...found.outcome,
      open: { gl: pickOpenRows(all.gl.open, items.gl), bank: pickOpenRows(all.bank.open, items.bank) },
    },
    clusters: clustersOf({ ...found.clusters, clusterOf }, items),
  };
}

interface OpenItems {
  readonly open: OpenRows;
  readonly clusterOf: Int32Array;
}

/** Rows that take part and have no fate are added at the end, in no cluster. */
function withFreed(side: Side, columns: RowColumns, { outcome, clusters }: FoundOpen): OpenItems {
  const known = { open: outcome.open[side], clusterOf: clusters.clusterOf[side] };
  const isKnown = new Uint8Array(columns.count);
  for (const row of known.open.row) isKnown[row] = 1;
  const unmatched = openWithoutFindings(side, columns, outcome);
  const items = Array.from({ length: unmatched.count }, (_, item) => item);
  const freed = pickOpenRows(
    unmatched,
    items.filter((item) => isKnown[unmatched.row[item]] === 0),
  );
  if (freed.count === 0) return known;
  const { count, ...ofRun } = known.open;
  const behind = freed as unknown as Readonly<Record<string, Int32Array>>;
  const joined = Object.entries(ofRun as unknown as Readonly<Record<string, Int32Array>>).map(([name, values]) => {
    const column = new (values.constructor as Int32ArrayConstructor)(count + freed.count);
    column.set(values.subarray(0, count));
    column.set(behind[name], count);
    return [name, column];
  });
  const clusterOf = new Int32Array(count + freed.count).fill(-1);
  clusterOf.set(known.clusterOf);
  return { open: { count: count + freed.count, ...Object.fromEntries(joined) }, clusterOf };
}

/** The clusters that still have rows. */
function clustersOf(set: ClusterSet, items: Readonly<Record<Side, readonly number[]>>): ClusterSet {
  const renumbered = new Map<number, number>();
  const clusterOf = (side: Side): Int32Array => Int32Array.from(items[side], (item) => set.clusterOf[side][item]);
  const old = { gl: clusterOf('gl'), bank: clusterOf('bank') };
  const left = new Set([...old.gl, ...old.bank].filter((c) => c >= 0));
  const ground: number[] = [];
  for (let c = 0; c < set.count; c++) {
    if (!left.has(c)) continue;
    renumbered.set(c, ground.length);
    ground.push(set.ground[c]);
  }
  const numbers = (side: Side): Int32Array => old[side].map((c) => renumbered.get(c) ?? -1);
  const now = { gl: numbers('gl'), bank: numbers('bank') };
  return {
    count: ground.length,
    ground: Uint8Array.from(ground),
    grounds: set.grounds,
    clusterOf: now,
    members: { gl: listsOf(now.gl, ground.length), bank: listsOf(now.bank, ground.length) },
  };
}

/** The items of each cluster, in canonical order, which is the order of their places. */
function listsOf(clusterOf: Int32Array, count: number): ItemLists {
  const lists: number[][] = Array.from({ length: count }, () => []);
  clusterOf.forEach((c, item) => {
    if (c >= 0) lists[c].push(item);
  });
  const offsets = new Uint32Array(count + 1);
  lists.forEach((list, c) => {
    offsets[c + 1] = offsets[c] + list.length;
  });
  return { offsets, items: Uint32Array.from(lists.flat()) };
}
