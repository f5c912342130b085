// The rows of a session for a matcher by identifiers. All rows have local numbers, in canonical order; rows that take
// part are also listed in the order of time. Steps share the state of rows, as the tiers of an account do.

import { serviceOfPair } from '../fees/row-services.ts';
import { FEE_NONE } from '../records/groups/fee-basis.ts';
import { canonicalOrder } from '../records/rows/canonical-order.ts';
import { type RowColumns, SIDES, type Side, type TextColumn, textsAt } from '../records/rows/columns.ts';
import { CALIBRATION } from './calibration.ts';
import { Agreement, DISAGREE } from './candidates/agreement.ts';
import type { NumbersMatching } from './matching.ts';
import type { MatchParameters } from './parameters.ts';
import { currencyNumbers, MATCHED, OPEN, SET_ASIDE, type SideNumbers, sideNumbers } from './side-numbers.ts';
import type { LocalGroup } from './tiers/local-group.ts';
import { KEY_ALONE } from './tiers/pair-list.ts';
import { daysInWindow, type PairWindow } from './window.ts';

export type BothColumns = Readonly<Record<Side, RowColumns>>;

/** Two local rows, one a side. */
export interface PairOfRows {
  readonly gl: number;
  readonly bank: number;
}

export interface KeyedSide extends SideNumbers {
  /** The rows that take part: by day, second of the day, canonical order. */
  readonly inTime: Uint32Array;
  /** The place of each row in that order. */
  readonly place: Uint32Array;
}

export interface KeyedRows extends NumbersMatching, Readonly<Record<Side, KeyedSide>> {
  readonly columns: BothColumns;
}

export function keyedRows(columns: BothColumns, parameters: MatchParameters): KeyedRows {
  const currencies: string[] = [];
  const gl = sideOf(columns.gl, currencies);
  const bank = sideOf(columns.bank, currencies);
  const agreement = new Agreement(parameters, currencies);
  const account = { gl, bank, currencies };
  return {
    ...account,
    account,
    columns,
    agreement,
    parameters,
    calibration: CALIBRATION,
    groups: [],
    notes: new Set(),
  };
}

function sideOf(columns: RowColumns, currencies: string[]): KeyedSide {
  const row = canonicalOrder(columns, everyRow(columns));
  const numbers = sideNumbers(columns, row, currencyNumbers(columns.currencies, currencies));
  const { n, day, state } = numbers;
  const time = textReader(columns, 'second_of_day', row);
  // A row without a time comes before the others of its day.
  const second = Int32Array.from(row, (_, i) => (time(i) === '' ? -1 : Number(time(i))));
  for (let i = 0; i < n; i++) if (columns.flags[row[i]] !== 0) state[i] = SET_ASIDE;
  const inTime = Uint32Array.from(row.keys()).filter((i) => state[i] === OPEN);
  inTime.sort((i, j) => day[i] - day[j] || second[i] - second[j] || i - j);
  const place = new Uint32Array(n);
  for (let k = 0; k < inTime.length; k++) place[inTime[k]] = k;
  return { ...numbers, inTime, place };
}

/** For each row of the columns its local row. */
export function localRows({ n, row }: KeyedSide): Uint32Array {
  const local = new Uint32Array(n);
  row.forEach((at, i) => {
    local[at] = i;
  });
  return local;
}

/** Signed days of a pair inside the window, else OUTSIDE (matching/window.ts). */
export const daysOf = ({ gl, bank }: KeyedRows, pair: PairOfRows, window: PairWindow): number =>
  daysInWindow(gl, pair.gl, bank, pair.bank, window);

export const isOneCurrency = ({ gl, bank }: KeyedRows, pair: PairOfRows): boolean =>
  gl.currency[pair.gl] === bank.currency[pair.bank];

export const isSameMoney = (rows: KeyedRows, pair: PairOfRows): boolean =>
  rows.gl.amount[pair.gl] === rows.bank.amount[pair.bank] && isOneCurrency(rows, pair);

/** The service of a pair (fees/row-services.ts). */
export function serviceOf({ agreement, columns, gl, bank }: KeyedRows, pair: PairOfRows): number {
  const { services } = agreement;
  return serviceOfPair(services.of(columns.gl, gl.row[pair.gl]), services.of(columns.bank, bank.row[pair.bank]));
}

/** FEE_* of a pair whose amounts agree, else DISAGREE. */
export const agreementOf = (rows: KeyedRows, pair: PairOfRows): number =>
  isOneCurrency(rows, pair)
    ? rows.agreement.of(
        rows.gl.amount[pair.gl],
        rows.bank.amount[pair.bank],
        rows.gl.currency[pair.gl],
        serviceOf(rows, pair),
      )
    : DISAGREE;

/** The first row of each side is the one that has the key. */
export function takeByKey(
  rows: KeyedRows,
  taken: Pick<LocalGroup, Side | 'tier' | 'days'> & { readonly feeBasis?: number },
): LocalGroup {
  for (const side of SIDES) for (const row of taken[side]) rows[side].state[row] = MATCHED;
  const group = { feeBasis: FEE_NONE, ...taken, textScore: KEY_ALONE };
  rows.groups.push(group);
  return group;
}

export const everyRow = ({ count }: RowColumns): Uint32Array => Uint32Array.from({ length: count }, (_, row) => row);

/** The text of a common or named column by the place in `rows`; '' where rows have none. */
export function textReader(columns: RowColumns, name: string, rows: Uint32Array): (place: number) => string {
  const column = columnOf(columns, name);
  return column === null ? () => '' : textsAt(column, rows);
}

function columnOf(columns: RowColumns, name: string): TextColumn | null {
  if (name === 'reference' || name === 'narration' || name === 'settlementSession') return columns[name];
  return columns.named?.find((one) => one.name === name)?.texts ?? null;
}

/** The text of a local row; '' if it has none. */
export const readersOf = (
  { columns, gl, bank }: KeyedRows,
  name: string,
): Readonly<Record<Side, (row: number) => string>> => ({
  gl: textReader(columns.gl, name, gl.row),
  bank: textReader(columns.bank, name, bank.row),
});
