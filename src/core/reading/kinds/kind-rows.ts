// The rows of a file as a kind of run keeps them: its named columns from the cells, ids of settlement sessions from
// anywhere in the file, the direction of money, and no card number in any text. This is done in the reading thread,
// before rows are fingerprinted, stored or reported.

import { exponentOf, scaledInteger } from '../../money/money.ts';
import { type RowColumns, type TextColumn, textsAt } from '../../records/rows/columns.ts';
import type { ColumnDefinition } from '../../records/rows/kind-columns.ts';
import { textColumnOf } from '../../records/rows/text-column.ts';
import { saysChargeback, saysRefund, saysReversal } from '../../words/reversal-words.ts';
import { sessionId } from '../cells/session-id.ts';
import { maskColumn, maskedCard } from './card-numbers.ts';
import { isDamaged, secondOfDay } from './kind-columns.ts';
import type { KindField, KindReading } from './kind-reading.ts';
import { KIND_FIELDS } from './kind-reading.ts';
import { type ToldWay, wayTold } from './told-way.ts';

/** The cells of a kind's columns, as the file has them. */
type KindTexts = Readonly<Partial<Record<KindField, TextColumn>>>;

interface KindRows {
  readonly columns: RowColumns;
  /** Rows that cannot be used: places in `columns`, with the reason. */
  readonly refused: readonly { readonly row: number; readonly reason: string }[];
  readonly warnings: readonly string[];
  /** The file counts money in the other direction than the run; so do its balances. */
  readonly isTurned: boolean;
  /** Null if the direction was not asked for. */
  readonly told: ToldWay | null;
}

export function rowsOfKind(
  columns: RowColumns,
  texts: KindTexts,
  {
    kind,
    isSignUnknown,
    isSignGiven,
    headings,
  }: {
    readonly kind: KindReading;
    /** Nothing in the file tells the direction of amounts. */
    readonly isSignUnknown: boolean;
    /** A mapping gives the direction: then it is not judged. */
    readonly isSignGiven: boolean;
    /** The lines above the header. */
    readonly headings: readonly string[];
  },
): KindRows {
  if (kind.masksCards)
    for (const column of [columns.reference, columns.narration, columns.sourceId]) maskColumn(column);
  const { settlementSession, refused } = kind.hasSessions
    ? sessionsOf(columns, texts)
    : { settlementSession: columns.settlementSession, refused: [] };
  const named = kind.columns.flatMap((definition) => {
    const column = namedOf(columns, texts, definition);
    return column === null ? [] : [{ ...definition, texts: column }];
  });
  const kept: RowColumns = { ...columns, settlementSession, ...(named.length > 0 && { named }) };
  const told = kind.asksWay === null ? null : wayTold(kept, { ...texts, headings, isSignUnknown }, kind.asksWay);
  const warnings =
    kind.way === null || isSignGiven ? [] : turned(kept, texts.transaction_type, { kind, isSignUnknown });
  const isTurned = warnings.length > 0;
  return { columns: kept, refused, warnings, isTurned, told };
}

/** The cells of all rows, decoded together. */
const textsOf = (column: TextColumn, count: number): ((row: number) => string) =>
  textsAt(
    column,
    Array.from({ length: count }, (_, row) => row),
  );

const fieldsOf = (name: string): KindField[] =>
  (Object.keys(KIND_FIELDS) as KindField[]).filter((field) => KIND_FIELDS[field] === name);

/** Null if the file has no such column. */
function namedOf(columns: RowColumns, texts: KindTexts, { name }: ColumnDefinition): TextColumn | null {
  const field = fieldsOf(name).find((one) => texts[one] !== undefined);
  if (field === undefined) return null;
  const column = texts[field]!;
  const read = VALUES[field] ?? ((cell: string) => cell);
  const cell = textsOf(column, columns.count);
  const values = Array.from({ length: columns.count }, (_, row) => read(cell(row), columns, row));
  return values.some((value) => value !== '') ? textColumnOf(values) : null;
}

const digitsOf = (cell: string): string => (/^\d+$/.test(cell) ? cell : cell.replace(/\.0+$/, ''));
/** A number with its lost leading zeros; '' if it is no number. */
const padded = (cell: string, length: number): string => {
  const digits = digitsOf(cell);
  return /^\d+$/.test(digits) && Number(digits) > 0 ? digits.padStart(length, '0') : '';
};

const [RRN_DIGITS, STAN_DIGITS, TAIL_DIGITS] = [12, 6, 12];

