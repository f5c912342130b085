// How much a word says: the rarer it is in the remainder, the more. In a small remainder the rows that were settled
// early are counted too (matching-definitions.md, "Words").

import { SIDES } from '../../src/core/records/rows/columns.ts';
import { bits } from './figures.ts';
import { canonical, type RefRow, type Sides } from './ref-row.ts';
import { wordsOf } from './text.ts';

const SMALL = 256;
const SETTLED_ROWS = 2_048;
const LEAST_ROWS = 64;

export class WordWeights {
  private readonly counted: number;
  private readonly rowsWith = new Map<string, number>();

  /** `remainder`: rows that are left; `settled`: those that were matched at sight or at a glance. */
  constructor(remainder: Sides<readonly RefRow[]>, settled: Sides<readonly RefRow[]>) {
    const left = [...remainder.gl, ...remainder.bank];
    const more =
      left.length < SMALL ? SIDES.flatMap((side) => settled[side].toSorted(canonical).slice(0, SETTLED_ROWS)) : [];
    const rows = [...left, ...more];
    this.counted = Math.max(LEAST_ROWS, rows.length);
    for (const row of rows)
      for (const word of wordsOf(row)) this.rowsWith.set(word, (this.rowsWith.get(word) ?? 0) + 1);
  }

  /** df. */
  rows(word: string): number {
    return this.rowsWith.get(word)!;
  }

  weight(word: string): number {
    return bits(this.counted) - bits(this.rows(word));
  }

  /** A number of one row alone is never missed on the other side. */
  isNumberOfOneRow(word: string): boolean {
    return hasDigit(word) && this.rows(word) === 1;
  }

  kind(word: string): string {
    const power = Math.floor(Math.log2(this.rows(word)));
    return `${power} ${hasDigit(word) ? 'number' : 'word'}`;
  }
}

const hasDigit = (word: string): boolean => /[0-9]/.test(word);
