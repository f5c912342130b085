// A sheet of decisions as it goes out: a line for each exception, the columns to fill first, and a second sheet with
// every row of the files that the exceptions are about.

import { CLASS_NAMES } from '../classification/class-names.ts';
import type { Cluster } from '../records/documents/clusters.ts';
import { SIDES, type Side } from '../records/rows/columns.ts';
import type { Digest } from '../records/rows/identity.ts';
import {
  cellText,
  dayCell,
  ISO_DAYS,
  type LaidOutCell,
  moneyCell,
  numberCell,
  type Sheet,
  textCell,
} from '../summary/layout/cell.ts';
import { checkOf } from './row-check.ts';
import { DECISION_TITLES, DECISION_WORDS, DECISIONS_SHEET, ROWS_SHEET } from './sheet-words.ts';

/** A row of a file, as sheets show it. */
export interface SheetEntry {
  readonly recordId: string;
  readonly day: number;
  readonly valueDay: number;
  readonly amountMinor: number;
  readonly currency: string;
  readonly reference: string | null;
  readonly settlementSession: string | null;
  readonly narration: string | null;
  readonly file: string;
  readonly line: number;
}

export interface SheetLine {
  readonly cluster: Cluster;
  readonly ageDays: number | null;
  /** The exception's rows that are still kept. */
  readonly rows: Readonly<Record<Side, readonly SheetEntry[]>>;
  /** What a person wrote before, where rows are sent back. */
  readonly written: { readonly decision: string; readonly note: string };
}

export const NOTHING_WRITTEN = { decision: '', note: '' } as const;

const WIDTHS = [18, 24, 30, 10, 60, 9, 11, 22, 40, 15, 11, 22, 40, 15, 13, 6, 6, 6, 34, 44];

/** The same lines give the same sheets. */
export const decisionSheets = (lines: readonly SheetLine[], digest: Digest): readonly [Sheet, Sheet] => [
  {
    name: DECISIONS_SHEET,
    titles: DECISION_TITLES,
    lines: decisionLines(lines, digest),
    dayFormat: ISO_DAYS,
    isFiltered: true,
    widths: WIDTHS,
    choices: { decision: DECISION_WORDS },
  },
  {
    name: ROWS_SHEET,
    titles: ROW_TITLES,
    lines: rowLines(lines),
    dayFormat: ISO_DAYS,
    isFiltered: true,
    widths: [34, 7, 11, 11, 15, 9, 24, 32, 50, 24, 8, 34],
  },
];

function* decisionLines(lines: readonly SheetLine[], digest: Digest): Generator<LaidOutCell[]> {
  for (const line of lines) yield decisionLine(line, digest);
}

function decisionLine({ cluster, ageDays, rows, written }: SheetLine, digest: Digest): LaidOutCell[] {
  const { clusterId, type, decisionStatus: status, reason, currency, deltaDays, members, updatedAt } = cluster;
  const [ledger, bank] = SIDES.map((side) => sideOf(rows[side]));
  const check = checkOf(
    {
      clusterId,
      ...{ ledgerReference: cellText(ledger!.reference), ledgerAmount: cellText(ledger!.amount) },
      ...{ bankReference: cellText(bank!.reference), bankAmount: cellText(bank!.amount) },
    },
    { status, updatedAt },
    digest,
  );
  return [
    ...[written.decision, written.note, (CLASS_NAMES as Readonly<Record<string, string>>)[type] ?? type].map(textCell),
    ...[status, reason, currency].map(textCell),
    ...[ledger!, bank!].flatMap(({ day, reference, narration, amount }) => [day, reference, narration, amount]),
    differenceOf(rows),
    numberCell(deltaDays),
    numberCell(ageDays),
    numberCell(members.length),
    ...[clusterId, check].map(textCell),
  ];
}

interface SideCells {
  readonly day: LaidOutCell;
  readonly reference: LaidOutCell;
  readonly narration: LaidOutCell;
  readonly amount: LaidOutCell;
}

/** The first row of a side, with the sum of all. */
function sideOf(rows: readonly SheetEntry[]): SideCells {
  const [first] = rows;
  return {
    day: dayCell(first?.day ?? null),
    reference: textCell(first?.reference ?? null),
    narration: textCell(first?.narration ?? null),
    amount: first === undefined ? textCell('') : sumCell(rows),
  };
}

/** Empty for rows of several currencies. */
const sumCell = (rows: readonly SheetEntry[]): LaidOutCell => {
  const { currency } = rows[0]!;
  return rows.every((row) => row.currency === currency) ? moneyCell(sumOf(rows), currency) : textCell('');
};

const sumOf = (rows: readonly SheetEntry[]): bigint => rows.reduce((sum, row) => sum + BigInt(row.amountMinor), 0n);

/** What the ledger has more than the bank. */
function differenceOf({ gl, bank }: SheetLine['rows']): LaidOutCell {
  const all = [...gl, ...bank];
  const isOfBoth = gl.length > 0 && bank.length > 0 && all.every(({ currency }) => currency === all[0]!.currency);
  return isOfBoth ? moneyCell(sumOf(gl) - sumOf(bank), all[0]!.currency) : textCell('');
}

const ROW_TITLES = [
  ...['cluster id', 'side', 'date', 'value date', 'amount', 'currency', 'reference', 'settlement session'],
  ...['narration', 'file', 'line', 'record id'],
];

function* rowLines(lines: readonly SheetLine[]): Generator<LaidOutCell[]> {
  for (const { cluster, rows } of lines) {
    for (const side of SIDES) for (const row of rows[side]) yield rowLine(cluster.clusterId, side, row);
  }
}

const rowLine = (clusterId: string, side: Side, row: SheetEntry): LaidOutCell[] => [
  ...[clusterId, side].map(textCell),
  ...[row.day, row.valueDay].map(dayCell),
  moneyCell(row.amountMinor, row.currency),
  ...[row.currency, row.reference, row.settlementSession, row.narration, row.file].map(textCell),
  numberCell(row.line),
  textCell(row.recordId),
];