/** The value that is kept of a cell; '' for an empty one. */
const VALUES: Readonly<Partial<Record<KindField, (cell: string, columns: RowColumns, row: number) => string>>> = {
  rrn: (cell) => padded(cell, RRN_DIGITS),
  stan: (cell) => padded(cell, STAN_DIGITS),
  terminal_id: (cell) => cell.toUpperCase(),
  masked_card: maskedCard,
  response_code: (cell) => cell.slice(0, 80),
  institution: (cell) => cell.slice(0, 80),
  originator: (cell) => cell.slice(0, 80),
  destination: (cell) => cell.slice(0, 80),
  channel: (cell) => cell.slice(0, 80),
  beneficiary: (cell) => (/^\d{6,12}$/.test(digitsOf(cell)) ? digitsOf(cell).padStart(10, '0') : ''),
  transaction_time: (cell) => {
    const second = secondOfDay(cell);
    return second === null ? '' : String(second);
  },
  dispensed_amount: (cell, columns, row) => {
    const exponent = exponentOf(columns.currencies[columns.currency[row]]);
    const minor = scaledInteger(cell.replaceAll(',', ''), exponent);
    return minor === null ? '' : String(minor);
  },
};

/** The thirty digits of a session id, its last twelve, or neither. */
function sessionsOf(
  columns: RowColumns,
  texts: KindTexts,
): { readonly settlementSession: TextColumn; readonly refused: KindRows['refused'] } {
  const refused: { row: number; reason: string }[] = [];
  const narration = textsOf(columns.narration, columns.count);
  const id = textsOf(texts.session_id ?? columns.settlementSession, columns.count);
  const tailAt = texts.session_tail === undefined ? null : textsOf(texts.session_tail, columns.count);
  const ids = Array.from({ length: columns.count }, (_, row) => {
    const cell = id(row);
    const whole = sessionId(cell) ?? sessionWithin(narration(row));
    if (whole !== null) return whole;
    const tail = tailAt === null ? '' : padded(tailAt(row), TAIL_DIGITS);
    if (tail !== '') return tail;
    if (/^\d{12}$/.test(cell)) return cell;
    if (!isDamaged(cell)) return '';
    const reason =
      `the session id “${cell}” was cut by a spreadsheet and no column has its last 12 digits: export the file anew ` +
      'with the session id as text';
    refused.push({ row, reason });
    return '';
  });
  return { settlementSession: textColumnOf(ids), refused };
}

function sessionWithin(narration: string): string | null {
  const ids = new Set((narration.match(/(?<!\d)\d{30}(?!\d)/g) ?? []).map(sessionId).filter((id) => id !== null));
  // With two ids nothing tells which is the row's.
  return ids.size === 1 ? [...ids][0] : null;
}

/** Turns money into the direction of the run's rows; rows that take money back go the other way. */
function turned(
  columns: RowColumns,
  types: TextColumn | undefined,
  { kind: { way, hasChargebacks }, isSignUnknown }: { readonly kind: KindReading; readonly isSignUnknown: boolean },
): string[] {
  const { amount, count } = columns;
  const sign = way === 'in' ? 1 : -1;
  const [narration, reference] = [textsOf(columns.narration, count), textsOf(columns.reference, count)];
  const says = (text: string): boolean => saysReversal(text) || (hasChargebacks && saysChargeback(text));
  const type = types === undefined ? () => '' : textsOf(types, count);
  // A narration may tell of a refund that is another row; a type says what its own row is.
  const takesBack = (row: number): boolean =>
    says(narration(row)) || says(reference(row)) || says(type(row)) || saysRefund(type(row));
  if (isSignUnknown) {
    for (let row = 0; row < count; row++) {
      const undoes = takesBack(row);
      if (amount[row] !== 0) amount[row] = Math.abs(amount[row]) * (undoes ? -sign : sign);
    }
    return [];
  }
  let along = 0;
  for (let row = 0; row < count; row++) {
    if (amount[row] === 0 || takesBack(row)) continue;
    along += Math.sign(amount[row]) === sign ? 1 : -1;
  }
  if (along >= 0) return [];
  for (let row = 0; row < count; row++) if (amount[row] !== 0) amount[row] = -amount[row];
  const [these, those] = way === 'in' ? ['inward', 'out'] : ['outward', 'in'];
  return [
    `Most of its entries move money ${those}, though the run is of ${these} money: they are read the other way round.`,
  ];
}
