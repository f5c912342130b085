// Headings inside a file that say that the entries below are not booked: pending, scheduled, uncleared. Such entries
// may be announced, booked since, or standing orders, so the sections are listed for a person to decide.

import { entryState } from '../../../core/reading/cells/entry-states.ts';
import type { ColumnBuilder } from '../columns/column-builder.ts';
import { loneText } from './row-shape.ts';

/** A longer text is a sentence, not a heading. */
const MOST_WORDS = 6;
const MOST_CHARACTERS = 60;

export interface PendingSection {
  /** Line and text of the heading. */
  readonly line: number;
  readonly text: string;
  /** Lines of the entries below it. */
  readonly lines: readonly number[];
}

export class PendingSections {
  private readonly builder: ColumnBuilder;
  /** Headings so far; their entries are those of the builder from `from` to before `to`. */
  private readonly found: { line: number; text: string; from: number; to: number }[] = [];
  private isOpen = false;

  constructor(builder: ColumnBuilder) {
    this.builder = builder;
  }

  /** Notes the row if it begins or ends a section; false for any other row. */
  take(cells: readonly string[], line: number): boolean {
    const text = loneText(cells);
    // With a digit it may be an entry or a balance.
    if (text === null || text.length > MOST_CHARACTERS || /\d/.test(text) || text.split(/\s+/).length > MOST_WORDS)
      return false;
    const state = entryState(text);
    if (state !== 'pending' && !(state === 'booked' && this.isOpen)) return false;
    // A single word is the state of an entry whose other cells are empty.
    if (!/\s/.test(text.trim())) return false;
    this.end();
    if (state === 'pending') {
      this.found.push({ line, text: text.trim(), from: this.builder.count, to: -1 });
      this.isOpen = true;
    }
    return true;
  }

  private end(): void {
    const last = this.found.at(-1);
    if (this.isOpen && last !== undefined) last.to = this.builder.count;
    this.isOpen = false;
  }

  /** The sections that have entries. Ask after the last row. */
  sections(): PendingSection[] {
    this.end();
    return this.found
      .filter(({ from, to }) => to > from)
      .map(({ line, text, from, to }) => ({ line, text, lines: Array.from(this.builder.line.subarray(from, to)) }));
  }
}
