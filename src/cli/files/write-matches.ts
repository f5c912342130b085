// matches.csv: a line for each row of each match group, in the order of the outcome: tier by tier, then netted
// reversals of each side, under the tier `reversal` and without confidence. The row's cells are followed by those of
// its group, which are equal in all its lines.

import type { GroupIds } from '../../core/matching/outcome/group-ids.ts';
import { firstMember } from '../../core/matching/outcome/match-groups.ts';
import { CONFIDENCE, LAST_TIER, type MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import { formatDay } from '../../core/money/calendar.ts';
import { exponentOf, formatMinor } from '../../core/money/money.ts';
import { FEE_BASES } from '../../core/records/groups/fee-basis.ts';
import type { WeighedColumns } from '../../core/records/groups/groups.ts';
import { type LateGroup, type LateRow, lateRows, lateSessions } from '../../core/records/late/late-groups.ts';
import type { LateMatch } from '../../core/records/late/late-matches.ts';
import { type RowColumns, SIDES, type Side } from '../../core/records/rows/columns.ts';
import { dayOfCopy } from '../../core/records/rows/row-day.ts';
import { quotedCell } from '../../core/words/quoted-cell.ts';
import { type CsvFile, type PreparedCells, prepared } from './csv-file.ts';
import { fetchRows, ROW_CELLS, type RowCells, rowCells, writeRowCells } from './row-cells.ts';

export const MATCH_CELLS = `group_id,tier,confidence,side,${ROW_CELLS},probability,difference,fee_basis,cross_month`;

interface MatchesToWrite {
  readonly columns: Readonly<Record<Side, RowColumns>>;
  readonly outcome: MatchOutcome;
  readonly ids: GroupIds;
  /** Matches with rows of other sessions; they come last, with the files of all their rows. */
  readonly late: readonly LateMatch[];
}

/** Groups whose rows are fetched together. */
const TOGETHER = 64;

/** Confidence of a tier: `0.95` for tier 2. */
const confidenceText = (tier: number): string => ((CONFIDENCE[tier] ?? 0) / 100).toFixed(2);

/** `,0.9750`, by ten-thousandths; nothing after the comma if a reference decided. Made on first use. */
const PROBABILITIES: PreparedCells[] = [];

function probabilityOf({ probability }: WeighedColumns, g: number): PreparedCells {
  const value = probability?.[g] ?? 0;
  PROBABILITIES[value] ??= prepared(value === 0 ? ',' : `,${(value / 10_000).toFixed(4)}`);
  return PROBABILITIES[value];
}

/** Explanations of a difference, by the reports' names. */
const NO_FEE = prepared(',');
const FEES = FEE_BASES.map((basis) => (basis === null ? NO_FEE : prepared(`,${basis}`)));

/** `,0.00`, by decimals; most groups have it. */
const EQUAL: PreparedCells[] = [];

/** Writes ledger minus bank, with the decimals of the group's currency. */
function writeDifference(to: CsvFile, minor: number, exponent: number): void {
  if (minor === 0) {
    EQUAL[exponent] ??= prepared(`,${(0).toFixed(exponent)}`);
    to.cells(EQUAL[exponent]);
    return;
  }
  to.comma();
  to.money(minor, exponent);
}

export function writeMatches(to: CsvFile, { columns, outcome, ids, late }: MatchesToWrite): void {
  const { groups, reversals } = outcome;
  const cellsOf = (side: Side, tier: string, confidence: string): RowCells =>
    rowCells(to, columns[side], `,${tier},${confidence},${side},`);
  const byTier = Array.from({ length: LAST_TIER + 1 }, (_, tier) => ({
    gl: cellsOf('gl', String(tier), confidenceText(tier)),
    bank: cellsOf('bank', String(tier), confidenceText(tier)),
  }));
  const exponents = columns.gl.currencies.map(exponentOf);
  for (let g = 0; g < groups.count; g++) {
    if (g % TOGETHER === 0) {
      const end = Math.min(groups.count, g + TOGETHER);
      for (const side of SIDES) {
        const members = groups[side];
        fetchRows(byTier[1][side], members.rows.subarray(firstMember(members, g), firstMember(members, end)));
      }
    }
    const exponent = exponents[columns.gl.currency[groups.gl.rows[firstMember(groups.gl, g)]]];
    for (const side of SIDES) {
      const cells = byTier[groups.tier[g]][side];
      const members = groups[side];
      for (let k = firstMember(members, g), end = firstMember(members, g + 1); k < end; k++) {
        to.digestId(ids.groups, g);
        writeRowCells(to, cells, members.rows[k]);
        to.cells(probabilityOf(groups.weighed, g));
        writeDifference(to, groups.difference[g], exponent);
        to.cells(FEES[groups.feeBasis[g]] ?? NO_FEE);
        to.comma();
        to.newline();
      }
    }
  }
  for (const side of SIDES) {
    const { count, original, reversal, weighed } = reversals[side];
    const cells = cellsOf(side, 'reversal', '');
    for (let i = 0; i < count; i++) {
      for (const row of [original[i], reversal[i]]) {
        to.digestId(ids.reversals[side], i);
        writeRowCells(to, cells, row);
        to.cells(probabilityOf(weighed, i));
        writeDifference(to, 0, cells.exponents[columns[side].currency[row]]);
        to.cells(NO_FEE);
        to.comma();
        to.newline();
      }
    }
  }
  for (const { group, isElsewhere } of late) {
    if (!isElsewhere) for (const row of lateRows(group)) writeLate(to, group, row);
  }
}

function writeLate(to: CsvFile, group: LateGroup, row: LateRow): void {
  const isReversal = group.tier > LAST_TIER;
  const exponent = exponentOf(row.currency);
  const { probability } = group;
  const cells = [
    group.groupId,
    ...(isReversal ? ['reversal', ''] : [group.tier, (group.confidence / 100).toFixed(2)]),
    row.side,
    quotedCell(row.file),
    row.line,
    quotedCell(row.sourceId),
    formatDay(dayOfCopy(row)) ?? '',
    formatMinor(row.amountMinor, exponent),
    quotedCell(row.reference),
    quotedCell(row.narration),
    probability === null ? '' : (probability / 10_000).toFixed(4),
    formatMinor(group.differenceMinor, exponent),
    group.byHand?.differenceAs ?? group.feeBasis ?? '',
    group.origin === 'cross_month' || (group.byHand !== undefined && lateSessions(group).length > 1) ? 'true' : '',
  ];
  to.write(cells.join(','));
  to.newline();
}
