// A run's matches in the form that is stored: pairs by tier, then netted reversals, rows named by position; and how
// they are cut into blocks with the sums that the blocks' headers carry.

import { groupTwins } from '../../records/groups/group-ids.ts';
import {
  type GroupAmount,
  type GroupColumns,
  groupBlockRanges,
  NO_POSITION,
  NO_SCORE,
  TIER_REVERSAL,
} from '../../records/groups/groups.ts';
import { sharedFloat64, sharedInt32, sharedUint8, sharedUint32 } from '../../records/rows/allocate.ts';
import { type RowColumns, SIDES, type Side } from '../../records/rows/columns.ts';
import type { Positions } from '../../records/rows/positions.ts';
import type { Range } from '../../records/rows/range.ts';
import { exactSums } from '../../summary/exact-sums.ts';
import { CONFIDENCE, type MatchOutcome } from './outcome.ts';

/** Confidence of a netted reversal in hundredths: by the key, by a marker and the text. */
export const REVERSAL_CONFIDENCE = { byKey: 100, byMarker: 90 } as const;

/** `columns`: the rows that were matched. */
export function groupColumns(
  outcome: MatchOutcome,
  positions: Positions,
  columns: Readonly<Record<Side, RowColumns>>,
): GroupColumns {
  const { pairs, reversals } = outcome;
  const twins = groupTwins({ columns, outcome });
  const count = pairs.count + reversals.gl.count + reversals.bank.count;
  const groups = allocate(count, positions, {
    gl: pairs.count + 2 * reversals.gl.count,
    bank: pairs.count + 2 * reversals.bank.count,
  });
  const members = { gl: 0, bank: 0 };
  const put = (side: Side, row: number): void => {
    const at = members[side]++;
    groups[side].positions[2 * at] = positions.ingestionOf(side, row);
    groups[side].positions[2 * at + 1] = positions.ordinalOf(side, row);
  };
  for (let p = 0; p < pairs.count; p++) {
    put('gl', pairs.gl[p]!);
    put('bank', pairs.bank[p]!);
    const tier = pairs.tier[p]!;
    groups.tier[p] = tier;
    groups.confidence[p] = CONFIDENCE[tier]!;
    groups.difference[p] = pairs.difference[p]!;
    groups.days[p] = pairs.days[p]!;
    groups.textScore[p] = pairs.textScore[p]!;
    groups.feeBasis[p] = pairs.feeBasis[p]!;
    groups.byKey[p] = tier <= 2 ? 1 : 0;
    const second = pairs.runnerUp[p]!;
    groups.runnerUp[2 * p] = second < 0 ? NO_POSITION : positions.ingestionOf('bank', second);
    groups.runnerUp[2 * p + 1] = second < 0 ? NO_POSITION : positions.ordinalOf('bank', second);
    groups.runnerUpGap[p] = pairs.runnerUpGap[p]!;
    groups.gl.offsets[p + 1] = members.gl;
    groups.bank.offsets[p + 1] = members.bank;
  }
  groups.twin.set(twins.pairs);
  let g = pairs.count;
  for (const side of SIDES) {
    groups.twin.set(twins.reversals[side], g);
    for (let r = 0; r < reversals[side].count; r++, g++) {
      put(side, reversals[side].original[r]!);
      put(side, reversals[side].reversal[r]!);
      const byKey = reversals[side].byKey[r]!;
      groups.tier[g] = TIER_REVERSAL;
      groups.confidence[g] = byKey ? REVERSAL_CONFIDENCE.byKey : REVERSAL_CONFIDENCE.byMarker;
      groups.textScore[g] = NO_SCORE;
      groups.byKey[g] = byKey;
      groups.runnerUp.fill(NO_POSITION, 2 * g, 2 * g + 2);
      groups.runnerUpGap[g] = NO_SCORE;
      groups.gl.offsets[g + 1] = members.gl;
      groups.bank.offsets[g + 1] = members.bank;
    }
  }
  return groups;
}

function allocate(count: number, { ingestions }: Positions, rows: Readonly<Record<Side, number>>): GroupColumns {
  return {
    count,
    tier: sharedUint8(count),
    confidence: sharedUint8(count),
    difference: sharedFloat64(count),
    days: sharedInt32(count),
    textScore: new Int16Array(new SharedArrayBuffer(2 * count)),
    feeBasis: sharedUint8(count),
    byKey: sharedUint8(count),
    runnerUp: sharedUint32(2 * count),
    runnerUpGap: sharedInt32(count),
    gl: { offsets: sharedUint32(count + 1), positions: sharedUint32(2 * rows.gl) },
    bank: { offsets: sharedUint32(count + 1), positions: sharedUint32(2 * rows.bank) },
    twin: sharedUint32(count),
    ingestions,
  };
}

/** Blocks of one tier and at most `most` groups, each with its sums by currency. */
export function planGroupBlocks(
  outcome: MatchOutcome,
  { groups, columns, most }: { groups: GroupColumns; columns: Readonly<Record<Side, RowColumns>>; most: number },
): { range: Range; amounts: GroupAmount[] }[] {
  const codes = [...new Set([...columns.gl.currencies, ...columns.bank.currencies])].sort();
  const codeOf = {
    gl: columns.gl.currencies.map((code) => codes.indexOf(code)),
    bank: columns.bank.currencies.map((code) => codes.indexOf(code)),
  };
  return groupBlockRanges(groups.tier, most).map((range) => {
    const sums = { gl: exactSums(codes.length), bank: exactSums(codes.length) };
    const met = new Uint8Array(codes.length);
    const add = (side: Side, row: number): void => {
      const code = codeOf[side][columns[side].currency[row]!]!;
      sums[side].add(code, columns[side].amount[row]!);
      met[code] = 1;
    };
    for (let g = range.from; g < range.to; g++) addGroup(outcome, g, add);
    const amounts = codes.flatMap((currency, code) => {
      const sum = () => ({ currency, glAmountMinor: sums.gl.sum(code), bankAmountMinor: sums.bank.sum(code) });
      return met[code] === 1 ? [sum()] : [];
    });
    return { range, amounts };
  });
}

/** Calls `add` with each row of group g. */
function addGroup({ pairs, reversals }: MatchOutcome, g: number, add: (side: Side, row: number) => void): void {
  if (g < pairs.count) {
    add('gl', pairs.gl[g]!);
    add('bank', pairs.bank[g]!);
    return;
  }
  let r = g - pairs.count;
  const side: Side = r < reversals.gl.count ? 'gl' : 'bank';
  if (side === 'bank') r -= reversals.gl.count;
  add(side, reversals[side].original[r]!);
  add(side, reversals[side].reversal[r]!);
}
