// What is known of a file's columns while they are being taken for fields: titles and profiles of their values, and
// which field took which column, with the reason. The files beside it (propose-dates.ts, propose-amounts.ts, ...) each
// ask it for columns that fit and take the best.

import type { Side } from '../../records/rows/columns.ts';
import { type ColumnProfile, profileCells, readsAsDay } from '../cells/cell-profile.ts';
import type { EntryFlags } from '../cells/entry-flags.ts';
import { type TitleMeaning, titleMeanings } from '../titles/header-synonyms.ts';
import type { FieldName } from '../titles/target-fields.ts';
import { PAIR_ONLY, PLAIN } from '../titles/title-phrases.ts';

export interface SampleTable {
  /** Titles by column; '' where the header has none, or the file has no header. */
  readonly titles: readonly string[];
  /** Rows that may be entries, without header and preamble. */
  readonly rows: readonly (readonly string[])[];
  readonly side: Side;
  /** Columns by field that a mapping names. */
  readonly named?: ReadonlyMap<number, FieldName> | undefined;
}

/** A column of currencies that may be another amount’s than the one that is read: its codes in the sample, sorted. */
export interface OtherCurrency {
  readonly column: number;
  /** Column of the amount that is read. */
  readonly amount: number;
  /** The currency that its title names; '' where that says the bank’s own, or nothing. */
  readonly says: string;
  /** Column of a foreign amount that the currencies may be of, -1 where the read amount’s title casts the doubt. */
  readonly foreign: number;
  readonly codes: readonly string[];
  /** The amount is read in them, which is not certain. */
  readonly isRead: boolean;
}

/** The reason of a column that a mapping file names: it is beyond doubt. */
export const NAMED = 'named by the mapping';

export class ColumnDraft {
  readonly titles: readonly string[];
  /** What each title may mean, the likeliest first. */
  readonly meanings: readonly (readonly TitleMeaning[])[];
  readonly side: Side;
  readonly named: ReadonlyMap<number, FieldName>;
  readonly fields: (FieldName | null)[];
  readonly reasons: string[];
  readonly warnings: string[] = [];
  /** Column of the marks that belong to the balance, -1 for none: it carries no field of its own. */
  balanceMarks = -1;
  /** Column of texts whose words are the only marks of the file, -1 for none: they stay texts. */
  spokenMarks = -1;
  otherCurrency: OtherCurrency | null = null;
  /** The column of states holds response codes of a switch. */
  responseCodes = false;
  /** What the column of states says yes or no to. */
  entryFlags: EntryFlags | null = null;
  /** Rows of the sample that may be entries, and what each column holds in them. */
  rows: readonly (readonly string[])[];
  profiles: ColumnProfile[];

  constructor({ titles, rows, side, named }: SampleTable) {
    this.titles = titles;
    this.meanings = titles.map((title) => titleMeanings(title, side));
    this.side = side;
    this.named = named ?? new Map();
    this.rows = rows;
    this.profiles = this.profile();
    this.fields = titles.map(() => null);
    this.reasons = titles.map(() => '');
    for (const [column, field] of this.named) this.take(column, field, NAMED);
  }

  private profile(): ColumnProfile[] {
    return this.titles.map((_, i) => profileCells(this.rows.map((row) => row[i] ?? '')));
  }

  take(column: number, field: FieldName, reason: string): void {
    this.fields[column] = field;
    this.reasons[column] = reason;
  }

  has(field: FieldName): boolean {
    return this.fields.includes(field);
  }

  weight(column: number, field: FieldName): number {
    return this.meanings[column].find((m) => m.field === field)?.weight ?? 0;
  }

  /** Whether the title of a column speaks of money in or out, and not of debit or credit. */
  isFlow(column: number): boolean {
    return this.meanings[column].some((m) => m.flow === true);
  }

  /** Whether a title says nothing, or only what it would say beside its opposite. */
  saysNothing(column: number): boolean {
    return this.meanings[column].every((m) => m.flow === true && m.weight === PAIR_ONLY);
  }

  /** Free columns whose title may mean the field, the best first, then in file order. */
  titled(field: FieldName, fits: (p: ColumnProfile, column: number) => boolean): number[] {
    return this.free()
      .filter((i) => this.weight(i, field) > 0 && fits(this.profiles[i], i))
      .sort((a, b) => this.weight(b, field) - this.weight(a, field) || a - b);
  }

  free(): number[] {
    return this.fields.flatMap((field, i) => (field === null && i !== this.balanceMarks ? [i] : []));
  }

  quoted(column: number): string {
    return `title “${this.titles[column].trim()}”`;
  }

  /** Share of cells that must bear a title out: a plain title is believed on few, for the rest may be damaged rows. */
  trust(column: number): number {
    return this.meanings[column].some((m) => m.weight >= PLAIN) ? 0.1 : 0.5;
  }

  /** From here on only rows with a day count: totals and continuation lines say nothing of their columns. */
  onlyEntries(): void {
    const date = this.fields.indexOf('booking_date');
    if (date < 0) return;
    const dated = this.rows.filter((row) => readsAsDay(row[date] ?? ''));
    if (dated.length === 0 || dated.length === this.rows.length) return;
    this.rows = dated;
    this.profiles = this.profile();
  }
}
