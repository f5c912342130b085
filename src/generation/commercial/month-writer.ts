// The three files of a made-up month of a commercial kind while they grow: lines of text, the truth, and totals. Rows
// are in the order of their transactions; a group's truth is written with its rows.

import type { Side } from '../../core/records/rows/columns.ts';
import type { Cause } from '../causes.ts';
import { CAUSES } from '../causes.ts';
import { type Chunk, FILE_NAMES, MONTH_FILES, type MonthFile, type MonthTotals } from '../month.ts';
import { TRUTH_HEADER, truthLine } from '../truth.ts';

const encoder = new TextEncoder();

/** Lines above and below the rows of each side, including titles. */
interface Frame {
  readonly head: readonly string[];
}

export class MonthWriter {
  readonly #text: Record<MonthFile, string[]> = { gl: [], bank: [], truth: [] };
  readonly #line: Record<Side, number>;
  readonly #rows: Record<Side, number> = { gl: 0, bank: 0 };
  readonly #causes: Partial<Record<Cause, number>> = {};
  #group = 0;
  #open = 0;

  constructor(frames: Readonly<Record<Side, Frame>>) {
    for (const side of ['gl', 'bank'] as const) this.#text[side].push(...frames[side].head);
    this.#line = { gl: frames.gl.head.length, bank: frames.bank.head.length };
    this.#text.truth.push(TRUTH_HEADER.trimEnd());
  }

  get rows(): Readonly<Record<Side, number>> {
    return this.#rows;
  }

  /** Writes the rows of one true group. */
  group(cause: Cause, rows: readonly { readonly side: Side; readonly cells: readonly string[] }[]): void {
    const id = ++this.#group;
    for (const { side, cells } of rows) {
      this.#text[side].push(cells.map(quoted).join(','));
      const line = ++this.#line[side];
      this.#rows[side]++;
      this.#causes[cause] = (this.#causes[cause] ?? 0) + 1;
      if (CAUSES[cause].expected === 'open') this.#open++;
      const place = { side, file: FILE_NAMES[side], line, sourceId: '' };
      this.#text.truth.push(truthLine({ id, cause }, place).trimEnd());
    }
  }

  /** Writes a line that is not a row. */
  footer(side: Side, line: string): void {
    this.#text[side].push(line);
  }

  /** The text since the last call. */
  *chunks(): Generator<Chunk> {
    for (const file of MONTH_FILES) {
      const lines = this.#text[file].splice(0);
      if (lines.length > 0) yield { file, bytes: encoder.encode(`${lines.join('\n')}\n`) };
    }
  }

  totals(): MonthTotals {
    return { rows: this.#rows, openRows: this.#open, causes: this.#causes };
  }
}

const quoted = (cell: string): string => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
