// Reads the positions of one file of holdings, the books' or a custodian's. The sample decides how to read. Every row
// is then a position, a total, a heading, or rejected with its line and reason.

import { TieoutError } from '../../../core/errors.ts';
import { MAX_ACCOUNTS } from '../../../core/limits.ts';
import type { HoldingRole } from '../../../core/reading/holdings/holding-roles.ts';
import { fingerprintRows } from '../../../core/records/rows/fingerprint.ts';
import type { StatementFile } from '../../../ports/compute.ts';
import type { ReadRequest } from '../request/read-request.ts';
import { cellText, isEmpty, isRule } from '../rows/cell-text.ts';
import type { Rows } from '../rows/rows.ts';
import type { TableFile } from '../table/table-file.ts';
import { holdingWarnings } from './holding-warnings.ts';
import { type HoldingsLayout, holdingsLayout, leftOutBy } from './holdings-layout.ts';
import { PositionBuilder } from './position-builder.ts';
import { type Oddity, PositionReader } from './position-cells.ts';
import { StatedTotals } from './stated-totals.ts';

/** Throws TieoutError if the file as a whole cannot be understood. */
export function positionsInTable(request: ReadRequest, table: TableFile): StatementFile {
  const { name, defaultCurrency, defaultAccount = '' } = request;
  const layout = holdingsLayout(table.sample, request);
  const { rows, digest } = table.rows(layout, request);
  const reader = new PositionReader({ layout, defaultCurrency, defaultAccount });
  const builder = new PositionBuilder();
  const totals = new StatedTotals(layout.columns.mark);
  const rejected: { line: number; reason: string }[] = [];
  const oddities = new Map<Oddity, { rows: number; line: number }>();
  const places = layout.columns.of;
  const cellOf = (role: HoldingRole): string => {
    const column = places[role];
    return column === undefined || column >= rows.count || rows.starts[column] === rows.ends[column]
      ? ''
      : cellText(rows, column);
  };
  const skipped = leftOutBy(layout.given);
  const entered = new Set(layout.given.entered);
  while (rows.next()) {
    if (rows.line <= layout.headerLine || isEmpty(rows) || skipped.has(rows.line)) continue;
    const shape = entered.has(rows.line) ? null : otherThanPosition(rows, layout);
    if (shape === 'nothing') continue;
    if (shape === 'total') {
      totals.addTotal(cellOf('market_value'), rows.line);
      continue;
    }
    const position = rows.count > layout.titles.length && hasMore(rows, layout) ? TOO_WIDE : reader.read(cellOf);
    if (typeof position === 'string') {
      rejected.push({ line: rows.line, reason: position });
      continue;
    }
    builder.add(position, rows.line);
    totals.add(position.amount, position.currency);
    for (const oddity of position.oddities) {
      const known = oddities.get(oddity);
      if (known === undefined) oddities.set(oddity, { rows: 1, line: rows.line });
      else known.rows++;
    }
    if (builder.accounts.list.length > MAX_ACCOUNTS) {
      throw new TieoutError('file_not_understood', `more than ${MAX_ACCOUNTS} accounts stand in it.`, { file: name });
    }
  }
  if (builder.count + rejected.length === 0) {
    throw new TieoutError('file_not_understood', 'the file has a header and no positions.', { file: name });
  }
  const columns = builder.finish(name);
  fingerprintRows(columns, { includeSourceId: true });
  return {
    columns,
    layout: {
      format: table.format,
      encoding: table.encoding,
      delimiter: layout.delimiter,
      headerLine: layout.headerLine || null,
      columns: layout.titles.map((title, index) => ({
        index,
        title,
        field: layout.columns.roles[index] ?? null,
        reason: layout.columns.reasons[index] ?? '',
      })),
      dayOrder: layout.given.dateOrder ?? dayColumn(layout)?.order ?? 'year-first',
      dayOrderAmbiguous: layout.given.dateOrder === undefined && (dayColumn(layout)?.isOrderOpen ?? false),
      decimal: layout.columns.mark,
      balancePolarity: null,
      titleSide: null,
    },
    digest: digest(),
    rejected,
    warnings: holdingWarnings({ layout, rows: builder.count, oddities, totals }, columns),
    pending: 0,
    balances: [],
    plainCounter: false,
    plan: null,
    confirmedBy: null,
    isSignUnknown: false,
  };
}

const TOO_WIDE = 'the row has more cells than the header: a delimiter within a cell is not quoted';

const dayColumn = ({ columns: { of, profiles } }: HoldingsLayout) =>
  of.as_of_date === undefined ? undefined : profiles[of.as_of_date];

const hasMore = ({ starts, ends, count }: Rows, { titles }: HoldingsLayout): boolean => {
  for (let i = titles.length; i < count; i++) if (starts[i] !== ends[i]) return true;
  return false;
};

const TOTAL = /^(grand |sub ?-?)?totals?\b|\btotals?:?$/i;

/**
 * 'nothing' for a heading, a rule or a line of words, 'total' for a sum of the rows above; null if it may be a
 * position.
 */
function otherThanPosition(rows: Rows, { titles, headerLine }: HoldingsLayout): 'nothing' | 'total' | null {
  const first = firstFilled(rows);
  const text = cellText(rows, first);
  if (TOTAL.test(text)) return 'total';
  const c = text.charCodeAt(0);
  const mayBeOdd =
    c === 0x2d || c === 0x3d || c === 0x5f || c === 0x2a || (headerLine > 0 && text === titles[first]?.trim());
  const isAlone = filledCells(rows) === 1 && titles.length > 1;
  if (!mayBeOdd && !isAlone) return null;
  const cells = Array.from({ length: rows.count }, (_, i) => cellText(rows, i));
  if (isRule(cells)) return 'nothing';
  if (headerLine > 0 && titles.every((title, i) => (cells[i] ?? '') === title.trim())) return 'nothing';
  return isAlone && /\p{L}/u.test(text) ? 'nothing' : null;
}

function firstFilled({ starts, ends, count }: Rows): number {
  for (let i = 0; i < count; i++) if (starts[i] !== ends[i]) return i;
  return 0;
}

function filledCells({ starts, ends, count }: Rows): number {
  let filled = 0;
  for (let i = 0; i < count; i++) if (starts[i] !== ends[i]) filled++;
  return filled;
}
