// Takes each column of a file for a field, with a reason: first what a mapping file says, then what titles say and
// values confirm, then what values alone show. Pure and small: it sees a sample's titles and rows as strings. The
// reader asks it once for each delimiter that might be the file's, and keeps the answer that explains most rows.

import type { Side } from '../records/columns.ts';
import { type ColumnProfile, profileCells } from './cell-profile.ts';
import { DayReader, isDay, readDayText } from './day-text.ts';
import { referenceRank, speaksOfOtherMoney, titleMeanings } from './header-synonyms.ts';
import { moneyByBalance, moneyByMeetings, moneyByWords } from './propose-money.ts';
import type { FieldName } from './target-fields.ts';

/** Column indexes by field, -1 for none. */
export type FieldColumns = Readonly<Record<Exclude<FieldName, 'narration'>, number>>;

export interface ColumnProposal {
  readonly columns: FieldColumns;
  /** Columns joined into the narration, in file order. */
  readonly narration: readonly number[];
  readonly fields: readonly (FieldName | null)[];
  readonly reasons: readonly string[];
  readonly profiles: readonly ColumnProfile[];
  readonly warnings: readonly string[];
}

export interface SampleTable {
  /** Titles by column; '' where the header has none, or the file has no header. */
  readonly titles: readonly string[];
  /** Rows that may be entries, without header and preamble. */
  readonly rows: readonly (readonly string[])[];
  readonly side: Side;
  /** Columns by field that a mapping names. */
  readonly named?: ReadonlyMap<number, FieldName> | undefined;
}

/** Numbers this many times further apart than they are many are still taken for one sequence, seen in a sample. */
const SEQUENCE_SPAN = 1000;
const NAMED = 'named by the mapping';

export function proposeColumns({ titles, rows, side, named }: SampleTable): ColumnProposal {
  return new Proposal(titles, rows, side, named ?? new Map()).run();
}

class Proposal {
  private readonly titles: readonly string[];
  private readonly side: Side;
  private readonly named: ReadonlyMap<number, FieldName>;
  private rows: readonly (readonly string[])[];
  private profiles: ColumnProfile[];
  private readonly fields: (FieldName | null)[];
  private readonly reasons: string[];
  private readonly warnings: string[] = [];

  constructor(
    titles: readonly string[],
    rows: readonly (readonly string[])[],
    side: Side,
    named: ReadonlyMap<number, FieldName>,
  ) {
    this.titles = titles;
    this.side = side;
    this.named = named;
    this.rows = rows;
    this.profiles = this.profile();
    this.fields = titles.map(() => null);
    this.reasons = titles.map(() => '');
    for (const [column, field] of named) this.take(column, field, NAMED);
  }

  run(): ColumnProposal {
    this.dates();
    this.onlyEntries();
    this.session();
    this.direction();
    this.money();
    this.currency();
    this.identifiers();
    this.narration();
    this.explainRest();
    const columns = Object.fromEntries(
      SINGLE_FIELDS.map((field) => [field, this.fields.indexOf(field)]),
    ) as unknown as FieldColumns;
    const narration = this.fields.flatMap((field, i) => (field === 'narration' ? [i] : []));
    const { fields, reasons, profiles, warnings } = this;
    return { columns, narration, fields, reasons, profiles, warnings };
  }

  private profile(): ColumnProfile[] {
    return this.titles.map((_, i) => profileCells(this.rows.map((row) => row[i] ?? '')));
  }

  private take(column: number, field: FieldName, reason: string): void {
    this.fields[column] = field;
    this.reasons[column] = reason;
  }

  private has(field: FieldName): boolean {
    return this.fields.includes(field);
  }

  private weight(column: number, field: FieldName): number {
    return titleMeanings(this.titles[column]).find((m) => m.field === field)?.weight ?? 0;
  }

  /** Free columns whose title may mean the field, the best first, then in file order. */
  private titled(field: FieldName, fits: (p: ColumnProfile, column: number) => boolean): number[] {
    return this.free()
      .filter((i) => this.weight(i, field) > 0 && fits(this.profiles[i], i))
      .sort((a, b) => this.weight(b, field) - this.weight(a, field) || a - b);
  }

