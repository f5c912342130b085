// The rows of a format that names its fields itself, a statement as a message. The format adds what it reads, entry by
// entry, with the balances and totals that the file states; what every format then needs is done for it.

import { TieoutError } from '../../../core/errors.ts';
import { MAX_ACCOUNTS, MAX_AMOUNT_MINOR, MAX_FILE_ROWS } from '../../../core/limits.ts';
import { NO_DAY } from '../../../core/money/calendar.ts';
import { isStatedCurrency } from '../../../core/money/currency-code.ts';
import { givenOf } from '../../../core/reading/columns/column-mapping.ts';
import { type GivenReading, givenSign } from '../../../core/reading/columns/given-reading.ts';
import type { KindField } from '../../../core/reading/kinds/kind-reading.ts';
import type { BalanceGap } from '../../../core/reading/proof/balance-gaps.ts';
import type { StatedBalance } from '../../../core/reading/proof/balance-proof.ts';
import type { Question } from '../../../core/reading/table/question.ts';
import { ROW_PENDING, ROW_ZERO, type TextColumn } from '../../../core/records/rows/columns.ts';
import { printable } from '../../../core/words/printable.ts';
import { ColumnBuilder, type TextBuilder } from '../columns/column-builder.ts';
import { finishedRows } from '../finish/finished-rows.ts';
import type { FoundRows } from '../finish/found-rows.ts';
import type { ReadRequest } from '../request/read-request.ts';
import { RowTally } from '../request/row-tally.ts';
import type { StatedCheck } from '../request/stated-check.ts';
import type { StatementFile } from '../request/statement-file.ts';

import type { ReadAs, StatedEntry } from './stated-entry.ts';
import { StatedFigures } from './stated-figures.ts';

export class EntryRows {
  /** Counts of everything that is no entry: counts.preamble, .balances, .setAside, .footer ... */
  readonly tally = new RowTally();
  private readonly request: ReadRequest;
  private readonly given: GivenReading;
  private readonly builder: ColumnBuilder;
  private readonly fields: readonly KindField[];
  private readonly accounts = new Map<string, number>();
  private readonly currencies = new Map<string, number>();
  private readonly knownCodes = new Set<string>();
  private readonly figures = new StatedFigures();
  private readonly warnings: string[] = [];
  private question: Question | null = null;
  private pending = 0;

  /** `rows`: about how many entries the file has; more are taken too. */
  constructor(request: ReadRequest, rows: number) {
    this.request = request;
    this.given = givenOf(request.mapping, request.side);
    this.fields = request.kind?.fields ?? [];
    const estimate = { rows, narration: rows * 60, reference: rows * 20, settlementSession: rows, sourceId: rows };
    this.builder = new ColumnBuilder(estimate, this.fields.length);
  }

  /** ISO code of entries that name no currency. */
  get defaultCurrency(): string {
    return this.given.currency ?? this.request.defaultCurrency;
  }

  /** ISO code that a mapping gives for entries that name none; '' for none. */
  get givenCurrency(): string {
    return this.given.currency ?? '';
  }

  /** Direction of an amount whose format tells none, by a mapping: 1 money in, -1 money out; 1 if it gives none. */
  get givenSign(): 1 | -1 {
    return givenSign(this.given, this.request.side) ?? 1;
  }

  /** Whether the kind of run has that column. */
  hasField(field: KindField): boolean {
    return this.fields.includes(field);
  }

  /** Number of entries so far. */
  get count(): number {
    return this.builder.count;
  }

