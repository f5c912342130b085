// The result of a matcher by identifiers in the form that every matcher has: groups by tier and in canonical order,
// netted reversals, open rows.

import { canonicalPlaces } from '../../records/rows/canonical-order.ts';
import { SIDES, type Side } from '../../records/rows/columns.ts';
import { allocateReversals } from '../outcome/account-outcome.ts';
import { allocateGroups, rowMembers } from '../outcome/match-groups.ts';
import type { MatchGroups, MatchOutcome, Reversals } from '../outcome/outcome.ts';
import { KEY_ALONE } from '../tiers/pair-list.ts';
import type { BothColumns, KeyedRows } from './keyed-rows.ts';
import type { NettedRows } from './own-reversals.ts';

/** Rows of one group. The first row of each side is the one that has the key. */
export interface KeyedGroup {
  readonly gl: readonly number[];
  readonly bank: readonly number[];
  readonly tier: number;
  readonly days: number;
  /** FEE_* (records/groups/fee-basis.ts). */
  readonly feeBasis: number;
}

export function keyedOutcome(
  rows: KeyedRows,
  {
    groups,
    netted,
    open,
    notes,
  }: {
    readonly groups: readonly KeyedGroup[];
    readonly netted: Readonly<Record<Side, readonly NettedRows[]>>;
    readonly open: MatchOutcome['open'];
    readonly notes: readonly string[];
  },
): MatchOutcome {
  return {
    groups: matchGroups(rows.columns, groups),
    reversals: { gl: reversals(rows.columns, 'gl', netted.gl), bank: reversals(rows.columns, 'bank', netted.bank) },
    open,
    notes: [...notes].sort(),
  };
}

function matchGroups(columns: BothColumns, given: readonly KeyedGroup[]): MatchGroups {
  const places = canonicalPlaces(
    columns.gl,
    Uint32Array.from(given, ({ gl }) => gl[0]),
  );
  const groups = Array.from(places, (k) => given[k]).sort((a, b) => a.tier - b.tier);
  const isOneToOne = groups.every(({ gl, bank }) => gl.length === 1 && bank.length === 1);
  const count = groups.length;
  const out = allocateGroups({ count, rows: null, weighed: [] });
  const ofSide = (side: Side) => groups.map((group) => canonical(columns, side, group[side]));
  const members = isOneToOne ? {} : { gl: rowMembers(ofSide('gl')), bank: rowMembers(ofSide('bank')) };
  if (isOneToOne) for (const side of SIDES) out[side].rows.set(groups.map((group) => group[side][0]));
  groups.forEach((group, g) => {
    const sum = (side: Side) => group[side].reduce((all, row) => all + columns[side].amount[row], 0);
    out.tier[g] = group.tier;
    out.difference[g] = sum('gl') - sum('bank');
    out.days[g] = group.days;
    out.feeBasis[g] = group.feeBasis;
  });
  out.textScore.fill(KEY_ALONE);
  for (const none of [out.runnerUp, out.runnerUpGap]) none.fill(-1);
  return { ...out, ...members };
}

function canonical(columns: BothColumns, side: Side, rows: readonly number[]): Uint32Array {
  const list = Uint32Array.from(rows);
  return canonicalPlaces(columns[side], list).map((k) => list[k]);
}

function reversals(columns: BothColumns, side: Side, netted: readonly NettedRows[]): Reversals {
  const originals = Uint32Array.from(netted, ({ original }) => original);
  const sorted = Array.from(canonicalPlaces(columns[side], originals), (k) => netted[k]);
  const out = allocateReversals(sorted.length, []);
  sorted.forEach(({ original, reversal }, k) => {
    out.original[k] = original;
    out.reversal[k] = reversal;
    out.byKey[k] = 1;
  });
  return out;
}
