// Finds the originals that an open row with a reversal marker may undo: rows of its side, account and currency with the
// opposite amount, of any fate, and among them those that share a reference with it. The reason names the latest one
// that is not later than the reversal, else the first; the order of files has no effect.

import { FACT_REVERSAL_MARKER, type OpenRows } from '../../matching/outcome/outcome.ts';
import { carriedReferences } from '../../matching/reading/carried-references.ts';
import { canonicalOrder } from '../../records/rows/canonical-order.ts';
import type { RowColumns } from '../../records/rows/columns.ts';
import { dayOf } from '../../records/rows/row-day.ts';
import { FATES } from './row-fates.ts';

export interface Originals {
  /**
   * True: these share a reference with the reversal. False: no row does, and these are all rows of the opposite amount.
   */
  readonly byReference: boolean;
  readonly count: number;
  /** How many of them are open and within the reversal window. */
  readonly openInWindow: number;
  /** Row of the side's columns. */
  readonly nearest: number;
  /** Days from `nearest` to the reversal; negative when it is later. */
  readonly days: number;
}

interface ReversalsToExplain {
  readonly columns: RowColumns;
  readonly open: OpenRows;
  /** The fate of each row. */
  readonly fates: Uint8Array;
  /** The account's number of a row. */
  readonly accountOf: (row: number) => number;
  readonly window: { readonly reversalDaysBack: number; readonly reversalDaysForward: number };
}

/** Originals by item, for the marked items that have some. */
export function originalsOf(asked: ReversalsToExplain): ReadonlyMap<number, Originals> {
  const { columns, open } = asked;
  const items = Array.from(open.row.keys()).filter((item) => (open.facts[item] & FACT_REVERSAL_MARKER) !== 0);
  if (items.length === 0) return new Map();
  const reversals = Uint32Array.from(items, (item) => open.row[item]);
  const rows = rowsOfAmounts(columns, new Set(Array.from(reversals, (row) => -columns.amount[row])));
  const references = carriedReferences({ columns, rows: reversals }, { columns, rows });
  const namesOf = Array.from(reversals, (_, k) => references.lookUp(k));
  const byName = listed(asked, { rows, wanted: new Set(namesOf.flat()), namesOf: references.foundAs });
  const placeOfAny = (k: number, names: readonly number[], lists: ReadonlyMap<string, unknown>) =>
    names
      .map((name) => placeOf(asked, { row: reversals[k], amount: -columns.amount[reversals[k]], name }))
      .find((place) => lists.has(place));
  const places = namesOf.map((names, k) => placeOfAny(k, names, byName));
  // Most reversals have a reference; for the others all rows of the opposite amount are listed.
  const isShort = places.includes(undefined);
  const byAmount = isShort
    ? listed(asked, { rows, wanted: new Set([WHATEVER]), namesOf: () => [WHATEVER] })
    : new Map<string, number[]>();
  const lists = new Lists(asked);
  const found = new Map<number, Originals>();
  items.forEach((item, k) => {
    const byReference = places[k] !== undefined;
    const place = places[k] ?? placeOfAny(k, [WHATEVER], byAmount);
    if (place === undefined) return;
    const list = lists.of(place, (byReference ? byName : byAmount).get(place)!);
    found.set(item, { byReference, count: list.rows.length, ...nearestTo(asked, reversals[k], list) });
  });
  return found;
}

/** The name under which rows are listed by their amount alone. */
const WHATEVER = -1;

/** Rows by account, currency, amount and each of their names that is wanted. */
function listed(
  asked: ReversalsToExplain,
  of: {
    readonly rows: Uint32Array;
    readonly wanted: ReadonlySet<number>;
    readonly namesOf: (k: number) => readonly number[];
  },
): Map<string, number[]> {
  const lists = new Map<string, number[]>();
  of.rows.forEach((row, k) => {
    for (const name of of.namesOf(k)) {
      if (!of.wanted.has(name)) continue;
      const place = placeOf(asked, { row, amount: asked.columns.amount[row], name });
      const list = lists.get(place);
      if (list === undefined) lists.set(place, [row]);
      else list.push(row);
    }
  });
  return lists;
}

interface DatedRows {
  /** Rows by day (booking day, else value day), then in canonical order. */
  readonly rows: readonly number[];
  /** Days of those that are open, ascending. */
  readonly open: readonly number[];
}

/** Lists of rows; each is sorted once, at its first use. */
class Lists {
  readonly #asked: ReversalsToExplain;
  readonly #known = new Map<string, DatedRows>();

  constructor(asked: ReversalsToExplain) {
    this.#asked = asked;
  }

  /** A place names rows by reference or by amount, never both. */
  of(place: string, rows: readonly number[]): DatedRows {
    const known = this.#known.get(place);
    if (known !== undefined) return known;
    const { columns, fates } = this.#asked;
    const ordered = Array.from(canonicalOrder(columns, Uint32Array.from(rows)));
    ordered.sort((a, b) => dayOf(columns, a) - dayOf(columns, b));
    const open = ordered.filter((row) => FATES[fates[row]] === 'open').map((row) => dayOf(columns, row));
    const list = { rows: ordered, open };
    this.#known.set(place, list);
    return list;
  }
}

function rowsOfAmounts({ count, amount }: RowColumns, wanted: ReadonlySet<number>): Uint32Array {
  const rows: number[] = [];
  for (let row = 0; row < count; row++) if (wanted.has(amount[row])) rows.push(row);
  return Uint32Array.from(rows);
}

function placeOf(
  { columns, accountOf }: ReversalsToExplain,
  { row, amount, name }: { readonly row: number; readonly amount: number; readonly name: number },
): string {
  return `${accountOf(row)} ${columns.currency[row]} ${amount} ${name}`;
}

function nearestTo(
  { columns, window }: ReversalsToExplain,
  reversal: number,
  { rows: list, open }: DatedRows,
): Pick<Originals, 'nearest' | 'days' | 'openInWindow'> {
  const day = dayOf(columns, reversal);
  const days = (k: number): number => dayOf(columns, list[k]);
  const notLater = firstFrom(list.length, (k) => days(k) > day);
  const at = notLater === 0 ? 0 : firstFrom(list.length, (k) => days(k) >= days(notLater - 1));
  const first = firstFrom(open.length, (k) => open[k] >= day - window.reversalDaysForward);
  const end = firstFrom(open.length, (k) => open[k] > day + window.reversalDaysBack);
  return { nearest: list[at], days: day - days(at), openInWindow: end - first };
}

/** The first of 0 .. n-1 for which `holds` is true (it is then true for all that follow); n if there is none. */
function firstFrom(n: number, holds: (k: number) => boolean): number {
  let [from, to] = [0, n];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (holds(middle)) to = middle;
    else from = middle + 1;
  }
  return from;
}
