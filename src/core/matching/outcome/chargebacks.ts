// Links a line that is marked as a chargeback or dispute with the settled row of its side that it takes back: the other
// direction, and the same retrieval reference, or trace number and terminal. Card files have these in columns of their
// own, statements and ledgers in their texts.

import { canonicalOrder } from '../../records/rows/canonical-order.ts';
import { type RowColumns, type Side, textAt } from '../../records/rows/columns.ts';
import { CHARGEBACK_WORDS, saysChargeback } from '../../words/reversal-words.ts';
import type { Matching } from '../matching.ts';
import { MATCHED, MATCHED_AFTER_NETTING, OPEN } from '../side-numbers.ts';
import { carriesAny, numbersOf } from '../texts/carried-words.ts';

interface RowsToLink {
  readonly columns: Pick<RowColumns, 'amount' | 'currency' | 'bookingDay'>;
  /** Rows that are marked. */
  readonly marked: readonly number[];
  /** Rows that are settled; the preferred ones come first. */
  readonly settled: Iterable<number>;
  /** The identifiers of a row at the switch. */
  readonly linksOf: (row: number) => readonly string[];
}

/** `isOneOfSeveral`: other rows could be meant too, because trace numbers begin again. */
interface TakenBack {
  readonly row: number;
  readonly isOneOfSeveral: boolean;
}

/**
 * For each marked row the settled row that it takes back: an earlier row of the other direction. If there are several,
 * one of equal amount comes first, then one of a larger amount.
 */
export function takenBack({ columns, marked, settled, linksOf }: RowsToLink): ReadonlyMap<number, TakenBack> {
  const { amount, currency, bookingDay } = columns;
  const known = new Map<string, number[]>(marked.flatMap((row) => linksOf(row).map((link) => [link, []])));
  if (known.size === 0) return new Map();
  for (const row of settled) for (const link of linksOf(row)) known.get(link)?.push(row);
  const found = new Map<number, TakenBack>();
  for (const row of marked) {
    const own = amount[row];
    const day = bookingDay[row];
    const isBefore = (of: number): boolean =>
      currency[of] === currency[row] && Math.sign(amount[of]) === -Math.sign(own) && bookingDay[of] <= day;
    const before = linksOf(row)
      .map((link) => known.get(link)!.filter(isBefore))
      .find((rows) => rows.length > 0);
    if (before === undefined) continue;
    const alike = before.filter((of) => amount[of] === -own);
    const enough = alike.length > 0 ? alike : before.filter((of) => Math.abs(amount[of]) >= Math.abs(own));
    const meant = enough.length > 0 ? enough : before;
    found.set(row, { row: meant[0], isOneOfSeveral: meant.length > 1 });
  }
  return found;
}

/** The identifiers of a row at the switch: each retrieval reference, and trace number with terminal. */
export function switchLinks(rrns: readonly string[], stan: string, terminal: string): string[] {
  return [...rrns.map((rrn) => `r ${rrn}`), ...(stan === '' || terminal === '' ? [] : [`s ${stan} ${terminal}`])];
}

/** The chargebacks of one side, by local row. */
export interface Chargebacks {
  /** The row of the columns that it takes back, or -1. */
  readonly of: Int32Array;
  /** 1 where others could be meant as well. */
  readonly severals: Uint8Array;
}

export function chargebacksOf({ account, source }: Matching, side: Side): Chargebacks {
  const rows = account[side];
  const of = new Int32Array(rows.n).fill(-1);
  const severals = new Uint8Array(rows.n);
  const words = numbersOf(account, CHARGEBACK_WORDS);
  if (words.size === 0) return { of, severals };
  const columns = source[side];
  const says = (row: number): string => `${textAt(columns.reference, row)} ${textAt(columns.narration, row)}`;
  const marked: number[] = [];
  const settled: number[] = [...account.early[side].subarray(0, account.early.count)];
  const localOf = new Map<number, number>();
  for (let i = 0; i < rows.n; i++) {
    if (rows.state[i] === MATCHED || rows.state[i] === MATCHED_AFTER_NETTING) settled.push(rows.row[i]);
    if (rows.state[i] !== OPEN || !carriesAny(rows, i, words) || !saysChargeback(says(rows.row[i]))) continue;
    marked.push(rows.row[i]);
    localOf.set(rows.row[i], i);
  }
  if (marked.length === 0) return { of, severals };
  const linksOf = (row: number): string[] => linksIn(says(row));
  const inOrder = canonicalOrder(columns, Uint32Array.from(settled));
  for (const [row, original] of takenBack({ columns, marked, settled: inOrder, linksOf })) {
    of[localOf.get(row)!] = original.row;
    severals[localOf.get(row)!] = Number(original.isOneOfSeveral);
  }
  return { of, severals };
}

const STAN_DIGITS = 6;
const RRN = /(?<![\d*])\d{12}(?![\d*])/g;
const STAN = /(?<![A-Z0-9])STAN[ :#.-]*(\d{1,6})(?!\d)/i;
const TERMINAL = /(?<![A-Z0-9])(?:TERMINAL|TERM|TID)(?: ?ID)?[ :#.-]*([A-Z0-9]{8})(?![A-Z0-9])/i;

/**
 * Retrieval references, and trace numbers with terminal, found in a text. A trace number may have lost its leading
 * zeros.
 */
export function linksIn(text: string): string[] {
  const rrns = [...new Set(text.match(RRN) ?? [])];
  const stan = STAN.exec(text)?.[1]?.padStart(STAN_DIGITS, '0') ?? '';
  return switchLinks(rrns, stan, (TERMINAL.exec(text)?.[1] ?? '').toUpperCase());
}
