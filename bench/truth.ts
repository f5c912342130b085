// How right a list of pairs is, held against the truth of a made-up month, for the kernel and for its peers alike: a
// pair is right when the truth joins its rows, or when it took a twin, a row that says the same as the true one.
// Millions of pairs are scored in typed arrays; `accuracy` tells more about fewer.

import { readFileSync } from 'node:fs';
import { readStatementFile } from '../src/adapters/files/read-statement.ts';
import type { RowColumns, Side } from '../src/core/records/rows/columns.ts';
import { CAUSES, isCause } from '../src/generation/causes.ts';
import { contentOf } from '../src/generation/truth.ts';
import type { Month } from './inputs.ts';

export interface Accuracy {
  readonly pairs: number;
  readonly precision: number;
  /** Ledger rows rightly matched, of those whose partner is in the bank's file and should be matched. */
  readonly recall: number;
  readonly tiers: readonly { readonly tier: number; readonly pairs: number; readonly precision: number }[];
}

export class Truth {
  /** Group of the row on each line of a side's file, 0 for none. */
  readonly #groupOf: Readonly<Record<Side, Uint32Array>>;
  /** Lines of a side's rows by group; few groups have more than one a side, and then the last counts. */
  readonly #lineOf: Readonly<Record<Side, Uint32Array>>;
  readonly #matchable: Uint8Array;
  readonly #columns: Readonly<Record<Side, RowColumns>>;
  readonly #rowOf: Readonly<Record<Side, Uint32Array>>;

  constructor(month: Month) {
    const bytes = readFileSync(month.truth);
    const size = bytes.reduce((lines, byte) => (byte === NEWLINE ? lines + 1 : lines), 3);
    this.#groupOf = { gl: new Uint32Array(size), bank: new Uint32Array(size) };
    this.#lineOf = { gl: new Uint32Array(size), bank: new Uint32Array(size) };
    this.#matchable = new Uint8Array(size);
    for (const text of linesOf(bytes)) {
      const [group, cause, side, , line] = text.split(',');
      if (side !== 'gl' && side !== 'bank') continue;
      const g = Number(group!.slice(1));
      this.#groupOf[side][Number(line)] = g;
      this.#lineOf[side][g] = Number(line);
      if (isCause(cause!) && CAUSES[cause].expected === 'match') this.#matchable[g] = 1;
    }
    this.#columns = { gl: columnsOf(month, 'gl'), bank: columnsOf(month, 'bank') };
    this.#rowOf = { gl: rowsByLine(this.#columns.gl), bank: rowsByLine(this.#columns.bank) };
  }

  get rows(): Readonly<Record<Side, number>> {
    return { gl: this.#columns.gl.count, bank: this.#columns.bank.count };
  }

  /** `pairs` holds three numbers a pair: ledger line, bank line, tier. */
  accuracyOf(pairs: Int32Array): Accuracy {
    const asserted = new Map<number, { pairs: number; right: number }>();
    let [all, right, rightMatchable] = [0, 0, 0];
    for (let at = 0; at < pairs.length; at += 3) {
      const [gl, bank, tier] = [pairs[at], pairs[at + 1], pairs[at + 2]];
      const isRight = this.#isRight(gl, bank);
      const count = asserted.get(tier) ?? { pairs: 0, right: 0 };
      asserted.set(tier, count);
      count.pairs++;
      all++;
      if (!isRight) continue;
      count.right++;
      right++;
      if (this.#matchable[this.#groupOf.gl[gl]]) rightMatchable++;
    }
    return {
      pairs: all,
      precision: right / all,
      recall: rightMatchable / this.#countMatchable(),
      tiers: [...asserted]
        .sort(([a], [b]) => a - b)
        .map(([tier, count]) => ({ tier, pairs: count.pairs, precision: count.right / count.pairs })),
    };
  }

  #isRight(gl: number, bank: number): boolean {
    const [g, b] = [this.#groupOf.gl[gl], this.#groupOf.bank[bank]];
    if (g === b) return true;
    return this.#sameContent('gl', gl, this.#lineOf.gl[b]) || this.#sameContent('bank', bank, this.#lineOf.bank[g]);
  }

  #sameContent(side: Side, line: number, other: number): boolean {
    if (other === 0) return false;
    const columns = this.#columns[side];
    const rowOf = this.#rowOf[side];
    return contentOf(columns, rowOf[line]) === contentOf(columns, rowOf[other]);
  }

  #countMatchable(): number {
    let count = 0;
    const { gl } = this.#groupOf;
    for (let line = 0; line < gl.length; line++) {
      const group = gl[line];
      if (group !== 0 && this.#matchable[group] && this.#lineOf.bank[group] !== 0) count++;
    }
    return count;
  }
}

const NEWLINE = 0x0a;
const PIECE_BYTES = 64 << 20;

/** The lines of a file that may be longer than a text may be. */
function* linesOf(bytes: Buffer): Generator<string> {
  for (let from = 0; from < bytes.length; ) {
    const near = from + PIECE_BYTES;
    const end = near < bytes.length ? bytes.lastIndexOf(NEWLINE, near) + 1 : bytes.length;
    yield* bytes.toString('latin1', from, end).split('\n');
    from = end;
  }
}

const columnsOf = (month: Month, side: Side): RowColumns =>
  readStatementFile({ path: month[side], name: `${side}.csv`, side, defaultCurrency: 'NGN' }).columns;

function rowsByLine({ line, count }: RowColumns): Uint32Array {
  const rows = new Uint32Array(count === 0 ? 0 : Math.max(count * 2, line[count - 1] + 1));
  for (let i = 0; i < count; i++) rows[line[i]] = i;
  return rows;
}