  private free(): number[] {
    return this.fields.flatMap((field, i) => (field === null ? [i] : []));
  }

  private quoted(column: number): string {
    return `title “${this.titles[column].trim()}”`;
  }

  private dates(): void {
    const isDate = (p: ColumnProfile, column: number) =>
      p.filled > 0 &&
      p.days >= p.filled * this.trust(column) &&
      (p.digits === 'none' || p.digits === 'yyyymmdd' || this.titles[column] !== '');
    if (!this.has('booking_date')) {
      const [best] = this.titled('booking_date', isDate);
      if (best !== undefined) this.take(best, 'booking_date', `${this.quoted(best)}, values are days`);
    }
    if (!this.has('value_date')) {
      const [best] = this.titled('value_date', isDate);
      if (best !== undefined) this.take(best, 'value_date', `${this.quoted(best)}, values are days`);
    }
    const untitled = this.free().filter((i) => {
      const p = this.profiles[i];
      return (
        p.filled >= p.cells * 0.3 &&
        p.filled > 0 &&
        p.days >= p.filled * 0.8 &&
        p.days > p.pendings &&
        p.digits !== 'serial' &&
        !this.saysOther(i)
      );
    });
    if (!this.has('booking_date')) {
      // A lone value date is the day we have.
      const lone = this.fields.indexOf('value_date');
      const first = this.sortedFirst(untitled)[0];
      if (first !== undefined) this.take(first, 'booking_date', 'values are days');
      else if (lone >= 0 && this.reasons[lone] !== NAMED)
        this.take(lone, 'booking_date', `${this.quoted(lone)}, the only date`);
    }
    if (!this.has('value_date')) {
      const second = untitled.find((i) => this.fields[i] === null && titleMeanings(this.titles[i]).length === 0);
      if (second !== undefined) this.take(second, 'value_date', 'values are days, beside the booking date');
    }
  }

  /** Columns of days with those before the others by which the rows are sorted: a statement is sorted by booking. */
  private sortedFirst(columns: readonly number[]): number[] {
    const isSorted = (column: number) => {
      const { order, digits } = this.profiles[column];
      const reader = new DayReader({ order, digits });
      const days = this.rows.map((row) => readDayText(reader, row[column] ?? '')).filter(isDay);
      return days.every((d, i) => i === 0 || d >= days[i - 1]) || days.every((d, i) => i === 0 || d <= days[i - 1]);
    };
    if (columns.length < 2) return [...columns];
    const sorted = columns.filter(isSorted);
    return [...sorted, ...columns.filter((c) => !sorted.includes(c))];
  }

  /** The title is known to mean something that is no date. */
  private saysOther(column: number): boolean {
    const meanings = titleMeanings(this.titles[column]);
    return meanings.length > 0 && !meanings.some((m) => m.field === 'booking_date' || m.field === 'value_date');
  }

  /** From here on only rows with a day count: totals and continuation lines say nothing of their columns. */
  private onlyEntries(): void {
    const date = this.fields.indexOf('booking_date');
    if (date < 0) return;
    const dated = this.rows.filter((row) => profileCells([row[date] ?? '']).days > 0);
    if (dated.length === 0 || dated.length === this.rows.length) return;
    this.rows = dated;
    this.profiles = this.profile();
  }

  private session(): void {
    if (this.has('settlement_session_id')) return;
    const isSession = (p: ColumnProfile) => p.filled === 0 || p.sessions >= p.filled * 0.5;
    const [titled] = this.titled('settlement_session_id', isSession);
    const found =
      titled ??
      this.free().find(
        (i) => this.profiles[i].sessions > 0 && this.profiles[i].sessions >= this.profiles[i].filled * 0.8,
      );
    if (found === undefined) return;
    this.take(found, 'settlement_session_id', titled === undefined ? 'values have 30 digits' : this.quoted(found));
  }

