// Tells what would come and go if a session were matched otherwise: its groups, netted reversals and exceptions before
// and after, compared by their rows. A group stands if one of the same rows is there again, whatever its tier.

import { type ClusterSet, membersOf as clusterMembers, typeOf } from '../classification/cluster-set.ts';
import { membersOf } from '../matching/outcome/match-groups.ts';
import type { MatchOutcome } from '../matching/outcome/outcome.ts';
import { CLUSTER_TYPES, type ClusterType } from '../records/documents/cluster-type.ts';
import { SIDES, type Side } from '../records/rows/columns.ts';

export interface Found {
  readonly outcome: MatchOutcome;
  readonly clusters: ClusterSet;
}

/** The row of before that a row of after is; -1: it was not there. */
export type RowBefore = (side: Side, row: number) => number;

export interface ClassChange {
  readonly type: ClusterType;
  readonly before: number;
  readonly after: number;
  /** Exceptions of the class that were not there before, and those that are there no more. */
  readonly come: number;
  readonly go: number;
}

export interface Comparison {
  readonly matches: {
    readonly stay: number;
    /** Of those, the ones in another tier. */
    readonly moved: number;
    /** Numbers of groups after, and of groups before. */
    readonly come: readonly number[];
    readonly go: readonly number[];
  };
  readonly reversals: { readonly stay: number; readonly come: number; readonly go: number };
  readonly exceptions: { readonly stay: number; readonly come: readonly number[]; readonly go: readonly number[] };
  /** Classes of before or after, in their order. */
  readonly classes: readonly ClassChange[];
}

export function compareOutcomes(before: Found, after: Found, rowBefore: RowBefore): Comparison {
  const same: RowBefore = (_, row) => row;
  const groups = comingAndGoing(groupKeys(before.outcome, same), groupKeys(after.outcome, rowBefore));
  const netted = comingAndGoing(reversalKeys(before.outcome, same), reversalKeys(after.outcome, rowBefore));
  const exceptions = comingAndGoing(clusterKeys(before, same), clusterKeys(after, rowBefore));
  const tiers = { before: before.outcome.groups.tier, after: after.outcome.groups.tier };
  const isMoved = ([g, h]: readonly [number, number]) => tiers.before[g] !== tiers.after[h];
  return {
    matches: {
      ...{ stay: groups.stay.length, moved: groups.stay.filter(isMoved).length },
      ...{ come: groups.come, go: groups.go },
    },
    reversals: { stay: netted.stay.length, come: netted.come.length, go: netted.go.length },
    exceptions: { stay: exceptions.stay.length, come: exceptions.come, go: exceptions.go },
    classes: classesOf(before.clusters, after.clusters, exceptions),
  };
}

interface ComingAndGoing {
  /** Numbers before and after of what stays. */
  readonly stay: readonly (readonly [before: number, after: number])[];
  readonly come: readonly number[];
  readonly go: readonly number[];
}

/** A key of after that is null has a row that was not there. */
function comingAndGoing(before: readonly (string | null)[], after: readonly (string | null)[]): ComingAndGoing {
  const left = new Map(before.map((key, n) => [key, n]));
  const stay: [number, number][] = [];
  const come: number[] = [];
  for (const [n, key] of after.entries()) {
    const known = key === null ? undefined : left.get(key);
    if (known === undefined) come.push(n);
    else {
      stay.push([known, n]);
      left.delete(key);
    }
  }
  return { stay, come, go: [...left.values()] };
}

function keyOf(rows: Readonly<Record<Side, Iterable<number>>>, rowBefore: RowBefore): string | null {
  const sides: string[] = [];
  for (const side of SIDES) {
    const known = Array.from(rows[side], (row) => rowBefore(side, row));
    if (known.includes(-1)) return null;
    sides.push(known.sort((a, b) => a - b).join());
  }
  return sides.join('|');
}

function groupKeys({ groups }: MatchOutcome, rowBefore: RowBefore): (string | null)[] {
  const of = (side: Side, g: number) => membersOf(groups[side], g);
  return Array.from({ length: groups.count }, (_, g) => keyOf({ gl: of('gl', g), bank: of('bank', g) }, rowBefore));
}

const reversalKeys = ({ reversals }: MatchOutcome, rowBefore: RowBefore): (string | null)[] =>
  SIDES.flatMap((side) =>
    Array.from({ length: reversals[side].count }, (_, n) => {
      const rows = [reversals[side].original[n]!, reversals[side].reversal[n]!];
      const key = keyOf({ gl: [], bank: [], [side]: rows }, rowBefore);
      return key === null ? null : `${side} ${key}`;
    }),
  );

function clusterKeys({ outcome: { open }, clusters }: Found, rowBefore: RowBefore): (string | null)[] {
  return Array.from({ length: clusters.count }, (_, c) => {
    const { gl, bank } = clusterMembers(clusters, c);
    const rows = { gl: gl.map((item) => open.gl.row[item]!), bank: bank.map((item) => open.bank.row[item]!) };
    const key = keyOf(rows, rowBefore);
    return key === null ? null : `${typeOf(clusters, c)} ${key}`;
  });
}

function classesOf(
  before: ClusterSet,
  after: ClusterSet,
  { come, go }: Pick<ComingAndGoing, 'come' | 'go'>,
): ClassChange[] {
  const all = (set: ClusterSet) => Array.from({ length: set.count }, (_, c) => c);
  const counts = {
    before: countsOf(before, all(before)),
    after: countsOf(after, all(after)),
    ...{ come: countsOf(after, come), go: countsOf(before, go) },
  };
  return CLUSTER_TYPES.map((type) => ({
    type,
    ...{ before: counts.before.get(type) ?? 0, after: counts.after.get(type) ?? 0 },
    ...{ come: counts.come.get(type) ?? 0, go: counts.go.get(type) ?? 0 },
  })).filter((one) => one.before + one.after > 0);
}

function countsOf(set: ClusterSet, some: readonly number[]): ReadonlyMap<ClusterType, number> {
  const counts = new Map<ClusterType, number>();
  for (const c of some) counts.set(typeOf(set, c), (counts.get(typeOf(set, c)) ?? 0) + 1);
  return counts;
}
