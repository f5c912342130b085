// What an open row that is marked as a reversal may undo: the rows of its side, account and currency with the opposite
// amount, whatever became of them, and of those the ones that share a reference with it. Only rows of such an amount are
// read. Which one is named is content and never order: the latest that is not later than the reversal, else the first.

import { NO_DAY } from '../../calendar.ts';
import { FACT_REVERSAL_MARKER, type OpenRows } from '../../matching/outcome.ts';
import { canonicalOrder } from '../../records/canonical-order.ts';
import type { RowColumns } from '../../records/columns.ts';
import { carriedReferences } from './carried-references.ts';
import { FATES } from './row-fates.ts';

export interface Originals {
  /** Whether these share a reference with the reversal; if none does, these are all of the opposite amount. */
  readonly byReference: boolean;
  readonly count: number;
  /** Of them, how many are open and within the reversal window. */
  readonly openInWindow: number;
  /** Row of the side's columns. */
  readonly nearest: number;
  /** From it to the reversal; negative when it is later. */
  readonly days: number;
}

export interface ReversalsToExplain {
  readonly columns: RowColumns;
  readonly open: OpenRows;
  /** By row. */
  readonly fates: Uint8Array;
  /** By row number of the account. */
  readonly accountOf: (row: number) => number;
  readonly window: { readonly reversalDaysBack: number; readonly reversalDaysForward: number };
}

/** By item, for the marked items that have some. */
export function originalsOf(asked: ReversalsToExplain): ReadonlyMap<number, Originals> {
  const { columns, open } = asked;
  const items = Array.from(open.row.keys()).filter((item) => (open.facts[item]! & FACT_REVERSAL_MARKER) !== 0);
  const found = new Map<number, Originals>();
  if (items.length === 0) return found;
  const opposite = new Set(items.map((item) => -columns.amount[open.row[item]!]!));
  const rows = byDay(columns, rowsOfAmounts(columns, opposite));
  const asking = { columns, rows: Uint32Array.from(items, (item) => open.row[item]!) };
  const references = carriedReferences(asking, { columns, rows });
  const lists = new Map<string, number[]>();
  rows.forEach((row, k) => {
    for (const name of ['', ...references.foundAs(k)]) {
      const place = placeOf(asked, { row, amount: columns.amount[row]!, name });
      const list = lists.get(place);
      if (list === undefined) lists.set(place, [row]);
      else list.push(row);
    }
  });
  const counted = new Map<string, OpenDays>();
  items.forEach((item, k) => {
    const row = asking.rows[k]!;
    const amount = -columns.amount[row]!;
    const names = [...references.lookUp(k), ''];
    const name = names.find((one) => lists.has(placeOf(asked, { row, amount, name: one })));
    if (name === undefined) return;
    const place = placeOf(asked, { row, amount, name });
    const list = lists.get(place)!;
    const open = counted.get(place) ?? openDays(asked, list);
    counted.set(place, open);
    found.set(item, { byReference: name !== '', count: list.length, ...nearestTo(asked, row, { list, open }) });
  });
  return found;
}

function rowsOfAmounts({ count, amount }: RowColumns, wanted: ReadonlySet<number>): Uint32Array {
  const rows: number[] = [];
  for (let row = 0; row < count; row++) if (wanted.has(amount[row]!)) rows.push(row);
  return Uint32Array.from(rows);
}

const dayOf = ({ bookingDay, valueDay }: RowColumns, row: number): number =>
  bookingDay[row] === NO_DAY ? valueDay[row]! : bookingDay[row]!;

/** In canonical order, but by the day that counts. */
const byDay = (columns: RowColumns, rows: Uint32Array): Uint32Array =>
  Uint32Array.from(Array.from(canonicalOrder(columns, rows)).sort((a, b) => dayOf(columns, a) - dayOf(columns, b)));

function placeOf(
  { columns, accountOf }: ReversalsToExplain,
  { row, amount, name }: { readonly row: number; readonly amount: number; readonly name: string },
): string {
  return `${accountOf(row)} ${columns.currency[row]} ${amount} ${name}`;
}

/** Days of the open rows of a list, ascending. */
type OpenDays = readonly number[];

const openDays = ({ columns, fates }: ReversalsToExplain, list: readonly number[]): OpenDays =>
  list.filter((row) => FATES[fates[row]!] === 'open').map((row) => dayOf(columns, row));

function nearestTo(
  { columns, window }: ReversalsToExplain,
  reversal: number,
  { list, open }: { readonly list: readonly number[]; readonly open: OpenDays },
): Pick<Originals, 'nearest' | 'days' | 'openInWindow'> {
  const day = dayOf(columns, reversal);
  const days = (k: number): number => dayOf(columns, list[k]!);
  const notLater = firstFrom(list.length, (k) => days(k) > day);
  const at = notLater === 0 ? 0 : firstFrom(list.length, (k) => days(k) >= days(notLater - 1));
  const first = firstFrom(open.length, (k) => open[k]! >= day - window.reversalDaysForward);
  const end = firstFrom(open.length, (k) => open[k]! > day + window.reversalDaysBack);
  return { nearest: list[at]!, days: day - days(at), openInWindow: end - first };
}

/** The first of 0 .. n-1 for which `holds`, which then holds for all that follow; n when for none. */
function firstFrom(n: number, holds: (k: number) => boolean): number {
  let [from, to] = [0, n];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
