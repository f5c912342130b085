// Compares the totals of market values that a holdings file states, of a section or the whole file, with the rows above
// them. With several currencies a total's currency is unknown, and it proves nothing.

import { exponentOf } from '../../../core/money/money.ts';
import { type DecimalMark, figureText } from '../../../core/reading/holdings/figure-text.ts';
import { minorOfScaled, scaledFromDecimal } from '../../../core/records/holdings/scaled.ts';

interface WrongTotal {
  readonly line: number;
  readonly stated: string;
  /** Sum of the rows above, in minor units. */
  readonly sum: bigint;
}

export class StatedTotals {
  readonly #mark: DecimalMark;
  /** Stated totals, with the sum of all rows above and of those since the total before. */
  readonly #met: {
    readonly line: number;
    readonly stated: string;
    readonly whole: bigint;
    readonly section: bigint;
  }[] = [];
  readonly #currencies = new Set<string>();
  #whole = 0n;
  #section = 0n;

  constructor(mark: DecimalMark) {
    this.#mark = mark;
  }

  /** Counts the market value of a position, in minor units. */
  add(amount: number, currency: string): void {
    this.#currencies.add(currency);
    this.#whole += BigInt(amount);
    this.#section += BigInt(amount);
  }

  /** Notes a total, which ends a section even if its cell is no number. */
  addTotal(cell: string, line: number): void {
    const stated = figureText(cell, this.#mark);
    if (stated !== null && stated !== '') {
      this.#met.push({ line, stated, whole: this.#whole, section: this.#section });
    }
    this.#section = 0n;
  }

  /** The currency of all rows; null if there are several. */
  get currency(): string | null {
    return this.#currencies.size === 1 ? [...this.#currencies][0] : null;
  }

  /** The totals that neither sum proves; none in a file of several currencies. Ask after the last row. */
  wrong(): WrongTotal[] {
    const { currency } = this;
    if (currency === null) return [];
    return this.#met.flatMap(({ line, stated, whole, section }) => {
      const minor = minorOfScaled(scaledFromDecimal(stated), exponentOf(currency));
      return minor === whole || minor === section ? [] : [{ line, stated, sum: whole }];
    });
  }
}