  private direction(): void {
    if (this.has('direction')) return;
    const marks = (p: ColumnProfile) => p.directions > 0 && p.directions >= p.filled * 0.9;
    const [titled] = this.titled('direction', marks);
    const found = titled ?? this.free().find((i) => marks(this.profiles[i]) && this.profiles[i].distinct <= 6);
    if (found === undefined) return;
    this.take(
      found,
      'direction',
      titled === undefined ? 'values are debit and credit marks' : `${this.quoted(found)}, values are marks`,
    );
  }

  private money() {
    if (this.has('amount') || this.has('debit') || this.has('credit')) return this.balanceByTitle();
    const reads = (p: ColumnProfile, column: number) =>
      p.filled === 0 || (p.money >= p.filled * this.trust(column) && p.identifiers < p.filled * 0.5);
    const filled = (p: ColumnProfile, column: number) => p.filled > 0 && reads(p, column);
    this.balanceByTitle();
    const [debit] = this.titled('debit', reads);
    const [credit] = this.titled('credit', (p, i) => reads(p, i) && i !== debit);
    const [amount] = this.titled('amount', filled);
    const signed =
      amount !== undefined && (this.profiles[amount].negative > 0 || this.has('direction') || this.marked(amount));
    const strongAmount = amount !== undefined && this.weight(amount, 'amount') >= 1;
    if (debit !== undefined && credit !== undefined && !(signed && strongAmount)) {
      this.take(debit, 'debit', `${this.quoted(debit)}, one of a pair`);
      this.take(credit, 'credit', `${this.quoted(credit)}, one of a pair`);
      return;
    }
    if (amount !== undefined) return this.take(amount, 'amount', `${this.quoted(amount)}, values are amounts`);
    if (debit !== undefined || credit !== undefined) {
      if (debit !== undefined) this.take(debit, 'debit', this.quoted(debit));
      if (credit !== undefined) this.take(credit, 'credit', this.quoted(credit));
      return;
    }
    this.moneyByValues();
  }

  /** Share of cells that must bear a title out: a plain title is believed on few, for the rest may be damaged rows. */
  private trust(column: number): number {
    return titleMeanings(this.titles[column]).some((m) => m.weight >= 2) ? 0.1 : 0.5;
  }

