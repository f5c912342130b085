// The inspection of a file for a terminal.

import type { FileInspection } from '../adapters/files/inspect-file.ts';
import { formatDay } from '../core/money/calendar.ts';
import { exponentOf, formatGrouped, inThousands } from '../core/money/money.ts';
import { holdingTexts } from '../core/records/holdings/holding-fields.ts';
import { ROW_PENDING, type RowColumns, textAt } from '../core/records/rows/columns.ts';
import { printable } from '../core/words/printable.ts';
import { choiceLines } from './results/reading-choices.ts';
import { type Column, tableLines } from './results/table.ts';
import type { Style } from './terminal.ts';

const FIRST_ROWS = 3;
const MOST_REJECTED = 10;
const left = (title: string): Column => ({ title });
const right = (title: string): Column => ({ title, align: 'right' });

/** `columns`: null if the file could not be read. */
export function inspectionLines(inspection: FileInspection, columns: RowColumns | null, style: Style): string[] {
  const { file, format, encoding, header_row, rows, pending, rejected, warnings, error } = inspection;
  const title = style.bold(printable(file));
  if (format === null) return [title, style.bad(`  ${printable(error ?? '')}`)];
  const { sheets = [], members = [] } = inspection;
  const ofSheets = sheets.length === 0 ? '' : ` ${sheets.length === 1 ? 'sheet' : 'sheets'} ${listedNames(sheets)},`;
  const ofMembers = members.length === 0 ? '' : ` files ${listedNames(members)},`;
  const header = header_row === null ? ', no header' : `, header on line ${header_row}`;
  const place = inspection.numbered === true ? 'entry' : 'line';
  const announced = pending === 0 ? '' : `, ${formatGrouped(pending, 0)} announced and not booked`;
  return [
    title,
    `  ${format},${ofMembers}${ofSheets} ${encoding}${inspection.columns.length === 0 ? '' : header}; ${formatGrouped(rows, 0)} ${rows === 1 ? 'row' : 'rows'}, ${formatGrouped(rejected.length, 0)} rejected${announced}`,
    ...(error === null ? [] : [style.bad(`  ${printable(error)}`)]),
    '',
    // A format that names its fields itself has no columns.
    ...(inspection.columns.length === 0 ? [] : [...columnLines(inspection, style), '']),
    ...accountLines(inspection, style),
    ...checkLines(inspection.checks ?? [], style),
    ...(columns === null ? [] : ['', ...rowLines(columns, place, style)]),
    ...section(
      'rejected',
      rejected.map(({ line, reason }) => `${place} ${line}: ${reason}`),
      style,
    ),
    ...readingLines(inspection, style),
    ...section('warnings', warnings, style),
  ];
}

function columnLines({ columns }: FileInspection, style: Style): string[] {
  const rows = columns.map(({ index, title, field, reason, candidates }) => [
    String(index + 1),
    printable(title, 30),
    field ?? '',
    printable(withRivals(reason, field, candidates ?? []), 110),
  ]);
  return tableLines({ columns: [right(''), left('column'), left('field'), left('why')], rows }, style);
}

/** The reason, with other fields that the column might be and their evidence. */
function withRivals(
  reason: string,
  field: string | null,
  candidates: NonNullable<FileInspection['columns'][number]['candidates']>,
): string {
  const others = new Map(candidates.filter((one) => one.field !== field).map((one) => [one.field, one.class]));
  const words = [...others].map(([other, how]) => (how === 'veto' ? `no ${other}` : `${other} (${how})`));
  return words.length === 0 ? reason : `${reason}; might be ${words.join(', ')}`;
}

function accountLines({ accounts }: FileInspection, style: Style): string[] {
  const columns = [
    left('account'),
    left(''),
    right('opening'),
    right('closing'),
    right('rows'),
    right('amount'),
    left('foots'),
  ];
  const rows = accounts.map(({ account, currency, opening, closing, rows: count, amount, foots }) => [
    printable(account ?? 'not named', 40),
    currency ?? '',
    grouped(opening),
    grouped(closing),
    formatGrouped(count, 0),
    grouped(amount),
    foots === null ? 'nothing to check' : foots ? 'yes' : style.bad('no'),
  ]);
  return tableLines({ columns, rows }, style);
}

