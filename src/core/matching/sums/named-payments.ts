// Tier 7, for a row that stands for payments whose references its file states: open rows of the other side that carry
// these references in their field, each once, if they come to the row. A payment that two rows name is nobody's. Rules:
// docs/decisions/matching-definitions.md, "Sums".

import { otherSide, type RowColumns, SIDES, type Side, textAt } from '../../records/rows/columns.ts';
import type { NumbersMatching } from '../matching.ts';
import { OPEN } from '../side-numbers.ts';
import { inGroupWindow } from './group-window.ts';
import { sumsAgree, takeGroup } from './take-group.ts';

/** References of the payments that a row has together, with strokes between; '' for none. */
const PAYMENTS = 'payments';

export function takeNamedPayments(matching: NumbersMatching, columns: Readonly<Record<Side, RowColumns>>): void {
  const { account } = matching;
  for (const side of SIDES) {
    const texts = columns[side].named?.find(({ name }) => name === PAYMENTS)?.texts;
    if (texts === undefined) continue;
    const { n, row, state, currency } = account[side];
    const named = Array.from({ length: n }, (_, i) => (state[i] === OPEN ? paymentsIn(textAt(texts, row[i]!)) : NONE));
    const namers = new Map<string, number>();
    for (const references of named) for (const one of references) namers.set(one, (namers.get(one) ?? 0) + 1);
    const other = account[otherSide(side)];
    const holders = rowsByReference(other, columns[otherSide(side)]);
    for (let i = 0; i < n; i++) {
      const parts: number[] = [];
      for (const reference of named[i]!) {
        const rows = holders.get(reference) ?? [];
        if (rows.length === 1 && namers.get(reference) === 1) parts.push(rows[0]!);
      }
      parts.sort((a, b) => a - b);
      if (parts.length < 2 || parts.some((part) => other.currency[part] !== currency[i])) continue;
      const group = side === 'gl' ? { gl: [i], bank: parts } : { gl: parts, bank: [i] };
      if (sumsAgree(matching, group) && inGroupWindow(matching, group)) takeGroup(matching, group, { tier: 7 });
    }
  }
}

/** Open rows by the text of their reference field. */
function rowsByReference(
  { n, row, state }: NumbersMatching['account'][Side],
  { reference }: RowColumns,
): ReadonlyMap<string, readonly number[]> {
  const holders = new Map<string, number[]>();
  for (let i = 0; i < n; i++) {
    const text = state[i] === OPEN ? plain(textAt(reference, row[i]!)) : '';
    if (text === '') continue;
    const known = holders.get(text);
    if (known === undefined) holders.set(text, [i]);
    else known.push(i);
  }
  return holders;
}

const NONE: ReadonlySet<string> = new Set();
const paymentsIn = (text: string): ReadonlySet<string> => (text === '' ? NONE : new Set(text.split('|').map(plain)));
const plain = (text: string): string => text.trim().toUpperCase();
