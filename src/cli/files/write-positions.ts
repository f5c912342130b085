// positions.csv: a line for each position of either side, agreements before breaks, with the figures and file lines of
// both sides.

import { membersOf as membersOfCluster, typeOf } from '../../core/classification/cluster-set.ts';
import { figuresOf, type PositionFigures } from '../../core/matching/holdings/position-figures.ts';
import { positionOfRows } from '../../core/matching/holdings/positions.ts';
import { membersOf } from '../../core/matching/outcome/match-groups.ts';
import { formatDay } from '../../core/money/calendar.ts';
import { formatScaled } from '../../core/records/holdings/scaled.ts';
import { SIDES, type Side, textAt } from '../../core/records/rows/columns.ts';
import { quotedCell } from '../../core/words/quoted-cell.ts';
import type { Reconciliation } from '../../workflows/runs/reconciliation.ts';
import type { CsvFile } from './csv-file.ts';

const FIGURES = ['units', 'price', 'price_factor', 'market_value', 'accrued', 'fx_rate', 'unsettled'] as const;

export const POSITION_CELLS = [
  ...['account', 'currency', 'as_of', 'security', 'name', 'result'],
  ...['book', 'custodian'].flatMap((side) => FIGURES.map((figure) => `${side}_${figure}`)),
  ...['units_difference', 'value_difference', 'book_rows', 'custodian_rows'],
].join(',');

type Rows = Readonly<Record<Side, readonly number[]>>;

export function writePositions(
  to: CsvFile,
  { outcome, clusters, openSession, columns }: Pick<Reconciliation, 'outcome' | 'clusters' | 'openSession' | 'columns'>,
): void {
  const { groups } = outcome;
  for (let g = 0; g < groups.count; g++) {
    writePosition(to, columns, 'agrees', { gl: [...membersOf(groups.gl, g)], bank: [...membersOf(groups.bank, g)] });
  }
  for (let c = 0; c < clusters.count; c++) {
    const items = membersOfCluster(clusters, c);
    const rowsOf = (side: Side) => items[side].map((item) => openSession.open[side].row[item]);
    writePosition(to, columns, typeOf(clusters, c), { gl: rowsOf('gl'), bank: rowsOf('bank') });
  }
}

function writePosition(to: CsvFile, columns: Reconciliation['columns'], result: string, rows: Rows): void {
  const positionOn = (side: Side) => (rows[side].length === 0 ? null : positionOfRows(side, columns[side], rows[side]));
  const [ours, theirs] = [positionOn('gl'), positionOn('bank')];
  const first = (ours ?? theirs)!;
  const [book, custodian] = [ours && figuresOf(ours), theirs && figuresOf(theirs)];
  const own = columns[first.side];
  const row = first.rows[0];
  const difference = (a: bigint | null | undefined, b: bigint | null | undefined): string =>
    book !== null && custodian !== null && (a === null || b === null) ? '' : formatScaled((a ?? 0n) - (b ?? 0n));
  const cells = [
    own.accounts[own.account[row]] ?? '',
    first.currency,
    formatDay(first.day) ?? '',
    textAt(own.reference, row),
    textAt(own.narration, row),
    result,
    ...figureCells(book),
    ...figureCells(custodian),
    difference(book?.units, custodian?.units),
    difference(book?.worth, custodian?.worth),
    ...SIDES.map((side) => linesOfFiles(columns, side, rows[side])),
  ];
  to.write(cells.map((cell) => quotedCell(cell)).join(','));
  to.newline();
}

function figureCells(figures: PositionFigures | null): string[] {
  if (figures === null) return FIGURES.map(() => '');
  const { units, price, factor, worth, accrued, fxRate, unsettled } = figures;
  return [units, price, factor, worth, accrued, fxRate, unsettled === 0n ? null : unsettled].map((figure) =>
    figure === null ? '' : formatScaled(figure),
  );
}

/** `book.csv:12 book.csv:13` */
const linesOfFiles = (columns: Reconciliation['columns'], side: Side, rows: readonly number[]): string =>
  rows.map((row) => `${columns[side].files[columns[side].file[row]]}:${columns[side].line[row]}`).join(' ');