  /** Adds an entry, or rejects it if its currency or amount is beyond what a row can hold. Throws file_too_large. */
  add(entry: StatedEntry): void {
    const { line, minor, bookingDay } = entry;
    const code = entry.currency || this.defaultCurrency;
    if (!this.isKnown(code)) {
      this.reject(line, `the currency “${code}” is not known`);
      return;
    }
    if (!Number.isSafeInteger(minor) || Math.abs(minor) > MAX_AMOUNT_MINOR) {
      this.reject(line, 'the amount is too large');
      return;
    }
    const b = this.builder;
    const i = b.count;
    b.amount[i] = minor;
    b.bookingDay[i] = bookingDay;
    b.valueDay[i] = entry.valueDay ?? NO_DAY;
    b.account[i] = this.accountOf(entry.account);
    b.currency[i] = placeOf(this.currencies, code);
    const isPending = entry.isPending === true || bookingDay === NO_DAY;
    if (isPending) this.pending++;
    b.flags[i] = (minor === 0 ? ROW_ZERO : 0) | (isPending ? ROW_PENDING : 0);
    b.line[i] = line;
    b.balance[i] = entry.balance ?? Number.NaN;
    write(b.narration, entry.narration);
    write(b.reference, entry.reference);
    write(b.settlementSession, entry.settlementSession);
    write(b.sourceId, entry.sourceId);
    for (const [k, field] of this.fields.entries()) write(b.ofKind[k], entry.ofKind?.[field]);
    b.endRow();
    this.tally.counts.entries++;
    if (b.count <= MAX_FILE_ROWS) return;
    const sentence = `the file has more than ${MAX_FILE_ROWS} rows; cut it by period.`;
    throw new TieoutError('file_too_large', sentence, { file: this.request.name, line });
  }

  /** Takes back the entries added since `from` (a count). */
  cut(from: number): void {
    const b = this.builder;
    for (let i = from; i < b.count; i++) if (b.flags[i] & ROW_PENDING) this.pending--;
    this.tally.counts.entries -= b.count - from;
    b.cut(from);
  }

  /** Gives the entries since `from` (a count) one direction: 1 money in, -1 money out. */
  sign(from: number, direction: 1 | -1): void {
    const { amount, count } = this.builder;
    for (let i = from; i < count; i++) if (amount[i] !== 0) amount[i] = direction * Math.abs(amount[i]);
  }

  /** An entry that was not understood; the reason without a full stop. */
  reject(line: number, reason: string): void {
    this.tally.reject(line, reason);
  }

  /** An entry that was understood and was never booked. */
  setAside(line: number, reason: string): void {
    this.tally.setAside(line, reason);
  }

  /** Entries from here on are of that page or part, whose lines are numbered from 1 again. */
  startPart(name: string): void {
    this.tally.part = name;
    this.builder.startPart(name);
  }

  /**
   * A balance that the file states. The first opening and the last closing one of an account must agree with its
   * entries; what lies between is the format's to check.
   */
  balance(stated: Omit<StatedBalance, 'account' | 'currency'> & { account: string; currency: string }): void {
    const { kind, minor, line } = stated;
    const [account, currency] = [this.accountOf(stated.account), this.currencyOf(stated.currency)];
    this.figures.balances.push({ kind, minor, line, account, currency });
    this.tally.counts.balances++;
  }

  /** Places between two stated balances of an account where entries are missing. */
  gaps({ account, currency, gaps }: { account: string; currency: string; gaps: readonly BalanceGap[] }): void {
    if (gaps.length > 0)
      this.figures.gaps({ account: this.accountOf(account), currency: this.currencyOf(currency) }, gaps);
  }

  /** A figure that the file states of itself; a warning if what was read differs. */
  check({ what, line, stated, read }: StatedCheck): void {
    // Both may hold texts of the file, of any length where it is damaged.
    this.figures.checks.push({ what: printable(what, 200), line, stated: printable(stated, 40), read });
  }

  /** A question that must be answered before the file can be used; the first one counts. */
  ask(question: Question): void {
    this.question ??= question;
  }

  /** A sentence for the person who gave the file. */
  warn(sentence: string): void {
    this.warnings.push(sentence);
  }

