// Opening rows beyond the search days: an old cheque that the bank pays in the period. A pair that a reference proves
// is matched by the rule of a match across months (pairs-beyond.ts); what only amount and texts show stays a question,
// an exception of date difference.

import { allocateOpenRows, allocateReversals } from '../matching/outcome/account-outcome.ts';
import { allocateGroups } from '../matching/outcome/match-groups.ts';
import { mergeOutcomes } from '../matching/outcome/merge-outcomes.ts';
import type { MatchOutcome, OpenRows } from '../matching/outcome/outcome.ts';
import { pickOpenRows } from '../matching/outcome/pick-open-rows.ts';
import { KEY_ALONE } from '../matching/tiers/pair-list.ts';
import { daysApartOfRows } from '../matching/window.ts';
import { otherSide, type RowColumns, SIDES, type Side } from '../records/rows/columns.ts';
import { type PairBeyond, pairsBeyond } from './pairs-beyond.ts';

interface MatchedWithOpening {
  readonly columns: Readonly<Record<Side, RowColumns>>;
  /** How many rows of each side are of the period's own files; the opening rows follow. */
  readonly ownRows: Readonly<Record<Side, number>>;
  readonly outcome: MatchOutcome;
}

/** The outcome with the proven pairs of opening rows as groups. */
export function withOpeningPairs({ columns, ownRows, outcome }: MatchedWithOpening): MatchOutcome {
  if (SIDES.every((side) => columns[side].count === ownRows[side])) return outcome;
  const rows = { gl: { rows: columns.gl }, bank: { rows: columns.bank } };
  const pairs = pairsBeyond(rows, outcome)
    .proven.filter((pair) => pair.isByKey && SIDES.some((side) => pair[side] >= ownRows[side]))
    .sort((a, b) => Number(b.isEqual) - Number(a.isEqual));
  if (pairs.length === 0) return outcome;
  const taken = { gl: new Set(pairs.map(({ gl }) => gl)), bank: new Set(pairs.map(({ bank }) => bank)) };
  const left = (side: Side): OpenRows =>
    stillOpen(outcome.open[side], { own: taken[side], other: taken[otherSide(side)] });
  return mergeOutcomes([
    { ...outcome, open: { gl: left('gl'), bank: left('bank') } },
    {
      groups: groupsOf(pairs, columns),
      reversals: { gl: allocateReversals(0, []), bank: allocateReversals(0, []) },
      open: { gl: allocateOpenRows(0), bank: allocateOpenRows(0) },
      notes: [],
    },
  ]);
}

/** Open rows that are in none of the pairs; a partner that is in one is none any more. */
function stillOpen(
  open: OpenRows,
  { own, other }: { readonly own: ReadonlySet<number>; readonly other: ReadonlySet<number> },
): OpenRows {
  const items = Array.from({ length: open.count }, (_, item) => item).filter((item) => !own.has(open.row[item]));
  const left = pickOpenRows(open, items);
  for (const partner of [left.amountHolder, left.currencyPartner, left.directionPartner, left.amountPartner]) {
    partner.forEach((row, item) => {
      if (other.has(row)) partner[item] = -1;
    });
  }
  return left;
}

/** Tier 1, or tier 2 with an allowed difference. */
function groupsOf(pairs: readonly PairBeyond[], { gl, bank }: MatchedWithOpening['columns']): MatchOutcome['groups'] {
  const groups = allocateGroups({ count: pairs.length, rows: null, weighed: [] });
  pairs.forEach((pair, g) => {
    groups.gl.rows[g] = pair.gl;
    groups.bank.rows[g] = pair.bank;
    groups.tier[g] = pair.isEqual ? 1 : 2;
    groups.difference[g] = gl.amount[pair.gl] - bank.amount[pair.bank];
    groups.days[g] = daysApartOfRows(gl, pair.gl, bank, pair.bank) ?? 0;
    groups.textScore[g] = KEY_ALONE;
    groups.runnerUp[g] = -1;
    groups.runnerUpGap[g] = -1;
  });
  return groups;
}
