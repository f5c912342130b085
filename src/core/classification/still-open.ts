// What a run found of its open rows, without those that a late group holds by now: a run that was committed before the
// group was made is read back as if it had matched without them.

import type { MatchOutcome, OpenRows } from '../matching/outcome/outcome.ts';
import { ROW_MATCHED_LATE, type RowColumns, SIDES, type Side } from '../records/rows/columns.ts';
import type { ClusterSet, ItemLists } from './cluster-set.ts';

export interface FoundOpen {
  readonly outcome: MatchOutcome;
  readonly clusters: ClusterSet;
}

export function stillOpen(columns: Readonly<Record<Side, RowColumns>>, found: FoundOpen): FoundOpen {
  const kept = (side: Side): number[] => {
    const { row, count } = found.outcome.open[side];
    const { flags } = columns[side];
    return Array.from({ length: count }, (_, item) => item).filter((item) => !(flags[row[item]!]! & ROW_MATCHED_LATE));
  };
  const items = { gl: kept('gl'), bank: kept('bank') };
  const { open } = found.outcome;
  if (SIDES.every((side) => items[side].length === open[side].count)) return found;
  return {
    outcome: { ...found.outcome, open: { gl: openOf(open.gl, items.gl), bank: openOf(open.bank, items.bank) } },
    clusters: clustersOf(found.clusters, items),
  };
}

/** Column by column, whichever there are. */
function openOf(open: OpenRows, items: readonly number[]): OpenRows {
  const pick = (values: Int32Array): Int32Array => {
    const picked = values.slice(0, items.length);
    items.forEach((item, k) => {
      picked[k] = values[item]!;
    });
    return picked;
  };
  const { count: _, ...columns } = open;
  const picked = Object.entries(columns).map(([name, values]) => [name, pick(values as Int32Array)]);
  return { count: items.length, ...Object.fromEntries(picked) };
}

/** A cluster that has lost all of its rows is none. */
function clustersOf(set: ClusterSet, items: Readonly<Record<Side, readonly number[]>>): ClusterSet {
  const renumbered = new Map<number, number>();
  const clusterOf = (side: Side): Int32Array => Int32Array.from(items[side], (item) => set.clusterOf[side][item]!);
  const old = { gl: clusterOf('gl'), bank: clusterOf('bank') };
  const left = new Set([...old.gl, ...old.bank].filter((c) => c >= 0));
  const ground: number[] = [];
  for (let c = 0; c < set.count; c++) {
    if (!left.has(c)) continue;
    renumbered.set(c, ground.length);
    ground.push(set.ground[c]!);
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

/** Items of a cluster are in canonical order, which is that of their places. */
function listsOf(clusterOf: Int32Array, count: number): ItemLists {
  const lists: number[][] = Array.from({ length: count }, () => []);
  clusterOf.forEach((c, item) => {
    if (c >= 0) lists[c]!.push(item);
  });
  const offsets = new Uint32Array(count + 1);
  lists.forEach((list, c) => {
    offsets[c + 1] = offsets[c]! + list.length;
  });
  return { offsets, items: Uint32Array.from(lists.flat()) };
}
