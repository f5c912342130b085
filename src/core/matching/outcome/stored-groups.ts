// Reads back a run's matches that group-columns.ts wrote, in the form of a matching outcome.

import { type GroupColumns, NO_POSITION, TIER_REVERSAL, weighedNames } from '../../records/groups/groups.ts';
import { type RowColumns, SIDES, type Side } from '../../records/rows/columns.ts';
import type { Positions } from '../../records/rows/positions.ts';
import { allocateOpenRows, allocateReversals } from './account-outcome.ts';
import { allocateGroups } from './match-groups.ts';
import type { MatchOutcome, OpenRows, Reversals } from './outcome.ts';

const COLUMNS = ['tier', 'difference', 'days', 'textScore', 'feeBasis', 'runnerUpGap'] as const;

/** Throws RangeError when a group names a row that the sides do not have. */
export function outcomeOfGroups(
  stored: GroupColumns,
  positions: Positions,
): Pick<MatchOutcome, 'groups' | 'reversals'> {
  const ingestions = stored.ingestions.map((id) => positions.ingestions.indexOf(id));
  const at = (side: Side, words: Uint32Array, k: number): number => {
    const row = positions.rowAt(side, ingestions[words[2 * k]], words[2 * k + 1]);
    if (row < 0) throw new RangeError('a group names a row that its session does not have');
    return row;
  };
  let count = 0;
  while (count < stored.count && stored.tier[count] < TIER_REVERSAL) count++;
  const rowsOf = (side: Side): number => stored[side].offsets[count];
  const isOneToOne = SIDES.every((side) =>
    stored[side].offsets.subarray(0, count + 1).every((first, g) => first === g),
  );
  const rows = isOneToOne ? null : { gl: rowsOf('gl'), bank: rowsOf('bank') };
  const groups = allocateGroups({ count, rows, weighed: weighedNames([stored.weighed]) });
  for (const side of SIDES) {
    for (let k = 0; k < rowsOf(side); k++) groups[side].rows[k] = at(side, stored[side].positions, k);
    groups[side].offsets?.set(stored[side].offsets.subarray(0, count + 1));
  }
  for (let g = 0; g < count; g++) {
    groups.runnerUp[g] = stored.runnerUp[2 * g] === NO_POSITION ? -1 : at('bank', stored.runnerUp, g);
  }
  for (const name of COLUMNS) groups[name].set(stored[name].subarray(0, count));
  for (const name of weighedNames([stored.weighed])) {
    groups.weighed[name]!.set(stored.weighed[name]!.subarray(0, count));
  }
  const netted = (side: Side): Reversals => {
    const numbers: number[] = [];
    for (let g = count; g < stored.count; g++) {
      if (stored[side].offsets[g + 1]! > stored[side].offsets[g]!) numbers.push(g);
    }
    const names = weighedNames([stored.weighed]);
    const reversals = allocateReversals(numbers.length, names);
    numbers.forEach((g, r) => {
      reversals.original[r] = at(side, stored[side].positions, stored[side].offsets[g]!);
      reversals.reversal[r] = at(side, stored[side].positions, stored[side].offsets[g]! + 1);
      reversals.byKey[r] = stored.byKey[g]!;
      for (const name of names) reversals.weighed[name]![r] = stored.weighed[name]![g]!;
    });
    return reversals;
  };
  const [gl, bank] = SIDES.map(netted);
  return { groups, reversals: { gl: gl!, bank: bank! } };
}

/**
 * The rows of a side that take part and are in no group, without findings: for runs of versions that did not store
 * findings.
 */
export function openWithoutFindings(
  side: Side,
  { count, flags }: RowColumns,
  { groups, reversals }: Pick<MatchOutcome, 'groups' | 'reversals'>,
): OpenRows {
  const isTaken = Uint8Array.from(flags, (bits) => (bits === 0 ? 0 : 1));
  for (const rows of [groups[side].rows, reversals[side].original, reversals[side].reversal]) {
    for (const row of rows) isTaken[row] = 1;
  }
  return withoutFindings(Array.from({ length: count }, (_, row) => row).filter((row) => isTaken[row] === 0));
}

/** Open rows of which nothing is known. */
export function withoutFindings(rows: readonly number[]): OpenRows {
  const open = allocateOpenRows(rows.length);
  open.row.set(rows);
  const { duplicateOf, keyHolder, amountHolder, ambiguity } = open;
  const { currencyPartner, directionPartner, amountPartner, datePartner } = open;
  for (const none of [duplicateOf, keyHolder, amountHolder, ambiguity]) none.fill(-1);
  for (const none of [currencyPartner, directionPartner, amountPartner, datePartner]) none.fill(-1);
  return open;
}