const listedNames = (names: readonly string[]): string => names.map((name) => `“${printable(name, 30)}”`).join(', ');

/** Figures that the file states of itself, as many as are refuted, and the number of all. */
function checkLines(checks: NonNullable<FileInspection['checks']>, style: Style): string[] {
  if (checks.length === 0) return [];
  const refuted = checks.filter(({ agrees }) => !agrees);
  const agreeing = checks.length - refuted.length;
  return [
    '',
    `  ${formatGrouped(agreeing, 0)} of ${formatGrouped(checks.length, 0)} stated totals and counts agree`,
    ...refuted
      .slice(0, MOST_REJECTED)
      .map(({ what, line, stated, read }) => style.bad(`    line ${line}: ${what}: stated ${stated}, read ${read}`)),
  ];
}

/** `1234.50` as `1,234.50`. */
const grouped = (decimal: string | null): string => (decimal === null ? 'not stated' : inThousands(decimal));

function rowLines(rows: RowColumns, place: 'line' | 'entry', style: Style): string[] {
  if (rows.named?.some(({ name }) => name === 'units')) return positionLines(rows, style);
  const columns = [
    right(place),
    left('date'),
    left('value date'),
    right('amount'),
    left(''),
    left('reference'),
    left('narration'),
  ];
  const first = Array.from({ length: Math.min(FIRST_ROWS, rows.count) }, (_, row) => {
    const currency = rows.currencies[rows.currency[row]] ?? '';
    const announced = rows.flags[row] & ROW_PENDING ? ' (announced)' : '';
    return [
      String(rows.line[row]),
      (formatDay(rows.bookingDay[row]) ?? 'none') + announced,
      formatDay(rows.valueDay[row]) ?? '',
      formatGrouped(rows.amount[row], exponentOf(currency)),
      currency,
      printable(textAt(rows.reference, row) || textAt(rows.settlementSession, row), 30),
      printable(textAt(rows.narration, row), 60),
    ];
  });
  return tableLines({ columns, rows: first }, style);
}

function positionLines(rows: RowColumns, style: Style): string[] {
  const places = Uint32Array.from({ length: Math.min(FIRST_ROWS, rows.count) }, (_, row) => row);
  const text = holdingTexts(rows, places);
  const columns = [right('line'), left('as of'), right('units'), right('price'), right('market value'), left('')];
  const first = Array.from(places, (row, k) => {
    const currency = rows.currencies[rows.currency[row]] ?? '';
    return [
      String(rows.line[row]),
      formatDay(rows.bookingDay[row]) ?? 'none',
      text('units', k),
      text('price', k),
      formatGrouped(rows.amount[row], exponentOf(currency)),
      currency,
      printable(textAt(rows.reference, row), 30),
      printable(textAt(rows.narration, row), 60),
    ];
  });
  return tableLines({ columns: [...columns, left('security'), left('name')], rows: first }, style);
}

/** The readings that the question leaves; their options are to be typed, so they are not cut. */
function readingLines({ choices = [] }: FileInspection, style: Style): string[] {
  if (choices.length === 0) return [];
  return ['', style.bold('  readings'), ...choiceLines(choices).map((line) => `    ${line}`)];
}

function section(name: string, lines: readonly string[], style: Style): string[] {
  if (lines.length === 0) return [];
  const more = lines.length - MOST_REJECTED;
  const shown = lines.slice(0, MOST_REJECTED).map((line) => `    ${printable(line, 200)}`);
  return [
    '',
    style.bold(`  ${name}`),
    ...shown,
    ...(more > 0 ? [`    and ${formatGrouped(more, 0)} more; --json lists all`] : []),
  ];
}