  /** The finished file. Throws file_not_understood if it has neither entries nor balances. */
  finish(as: ReadAs): StatementFile {
    const { request, tally, builder, figures } = this;
    const { entries, rejected, setAside, balances } = tally.counts;
    if (entries + rejected + setAside + balances === 0)
      throw new TieoutError('file_not_understood', 'the file has no entries.', { file: request.name });
    if (this.hasUnusedMapping())
      this.warn(
        `Of the mapping only account, currency, sign and marks are used: ${as.format} names its fields itself.`,
      );
    const accounts = [...this.accounts.keys()];
    const currencies = [...this.currencies.keys()];
    const proven = figures.proven(builder);
    return finishedRows(request, {
      columns: builder.finish({ accounts, currencies, file: request.name }),
      ofKind: this.ofKind(),
      tally,
      pending: this.pending,
      balances: proven,
      headings: [],
      layout: {
        ...{ format: as.format, encoding: as.encoding, ...NO_COLUMNS },
        ...(as.isNumbered === true && { isNumbered: true }),
      },
      digest: as.digest,
      ownAccount: this.given.account ?? request.defaultAccount ?? '',
      isSignUnknown: as.isSignUnknown === true && this.given.sign === undefined,
      isSignGiven: as.isSignUnknown !== true || this.given.sign !== undefined,
      hasStatedFigures: figures.balances.length + figures.checks.length > 0,
      checks: figures.checks,
      candidates: [],
      fields: [],
      question: this.question,
      lastQuestion: null,
      warnings: () => [
        ...this.warnings,
        ...(as.isOfPayments === true || request.isOpening === true
          ? []
          : figures.warnings(proven, { accounts, currencies, side: request.side })),
      ],
      plan: () => null,
      confirmedBy: null,
    });
  }

  private ofKind(): FoundRows['ofKind'] {
    const texts = this.fields.map((field, k): [KindField, TextColumn] => [
      field,
      this.builder.ofKind[k].finish(this.count),
    ]);
    return Object.fromEntries(texts.filter(([, { bytes }]) => bytes.length > 0));
  }

  private hasUnusedMapping(): boolean {
    const { mapping, side, isMappingOfPlan } = this.request;
    if (mapping === undefined || isMappingOfPlan === true) return false;
    return mapping.entries.some((one) => one[side] !== null) || !Object.keys(this.given).every((key) => USED.has(key));
  }

  private isKnown(code: string): boolean {
    if (this.knownCodes.has(code)) return true;
    if (!isStatedCurrency(code)) return false;
    this.knownCodes.add(code);
    return true;
  }

  private currencyOf(named: string): number {
    return placeOf(this.currencies, named || this.defaultCurrency);
  }

  private accountOf(named: string): number {
    if (named.length > LONGEST_ACCOUNT)
      throw new TieoutError('file_not_understood', `an account in it has more than ${LONGEST_ACCOUNT} characters.`, {
        file: this.request.name,
      });
    const place = placeOf(this.accounts, named || this.given.account || this.request.defaultAccount || '');
    if (place < MAX_ACCOUNTS) return place;
    const sentence = `more than ${MAX_ACCOUNTS} accounts stand in it.`;
    throw new TieoutError('file_not_understood', sentence, { file: this.request.name });
  }
}

/** Characters of an account: an IBAN has 34. */
const LONGEST_ACCOUNT = 200;

/** Keys of a mapping that hold for formats without columns. */
const USED: ReadonlySet<string> = new Set(['account', 'currency', 'sign', 'marks']);

const NO_COLUMNS = {
  delimiter: null,
  headerLine: null,
  columns: [],
  dayOrder: 'year-first',
  dayOrderAmbiguous: false,
  decimal: '.',
  balancePolarity: 'bank',
  titleSide: null,
} as const;

function write(to: TextBuilder, text: string | undefined): void {
  if (text !== undefined && text !== '') to.appendText(text.trim());
}

function placeOf(places: Map<string, number>, text: string): number {
  const known = places.get(text);
  if (known !== undefined) return known;
  places.set(text, places.size);
  return places.size - 1;
}
