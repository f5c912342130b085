// Matches books with a custodian's report, in the form of outcome that every kind has. A position that agrees is a
// group of its lots on both sides: tier 1 if the values are equal, tier 2 within the tolerances. The rows of a position
// with a break stay open together: `ambiguity` is the number of the position, `facts` the kind of break (breaks.ts).
// Lump sum methods also compare totals (total-holdings.ts): tier 9.

import { canonicalOrder } from '../../records/rows/canonical-order.ts';
import { type RowColumns, SIDES, type Side } from '../../records/rows/columns.ts';
import { allocateOpenRows, allocateReversals } from '../outcome/account-outcome.ts';
import { allocateGroups } from '../outcome/match-groups.ts';
import type { MatchGroups, MatchOutcome, OpenRows } from '../outcome/outcome.ts';
import { KEY_ALONE, SUM_ALONE } from '../tiers/pair-list.ts';
import { breakNumber, type ComparedHolding, compareHoldings } from './link-positions.ts';
import { positionsOf } from './positions.ts';
import { type HoldingParameters, type TotalHoldings, totalHoldings } from './total-holdings.ts';

const TIER_EXACT = 1;
const TIER_TOLERANCE = 2;
const TIER_TOTAL = 9;

export interface HoldingsToMatch {
  readonly gl: RowColumns;
  readonly bank: RowColumns;
  /** For each side and label of its columns the number of the account. */
  readonly accounts: Readonly<Record<Side, ArrayLike<number>>>;
  readonly parameters: HoldingParameters;
}

export function matchHoldings({ gl, bank, accounts, parameters }: HoldingsToMatch): MatchOutcome {
  const columns = { gl, bank };
  const places = { gl: placesOf(gl), bank: placesOf(bank) };
  const compared = compareHoldings(positionsOf(columns, accounts), parameters);
  for (const holding of compared) {
    for (const side of SIDES) {
      const rows = holding[side]?.rows ?? [];
      if (rows.length > 1) rows.sort((a, b) => places[side][a] - places[side][b]);
    }
  }
  const { totals, left } = totalHoldings(inOrder(compared, places), parameters);
  const agreed = left.flatMap(({ gl, bank, found }): Agreed[] => {
    if (found !== null) return [];
    const difference = gl!.amount - bank!.amount;
    return [{ gl: gl!, bank: bank!, difference, tier: difference === 0 ? TIER_EXACT : TIER_TOLERANCE }];
  });
  const broken = left.filter(({ found }) => found !== null);
  for (const side of SIDES) {
    for (const total of totals) total[side].rows.sort((a, b) => places[side][a] - places[side][b]);
  }
  const none = allocateReversals(0, []);
  return {
    groups: groupsOf([...agreed, ...totals.map((total) => ({ ...total, tier: TIER_TOTAL }))]),
    reversals: { gl: none, bank: none },
    open: { gl: openRowsOf(broken, 'gl', places.gl), bank: openRowsOf(broken, 'bank', places.bank) },
    notes: [],
  };
}

/**
 * Orders holdings by their first row in the books, then at the custodian, in canonical order. No row is in two
 * positions.
 */
function inOrder(
  compared: readonly ComparedHolding[],
  places: Readonly<Record<Side, Uint32Array>>,
): readonly ComparedHolding[] {
  const at = new Array<ComparedHolding | undefined>(places.gl.length + places.bank.length);
  for (const holding of compared) {
    const { gl, bank } = holding;
    at[gl === null ? places.gl.length + places.bank[bank!.rows[0]] : places.gl[gl.rows[0]]] = holding;
  }
  return at.filter((holding) => holding !== undefined);
}

/** For each row its place in canonical order. */
function placesOf(columns: RowColumns): Uint32Array {
  const order = canonicalOrder(
    columns,
    Uint32Array.from({ length: columns.count }, (_, row) => row),
  );
  const places = new Uint32Array(columns.count);
  order.forEach((row, place) => {
    places[row] = place;
  });
  return places;
}

type Agreed = TotalHoldings & { readonly tier: number };

function groupsOf(agreed: readonly Agreed[]): MatchGroups {
  const tiers = [TIER_EXACT, TIER_TOLERANCE, TIER_TOTAL];
  const ordered = tiers.flatMap((tier) => agreed.filter((group) => group.tier === tier));
  const isOneToOne = ordered.every(({ gl, bank }) => gl.rows.length === 1 && bank.rows.length === 1);
  const rows = (side: Side): number => ordered.reduce((sum, group) => sum + group[side].rows.length, 0);
  const groups = allocateGroups({
    count: ordered.length,
    rows: isOneToOne ? null : { gl: rows('gl'), bank: rows('bank') },
    weighed: [],
  });
  const next = { gl: 0, bank: 0 };
  ordered.forEach((group, g) => {
    for (const side of SIDES) {
      for (const row of group[side].rows) groups[side].rows[next[side]++] = row;
      const { offsets } = groups[side];
      if (offsets !== null) offsets[g + 1] = next[side];
    }
    groups.tier[g] = group.tier;
    groups.difference[g] = group.difference;
    groups.textScore[g] = group.tier === TIER_TOTAL ? SUM_ALONE : KEY_ALONE;
  });
  groups.runnerUp.fill(-1);
  groups.runnerUpGap.fill(-1);
  return groups;
}

function openRowsOf(broken: readonly ComparedHolding[], side: Side, places: Uint32Array): OpenRows {
  const items = broken.flatMap((holding, number) =>
    (holding[side]?.rows ?? []).map((row) => ({ row, number, facts: breakNumber(holding.found!) })),
  );
  items.sort((a, b) => places[a.row] - places[b.row]);
  const open = allocateOpenRows(items.length);
  items.forEach(({ row, number, facts }, k) => {
    open.row[k] = row;
    open.facts[k] = facts;
    open.ambiguity[k] = number;
  });
  for (const none of NOTHING_KNOWN) open[none].fill(-1);
  return open;
}

const NOTHING_KNOWN = [
  'duplicateOf',
  'keyHolder',
  'amountHolder',
  'currencyPartner',
  'directionPartner',
  'amountPartner',
  'datePartner',
] as const;
