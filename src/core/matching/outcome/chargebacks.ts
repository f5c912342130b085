// Links a line that is marked as a chargeback or dispute with the settled row of its side that it takes back: the other
// direction, and the same retrieval reference, or trace number and terminal (design/matching.md, "Chargebacks"). Files of
// cards have these in columns of their own, statements and ledgers in their texts.

import { canonicalOrder } from '../../records/rows/canonical-order.ts';
import { type RowColumns, type Side, textAt } from '../../records/rows/columns.ts';
import { MATCHED, MATCHED_LATE, OPEN } from '../side-numbers.ts';
import { CHARGEBACK_WORDS, carriesAny, numbersOf } from '../texts/kind-words.ts';
import type { Matching } from '../tiers/key-tiers.ts';

const MARKER = /(?<![A-Z0-9])(CHARGE ?-?BACKS?|CBK|DISPUTED?)(?![A-Z0-9])/i;

export const saysChargeback = (text: string): boolean => MARKER.test(text);

interface RowsToLink {
  readonly columns: RowColumns;
  /** Rows that are marked. */
  readonly marked: readonly number[];
  /** Rows that are settled, the one to name first first. */
  readonly settled: Iterable<number>;
  /** What a row is known by at the switch. */
  readonly linksOf: (row: number) => readonly string[];
}

/** By marked row the settled one that it takes back. */
export function takenBack({ columns, marked, settled, linksOf }: RowsToLink): ReadonlyMap<number, number> {
  const asked = new Set(marked.flatMap(linksOf));
  const firsts = new Map<string, number>();
  for (const row of settled) {
    for (const link of linksOf(row)) if (asked.has(link) && !firsts.has(link)) firsts.set(link, row);
  }
  const found = new Map<number, number>();
  for (const row of marked) {
    const of = linksOf(row)
      .map((link) => firsts.get(link))
      .find((one) => one !== undefined);
    if (of === undefined || columns.currency[of] !== columns.currency[row]) continue;
    if (Math.sign(columns.amount[of]!) === -Math.sign(columns.amount[row]!)) found.set(row, of);
  }
  return found;
}

/** A retrieval reference; a trace number and a terminal. */
export function switchLinks(rrns: readonly string[], stan: string, terminal: string): string[] {
  return [...rrns.map((rrn) => `r ${rrn}`), ...(stan === '' || terminal === '' ? [] : [`s ${stan} ${terminal}`])];
}

/** By local row of an account the row of the columns that it takes back, or -1. */
export function chargebacksOf({ account, source }: Matching, side: Side): Int32Array {
  const rows = account[side];
  const of = new Int32Array(rows.n).fill(-1);
  const words = numbersOf(account, CHARGEBACK_WORDS);
  if (words.size === 0) return of;
  const columns = source[side];
  const says = (row: number): string => `${textAt(columns.reference, row)} ${textAt(columns.narration, row)}`;
  const marked: number[] = [];
  const settled: number[] = [...account.early[side].subarray(0, account.early.count)];
  const localOf = new Map<number, number>();
  for (let i = 0; i < rows.n; i++) {
    if (rows.state[i] === MATCHED || rows.state[i] === MATCHED_LATE) settled.push(rows.row[i]!);
    if (rows.state[i] !== OPEN || !carriesAny(rows, i, words) || !saysChargeback(says(rows.row[i]!))) continue;
    marked.push(rows.row[i]!);
    localOf.set(rows.row[i]!, i);
  }
  if (marked.length === 0) return of;
  const linksOf = (row: number): string[] => linksIn(says(row));
  const inOrder = canonicalOrder(columns, Uint32Array.from(settled));
  for (const [row, original] of takenBack({ columns, marked, settled: inOrder, linksOf })) {
    of[localOf.get(row)!] = original;
  }
  return of;
}

const RRN = /(?<![\d*])\d{12}(?![\d*])/g;
const STAN = /(?<![A-Z0-9])STAN[ :#.-]*(\d{6})(?!\d)/i;
const TERMINAL = /(?<![A-Z0-9])(?:TERMINAL|TERM|TID)(?: ?ID)?[ :#.-]*([A-Z0-9]{8})(?![A-Z0-9])/i;

function linksIn(text: string): string[] {
  const rrns = [...new Set(text.match(RRN) ?? [])];
  return switchLinks(rrns, STAN.exec(text)?.[1] ?? '', (TERMINAL.exec(text)?.[1] ?? '').toUpperCase());
}
