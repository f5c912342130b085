// A file as the reader sees it before it knows what anything means: titles, and cells sampled from its head, middle
// and end, with a profile of each column's values. Whatever container it came in, roles and evidence ask this.

import type { Side } from '../../records/rows/columns.ts';
import { type ColumnProfile, profileCells, readsAsDay } from '../cells/cell-profile.ts';
import type { GivenMarks } from '../cells/directions.ts';
import { type TitleMeaning, titleMeanings } from '../titles/header-synonyms.ts';
import type { FieldName } from '../titles/target-fields.ts';
import { PAIR_ONLY, PLAIN } from '../titles/title-phrases.ts';

export interface SampleTable {
  /** Titles by column; '' where the header has none, or the file has no header. */
  readonly titles: readonly string[];
  /** Rows that may be entries, without header and preamble. */
  readonly rows: readonly (readonly string[])[];
  readonly side: Side;
  /** Cells of the lines above the header. */
  readonly above?: readonly string[] | undefined;
  /** Columns by field that a mapping names. */
  readonly named?: ReadonlyMap<number, FieldName> | undefined;
  /** The meaning of marks behind amounts by a mapping. */
  readonly marks?: GivenMarks | undefined;
}

/** The reason of a column that a mapping file names: it is beyond doubt. */
export const NAMED = 'named by the mapping';

export class Table {
  readonly titles: readonly string[];
  /** The meanings that each title may have, the likeliest first. */
  readonly meanings: readonly (readonly TitleMeaning[])[];
  readonly side: Side;
  readonly named: ReadonlyMap<number, FieldName>;
  readonly rows: readonly (readonly string[])[];
  readonly profiles: readonly ColumnProfile[];
  readonly marks: GivenMarks;
  readonly above: readonly string[];
  /** All columns, by number. */
  readonly columns: readonly number[];

  constructor({ titles, rows, side, named, marks = {}, above = [] }: SampleTable, profiles?: readonly ColumnProfile[]) {
    this.titles = titles;
    this.meanings = titles.map((title) => titleMeanings(title, side));
    this.side = side;
    this.named = named ?? new Map();
    this.rows = rows;
    this.marks = marks;
    this.above = above;
    this.profiles =
      profiles ??
      titles.map((_, i) =>
        profileCells(
          rows.map((row) => row[i] ?? ''),
          marks,
        ),
      );
    this.columns = titles.map((_, i) => i);
  }

  /** The column that a mapping names for the field, -1 for none. */
  namedFor(field: FieldName): number {
    return [...this.named].find(([, name]) => name === field)?.[0] ?? -1;
  }

  /** How surely the column's title means the field (title-phrases.ts); 0 if it does not. */
  weight(column: number, field: FieldName): number {
    return this.meanings[column].find((m) => m.field === field)?.weight ?? 0;
  }

  /** Whether the title of a column means money in or out, and not debit or credit. */
  isFlow(column: number): boolean {
    return this.meanings[column].some((m) => m.flow === true);
  }

  /** Whether a title means nothing, or means something only beside its opposite. */
  saysNothing(column: number): boolean {
    return this.meanings[column].every((m) => m.flow === true && m.weight === PAIR_ONLY);
  }

  /** Columns whose title may mean the field, the best first, then in file order. */
  titled(field: FieldName, fits: (p: ColumnProfile, column: number) => boolean): number[] {
    return this.columns
      .filter((i) => this.weight(i, field) > 0 && fits(this.profiles[i], i))
      .sort((a, b) => this.weight(b, field) - this.weight(a, field) || a - b);
  }

  quoted(column: number): string {
    return `title “${this.titles[column].trim()}”`;
  }

  /** The column's name for people: its title, or its number. */
  name(column: number): string {
    const title = this.titles[column].trim();
    return title === '' ? `column ${column + 1}` : `“${title}”`;
  }

  /** The cells of a column, trimmed; those that are not empty. */
  cells(column: number): string[] {
    return this.rows.map((row) => (row[column] ?? '').trim());
  }

  filled(column: number): string[] {
    return this.cells(column).filter((cell) => cell !== '');
  }

  /** Share of cells that must confirm a title: a plain title needs few, because the rest may be damaged rows. */
  trust(column: number): number {
    return this.meanings[column].some((m) => m.weight >= PLAIN) ? 0.1 : 0.5;
  }

  /** This table with other profiles of some columns. */
  withProfiles(changed: ReadonlyMap<number, ColumnProfile>): Table {
    return changed.size === 0
      ? this
      : new Table(
          this,
          this.profiles.map((p, i) => changed.get(i) ?? p),
        );
  }

  /** This table with the meaning of further marks, in the cells of a column or beside them. */
  withMarks(marks: GivenMarks, column: number): Table {
    const { titles, rows, side, named, above } = this;
    const known = { ...marks, ...this.marks };
    const profile = profileCells(this.cells(column), known);
    const profiles = this.profiles.map((p, i) => (i === column ? { ...p, openMarks: profile.openMarks } : p));
    return new Table({ titles, rows, side, named, marks: known, above }, profiles);
  }

  /** The rows with a day in that column: totals and continuation lines tell nothing about their columns. */
  entriesBy(date: number): Table {
    if (date < 0) return this;
    const dated = this.rows.filter((row) => readsAsDay(row[date] ?? ''));
    if (dated.length === 0 || dated.length === this.rows.length) return this;
    const { digits } = this.profiles[date];
    const { titles, side, named, marks, above } = this;
    const entries = new Table({ titles, rows: dated, side, named, marks, above });
    // Numbers that only a title makes days do not read as days by themselves.
    return digits === entries.profiles[date].digits ? entries : this;
  }
}
