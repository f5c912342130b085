// A run's matches in the form that is stored: groups by tier, then netted reversals, with rows named by position. Also
// cuts them into blocks, with the sums for the blocks' headers.

import { exactSums } from '../../money/exact-sums.ts';
import { sharedGroups } from '../../records/groups/allocate-groups.ts';
import {
  type GroupAmount,
  type GroupColumns,
  groupBlockRanges,
  NO_POSITION,
  NO_SCORE,
  TIER_REVERSAL,
  type WeighedColumn,
  weighedNames,
} from '../../records/groups/groups.ts';
import { sharedInt16 } from '../../records/rows/allocate.ts';
import { type RowColumns, SIDES, type Side } from '../../records/rows/columns.ts';
import type { Positions } from '../../records/rows/positions.ts';
import type { Range } from '../../records/rows/range.ts';
import { groupTwins } from './group-ids.ts';
import { firstMember } from './match-groups.ts';
import { CONFIDENCE, type MatchOutcome } from './outcome.ts';

/** Confidence of a netted reversal in hundredths: by the key, by a marker and the text. */
export const REVERSAL_CONFIDENCE = { byKey: 100, byMarker: 90 } as const;

/** The tier of rows of one key that add up: like tiers 1 and 2 it is decided by the key. */
const BATCH_BY_KEY = 7;

/** `columns`: the rows that were matched. */
export function groupColumns(
  outcome: MatchOutcome,
  positions: Positions,
  columns: Readonly<Record<Side, RowColumns>>,
): GroupColumns {
  const { groups: matched, reversals } = outcome;
  const twins = groupTwins({ columns, outcome });
  const count = matched.count + reversals.gl.count + reversals.bank.count;
  const weighed = weighedNames([matched.weighed, reversals.gl.weighed, reversals.bank.weighed]);
  const groups = allocate({ count, weighed }, positions, {
    gl: matched.gl.rows.length + 2 * reversals.gl.count,
    bank: matched.bank.rows.length + 2 * reversals.bank.count,
  });
  const members = { gl: 0, bank: 0 };
  const put = (side: Side, row: number): void => {
    const at = members[side]++;
    groups[side].positions[2 * at] = positions.ingestionOf(side, row);
    groups[side].positions[2 * at + 1] = positions.ordinalOf(side, row);
  };
  for (let m = 0; m < matched.count; m++) {
    for (let k = firstMember(matched.gl, m), end = firstMember(matched.gl, m + 1); k < end; k++) {
      put('gl', matched.gl.rows[k]);
    }
    for (let k = firstMember(matched.bank, m), end = firstMember(matched.bank, m + 1); k < end; k++) {
      put('bank', matched.bank.rows[k]);
    }
    const tier = matched.tier[m];
    groups.tier[m] = tier;
    groups.confidence[m] = CONFIDENCE[tier];
    groups.byKey[m] = tier <= 2 || tier === BATCH_BY_KEY ? 1 : 0;
    const second = matched.runnerUp[m];
    groups.runnerUp[2 * m] = second < 0 ? NO_POSITION : positions.ingestionOf('bank', second);
    groups.runnerUp[2 * m + 1] = second < 0 ? NO_POSITION : positions.ordinalOf('bank', second);
    groups.gl.offsets[m + 1] = members.gl;
    groups.bank.offsets[m + 1] = members.bank;
  }
  groups.difference.set(matched.difference);
  groups.days.set(matched.days);
  groups.textScore.set(matched.textScore);
  groups.feeBasis.set(matched.feeBasis);
  groups.runnerUpGap.set(matched.runnerUpGap);
  for (const name of weighed) {
    const column = groups.weighed[name]!;
    let at = 0;
    for (const part of [matched, reversals.gl, reversals.bank]) {
      if (part.weighed[name] !== undefined) column.set(part.weighed[name], at);
      at += part.count;
    }
  }
  groups.twin.set(twins.groups);
  let g = matched.count;
  for (const side of SIDES) {
    groups.twin.set(twins.reversals[side], g);
    for (let r = 0; r < reversals[side].count; r++, g++) {
      put(side, reversals[side].original[r]);
      put(side, reversals[side].reversal[r]);
      const byKey = reversals[side].byKey[r];
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

function allocate(
  { count, weighed }: { readonly count: number; readonly weighed: readonly WeighedColumn[] },
  { ingestions }: Positions,
  rows: Readonly<Record<Side, number>>,
): GroupColumns {
  return {
    ...sharedGroups(count, rows),
    weighed: Object.fromEntries(weighed.map((name) => [name, sharedInt16(count)])),
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
      const code = codeOf[side][columns[side].currency[row]];
      sums[side].add(code, columns[side].amount[row]);
      met[code] = 1;
    };
    addRows(outcome, range, add);
    const amounts = codes.flatMap((currency, code) => {
      const sum = () => ({ currency, glAmountMinor: sums.gl.sum(code), bankAmountMinor: sums.bank.sum(code) });
      return met[code] === 1 ? [sum()] : [];
    });
    return { range, amounts };
  });
}

/** Calls `add` with each row of the groups of a range, which are of one tier. */
function addRows(
  { groups, reversals }: MatchOutcome,
  { from, to }: Range,
  add: (side: Side, row: number) => void,
): void {
  if (to <= groups.count) {
    for (const side of SIDES) {
      const { rows } = groups[side];
      // The members of consecutive groups are consecutive.
      for (let k = firstMember(groups[side], from), end = firstMember(groups[side], to); k < end; k++)
        add(side, rows[k]);
    }
    return;
  }
  for (let g = from; g < to; g++) {
    let r = g - groups.count;
    const side: Side = r < reversals.gl.count ? 'gl' : 'bank';
    if (side === 'bank') r -= reversals.gl.count;
    add(side, reversals[side].original[r]);
    add(side, reversals[side].reversal[r]);
  }
}