  private marked(column: number): boolean {
    return this.rows.some((row) => /\b(DR|CR|D|C)\.?\s*$|^\s*(DR|CR)\b|\)$|-\s*$/i.test(row[column] ?? ''));
  }

  private balanceByTitle(): void {
    if (this.has('balance')) return;
    const [balance] = this.titled(
      'balance',
      (p, i) => p.filled === 0 || (p.money >= p.filled * 0.7 && this.weight(i, 'balance') > 0),
    );
    if (balance !== undefined) this.take(balance, 'balance', this.quoted(balance));
  }

  private moneyByValues(): void {
    const balance = this.fields.indexOf('balance');
    const candidates = this.free().filter((i) => {
      const p = this.profiles[i];
      return (
        p.filled > 0 &&
        p.money >= p.filled * 0.8 &&
        p.identifiers < p.filled * 0.3 &&
        p.days < p.filled * 0.5 &&
        p.averageLength < 24
      );
    });
    // A fee or a tax is never taken for the entry while anything else may be.
    const own = candidates.filter((i) => !speaksOfOtherMoney(this.titles[i]));
    const dressed = (own.length > 0 ? own : candidates).filter(
      (i) => this.profiles[i].moneyDressed > 0 || this.profiles[i].negative > 0,
    );
    const narrowed = (dressed.length > 0 ? dressed : own.length > 0 ? own : candidates).slice(0, 8);
    const sample = {
      rows: this.rows.slice(0, 300),
      profiles: this.profiles,
      candidates: balance >= 0 ? [...narrowed, balance] : narrowed,
      direction: this.fields.indexOf('direction'),
      side: this.side,
    };
    const found =
      moneyByBalance(sample) ?? moneyByMeetings(sample) ?? moneyByWords({ ...sample, candidates: narrowed });
    if (found) {
      for (const field of ['amount', 'debit', 'credit', 'balance'] as const) {
        if (found[field] >= 0 && this.fields[found[field]] === null) this.take(found[field], field, found.reason);
      }
      if (found.unproven)
        this.warnings.push(
          'The file does not say which of its two amount columns is debit and which credit; check the signs.',
        );
      return;
    }
    const best =
      narrowed.find((i) => this.profiles[i].negative > 0) ??
      narrowed.find((i) => this.profiles[i].moneyDressed > 0) ??
      narrowed.find((i) => this.profiles[i].filled === this.profiles[i].cells && !this.isCounter(i));
    if (best !== undefined) this.take(best, 'amount', 'values are amounts');
  }

  private isCounter(column: number): boolean {
    const cells = this.rows.map((row) => (row[column] ?? '').trim());
    return cells.length > 2 && new Set(cells).size === cells.length && cells.every((c) => /^\d{1,9}$/.test(c));
  }

  private currency(): void {
    if (this.has('currency')) return;
    const codes = (p: ColumnProfile) => p.currencies > 0 && p.currencies >= p.filled * 0.9;
    const money = ['amount', 'credit', 'debit'] as const;
    const at = money.map((f) => this.fields.indexOf(f)).find((i) => i >= 0) ?? 0;
    // The column beside the amount is the amount's own, before one that only says so in its title.
    const nearest = (a: number, b: number) => Math.abs(a - at - 0.4) - Math.abs(b - at - 0.4);
    const candidates = this.free().filter((i) => codes(this.profiles[i]) && !speaksOfOtherMoney(this.titles[i]));
    const strong = candidates.filter((i) => this.weight(i, 'currency') >= 1);
    const [found] = (strong.length > 0 ? strong : candidates).sort(nearest);
    if (found !== undefined)
      this.take(found, 'currency', strong.length > 0 ? this.quoted(found) : 'values are currency codes');
  }

  private identifiers(): void {
    const text = (p: ColumnProfile) => p.filled > 0 && p.days - p.pendings < p.filled * 0.5;
    if (!this.has('status')) {
      const [status] = this.titled('status', text);
      if (status !== undefined) this.take(status, 'status', this.quoted(status));
    }
    if (!this.has('account')) {
      const isAccount = (p: ColumnProfile, i: number) =>
        // Sort code and number, 20-12-34 12345678, look like a day and a time.
        (text(p) || (p.filled > 0 && this.weight(i, 'account') > 2)) &&
        p.currencies === 0 &&
        (this.rows.some((row) => /\d{3}/.test(row[i] ?? '')) || this.areCodes(i)) &&
        (p.distinct <= Math.max(20, p.filled / 4) || this.weight(i, 'account') > 2);
      const [account] = this.titled('account', isAccount);
      if (account !== undefined) this.take(account, 'account', this.quoted(account));
    }
    if (!this.has('reference')) {
      const references = this.titled('reference', (p) => text(p) || (p.filled > 0 && p.digits !== 'none')).sort(
        (a, b) =>
          referenceRank(this.titles[a]) - referenceRank(this.titles[b]) ||
          this.profiles[b].filled - this.profiles[a].filled ||
          a - b,
      );
      // A column that hardly any row fills is not what the sides have in common.
      const most = Math.max(...references.map((i) => this.profiles[i].filled), 0);
      const best = references.find((i) => this.profiles[i].filled >= most * 0.2);
      if (best !== undefined) this.take(best, 'reference', `${this.quoted(best)}, the best of the references`);
      for (const spare of references.filter((i) => i !== best))
        this.take(spare, 'narration', `${this.quoted(spare)}, a further reference, kept with the narration`);
    }
    if (!this.has('source_id')) {
      const [id] = this.titled('source_id', (p) => p.filled > 0 && p.spaced < p.filled * 0.2);
      if (id !== undefined) this.take(id, 'source_id', `${this.quoted(id)}, the file’s own row id`);
      else {
        const counter = this.free().find((i) => titleMeanings(this.titles[i]).length === 0 && this.isSequence(i));
        if (counter !== undefined) this.take(counter, 'source_id', 'values number the rows');
      }
    }
    if (!this.has('reference')) this.referenceByValues();
  }

  /** Short names of accounts, A1 or BANK-2: single words with a digit in every row that has any. */
  private areCodes(column: number): boolean {
    if (this.weight(column, 'account') <= 2) return false;
    const cells = this.rows.map((row) => (row[column] ?? '').trim()).filter((c) => c !== '');
    return cells.length > 0 && cells.every((c) => /^(?=.*\d)[A-Za-z0-9/_.-]{1,34}$/.test(c));
  }

  /** All different numbers, perhaps behind the same letters, as close together as rows that are numbered in turn. */
  private isSequence(column: number): boolean {
    const cells = this.rows.map((row) => (row[column] ?? '').trim()).filter((c) => c !== '');
    const parts = cells.map((cell) => /^'?([A-Za-z/_-]{0,6})([1-9]\d{0,11}|0)$/.exec(cell));
    if (cells.length < 3 || parts.some((p) => p === null || p[1] !== parts[0]?.[1])) return false;
    const numbers = parts.map((p) => Number(p?.[2]));
    const span = Math.max(...numbers) - Math.min(...numbers);
    return new Set(numbers).size === numbers.length && span <= cells.length * SEQUENCE_SPAN;
  }

  /** Without a title: a column of mostly different single words with digits in them. */
  private referenceByValues(): void {
    const looks = (i: number) => {
      const p = this.profiles[i];
      const cells = this.rows.map((row) => (row[i] ?? '').trim()).filter((c) => c !== '');
      const tokens = cells.filter((c) => /^[A-Za-z0-9/_.:-]{5,64}$/.test(c) && /\d{3}/.test(c)).length;
      return (
        p.filled >= 3 &&
        tokens >= p.filled * 0.8 &&
        p.distinct >= p.filled * 0.5 &&
        p.days < p.filled * 0.5 &&
        p.moneyDressed === 0
      );
    };
    const found = this.free().find(
      (i) => titleMeanings(this.titles[i]).length === 0 && looks(i) && !this.isSequence(i),
    );
    if (found !== undefined) this.take(found, 'reference', 'values are identifiers that mostly differ');
  }

  private narration(): void {
    if ([...this.named.values()].includes('narration')) return;
    const columns = this.titled('narration', (p) => p.filled > 0);
    for (const column of columns) this.take(column, 'narration', `${this.quoted(column)}, joined into the narration`);
    // A title that says so is enough: what else is joined must not depend on the rows that one export happens to
    // have, or the same entry would read differently in the next.
    if (columns.some((column) => this.weight(column, 'narration') >= 4)) return;
    for (const column of this.free()) {
      const p = this.profiles[column];
      const unknown = titleMeanings(this.titles[column]).length === 0;
      const isText =
        p.lettered > p.filled * 0.5 && (p.distinct > 1 || this.rows.length <= 2) && p.currencies < p.filled;
      if (unknown && p.filled > 0 && isText && p.days < p.filled * 0.5)
        this.take(column, 'narration', 'values are texts');
    }
  }

  private explainRest(): void {
    for (const column of this.free()) {
      const p = this.profiles[column];
      const [meaning] = titleMeanings(this.titles[column]);
      this.reasons[column] =
        p.filled === 0
          ? 'empty'
          : meaning
            ? `${this.quoted(column)} says ${meaning.field}, which another column carries or its values do not fit`
            : 'not needed';
    }
  }
}

const SINGLE_FIELDS: readonly Exclude<FieldName, 'narration'>[] = [
  'booking_date',
  'value_date',
  'amount',
  'debit',
  'credit',
  'direction',
  'balance',
  'currency',
  'account',
  'reference',
  'settlement_session_id',
  'source_id',
  'status',
];
