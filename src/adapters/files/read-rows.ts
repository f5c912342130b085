// Turns the scanner's rows into columns. Nearly every row takes the short way: a day, an amount, its texts. What is
// anything else (pending, a balance, a total, a line that continues the one above, a page's end) is decided in
// odd-rows.ts. Every row of the file is counted under exactly one heading of RowCounts.

import { NO_DAY } from '../../core/calendar.ts';
import { TieoutError } from '../../core/errors.ts';
import { MAX_ACCOUNTS, MAX_FILE_ROWS } from '../../core/limits.ts';
import {
  AMOUNT_EMPTY,
  AMOUNT_OK,
  type AmountOutcome,
  AmountReader,
  type DecimalMark,
} from '../../core/mapping/amount-text.ts';
import { currencyOfSign, isCurrencyCode } from '../../core/mapping/currency-signs.ts';
import {
  DAY_EMPTY,
  DAY_PENDING,
  type DayDigits,
  type DayOrder,
  DayReader,
  isDay,
} from '../../core/mapping/day-text.ts';
import {
  cashSign,
  DIRECTION_CREDIT,
  DIRECTION_IN,
  DIRECTION_NONE,
  type Direction,
  directionOf,
} from '../../core/mapping/directions.ts';
import { isPendingWord } from '../../core/mapping/row-words.ts';
import { exponentOf } from '../../core/money.ts';
import { ROW_PENDING, ROW_ZERO, type Side } from '../../core/records/columns.ts';
import { ByteDictionary } from './byte-dictionary.ts';
import { ColumnBuilder, type Estimate } from './column-builder.ts';
import type { DelimitedRows } from './delimited-rows.ts';
import { cellText, type Layout } from './detect-layout.ts';
import { OddRows } from './odd-rows.ts';
import { AMOUNT_BOTH, dayReason } from './row-reasons.ts';

/** What is decided from the whole column: taken from the sample first, and again when the column says otherwise. */
export interface Decisions {
  readonly bookingOrder: DayOrder;
  readonly bookingDigits: DayDigits;
  readonly valueOrder: DayOrder;
  readonly valueDigits: DayDigits;
  readonly decimals: {
    readonly amount: DecimalMark;
    readonly debit: DecimalMark;
    readonly credit: DecimalMark;
    readonly balance: DecimalMark;
  };
  /** Debits, or credits, are written with a minus: the minus says no more than the column does. */
  readonly debitNegative: boolean;
  readonly creditNegative: boolean;
  /** Only one kind of mark stands in the file: what has none goes the other way. */
  readonly unmarked: Direction;
  /** The running balance falls when a positive amount stands in the row. */
  readonly reversed: boolean;
}

export interface Rejected {
  readonly line: number;
  readonly reason: string;
}

export interface RowCounts {
  entries: number;
  rejected: number;
  preamble: number;
  header: number;
  blank: number;
  /** Opening and closing balance rows. */
  balances: number;
  /** Totals, page ends and what stands after the last entry. */
  footer: number;
  continuation: number;
}

const PENDING = 1;
const BOOKED = 2;

export class RowReader {
  readonly builder: ColumnBuilder;
  readonly counts: RowCounts = {
    entries: 0,
    rejected: 0,
    preamble: 0,
    header: 0,
    blank: 0,
    balances: 0,
    footer: 0,
    continuation: 0,
  };
  readonly rejected: Rejected[] = [];
  readonly booking: DayReader;
  readonly value: DayReader;
  readonly amounts: { amount: AmountReader; debit: AmountReader; credit: AmountReader; balance: AmountReader };
  readonly accounts: string[] = [];
  readonly currencies: string[] = [];
  readonly side: Side;
  readonly layout: Layout;
  readonly defaultAccount: string;
  pending = 0;
  /** Rows by the mark on them, zeros left out; and signs met in the debit and credit columns. */
  readonly marks = { debit: 0, credit: 0, none: 0 };
  readonly signs = {
    debitNegative: 0,
    debitPositive: 0,
    creditNegative: 0,
    creditPositive: 0,
    amountNegative: 0,
    amountPositive: 0,
  };
  /** First lines of what is worth a warning. */
  readonly firstLines = { clamped: 0, damagedIdentifier: 0 };
  damagedIdentifiers = 0;
  /** Account and currency of rows that name none; a section's heading may set them. */
  private account: string;
  private currency: string;
  /** Index of the currency of the last entry. */
  lastCurrency = 0;

  readonly decisions: Decisions;
  private readonly odd: OddRows;
  readonly creditSign: 1 | -1;
  readonly hasBalance: boolean;
  /** The amount readers in the order amount, debit, credit, balance. */
  readonly slots: readonly AmountReader[];
  private readonly accountKeys = new ByteDictionary();
  private readonly accountOf: number[] = [];
  private readonly currencyKeys = new ByteDictionary();
  private readonly currencyOf: number[] = [];
  private readonly directionKeys = new ByteDictionary();
  private readonly directionOfKey: Direction[] = [];
  private readonly statusKeys = new ByteDictionary();
  private readonly statusOf: number[] = [];
  private readonly exponents: number[] = [];
  private readonly narration: Int32Array;
  private readonly width: number;
  private readonly file: string;

  constructor(options: {
    layout: Layout;
    decisions: Decisions;
    side: Side;
    file: string;
    defaultCurrency: string;
    defaultAccount: string;
    estimate: Estimate;
  }) {
    const { layout, decisions } = options;
    this.layout = layout;
    this.decisions = decisions;
    this.side = options.side;
    this.file = options.file;
    this.creditSign = options.side === 'bank' ? 1 : -1;
    this.builder = new ColumnBuilder(options.estimate);
    this.booking = new DayReader({ order: decisions.bookingOrder, digits: decisions.bookingDigits });
    this.value = new DayReader({ order: decisions.valueOrder, digits: decisions.valueDigits });
    const { decimals } = decisions;
    this.amounts = {
      amount: new AmountReader(decimals.amount),
      debit: new AmountReader(decimals.debit),
      credit: new AmountReader(decimals.credit),
      balance: new AmountReader(decimals.balance),
    };
    const { amount, debit, credit, balance } = this.amounts;
    this.slots = [amount, debit, credit, balance];
    this.hasBalance = layout.proposal.columns.balance >= 0;
    this.narration = Int32Array.from(layout.proposal.narration);
    this.width = layout.titles.length;
    this.defaultAccount = options.defaultAccount;
    this.account = options.defaultAccount;
    this.currency = options.defaultCurrency;
    this.odd = new OddRows(this);
  }

  /** Takes the scanner's current row: a line above the header, the header, an entry, or anything else. */
  take(rows: DelimitedRows): void {
    if (rows.line <= this.layout.headerLine) {
      if (rows.line === this.layout.headerLine) this.counts.header++;
      else this.odd.preamble(rows);
      return;
    }
    const { columns } = this.layout.proposal;
    const { starts, ends, count, buffer } = rows;
    const at = columns.booking_date;
    const day = at < count ? this.booking.read(buffer, starts[at], ends[at]) : DAY_EMPTY;
    if (!isDay(day) || count > this.width) {
      this.odd.take(rows, day);
      return;
    }
    this.entry(rows, day);
  }

  /** A row with a day, or a pending one without (NO_DAY). */
  entry(rows: DelimitedRows, day: number) {
    const { columns } = this.layout.proposal;
    const { starts, ends, count, buffer } = rows;
    if (columns.currency < 0 || columns.currency >= count) this.useCurrentCurrency();
    else if (this.readCurrency(buffer, starts[columns.currency], ends[columns.currency]) < 0) {
      return this.reject(rows, `the currency “${cellText(rows, columns.currency)}” is not known`);
    }
    const currency = this.lastCurrency;
    const exponent = this.exponents[currency];
    const outcome = columns.amount >= 0 ? this.readSigned(rows, exponent) : this.readPair(rows, exponent);
    if (outcome !== AMOUNT_OK) return this.odd.withoutAmount(rows, day, outcome, exponent);
    let minor = this.minor;
    if (this.decisions.reversed) minor = -minor;
    let balance = Number.NaN;
    if (columns.balance >= 0 && columns.balance < count) {
      const reader = this.amounts.balance;
      if (reader.read(buffer, starts[columns.balance], ends[columns.balance], exponent) === AMOUNT_OK) {
        balance =
          reader.direction === DIRECTION_NONE
            ? reader.minor
            : cashSign(reader.direction, this.side) * Math.abs(reader.minor);
      }
    }
    if (
      (minor === 0 || Math.abs(minor) === Math.abs(balance) || columns.balance < 0) &&
      this.odd.isBalanceRow(rows, minor, balance)
    )
      return;
    let valueDay = NO_DAY;
    if (columns.value_date >= 0 && columns.value_date < count) {
      valueDay = this.value.read(buffer, starts[columns.value_date], ends[columns.value_date]);
      if (!isDay(valueDay)) {
        if (valueDay !== DAY_EMPTY && valueDay !== DAY_PENDING) {
          return this.reject(rows, dayReason(valueDay, 'value date', cellText(rows, columns.value_date)));
        }
        valueDay = NO_DAY;
      }
    }
    let flags = minor === 0 ? ROW_ZERO : 0;
    if (
      day === NO_DAY ||
      (columns.status >= 0 &&
        columns.status < count &&
        this.isPending(buffer, starts[columns.status], ends[columns.status]))
    ) {
      flags |= ROW_PENDING;
      this.pending++;
    }
    this.append(rows, { day, valueDay, minor, balance, currency, flags });
  }

  private append(
    rows: DelimitedRows,
    row: { day: number; valueDay: number; minor: number; balance: number; currency: number; flags: number },
  ): void {
    const { columns } = this.layout.proposal;
    const { starts, ends, raw, count, buffer } = rows;
    const b = this.builder;
    const i = b.count;
    b.amount[i] = row.minor;
    b.bookingDay[i] = row.day;
    b.valueDay[i] = row.valueDay;
    b.account[i] =
      columns.account >= 0 && columns.account < count
        ? this.readAccount(buffer, starts[columns.account], ends[columns.account])
        : this.accountNow();
    b.currency[i] = row.currency;
    b.flags[i] = row.flags;
    b.line[i] = rows.line;
    b.balance[i] = row.balance;
    const said = b.narration.used;
    const narration = this.narration;
    for (let k = 0; k < narration.length; k++) {
      const c = narration[k];
      if (c < count) b.narration.append(buffer, starts[c], ends[c], raw[c], k > 0, said);
    }
    let c = columns.reference;
    if (c >= 0 && c < count) {
      const into = this.isDamaged(buffer, starts[c], ends[c], rows.line) ? b.narration : b.reference;
      into.append(buffer, starts[c], ends[c], raw[c], into === b.narration, said);
    }
    c = columns.settlement_session_id;
    if (c >= 0 && c < count) {
      const into = this.isDamaged(buffer, starts[c], ends[c], rows.line) ? b.narration : b.settlementSession;
      into.append(buffer, starts[c], ends[c], raw[c], into === b.narration, said);
    }
    c = columns.source_id;
    if (c >= 0 && c < count) b.sourceId.append(buffer, starts[c], ends[c], raw[c], false, 0);
    b.endRow();
    if (b.count > MAX_FILE_ROWS) {
      throw new TieoutError('file_too_large', `the file has more than ${MAX_FILE_ROWS} rows; cut it by period.`, {
        file: this.file,
        line: rows.line,
      });
    }
    this.counts.entries++;
    this.odd.entryTaken();
  }

  /** A spreadsheet made a float of the digits, 5.8E+28: what is left of them is no key, only text. */
  private isDamaged(buffer: Uint8Array, from: number, to: number, line: number): boolean {
    // Ends in E+nn: the plus sign is what no identifier has there.
    const plus = to - 3;
    if (buffer[plus] !== 0x2b || (buffer[plus - 1] | 0x20) !== 0x65) return false;
    for (let p = from; p < plus - 1; p++) {
      const c = buffer[p];
      if ((c < 0x30 || c > 0x39) && c !== 0x2e && c !== 0x2c) return false;
    }
    if (this.damagedIdentifiers++ === 0) this.firstLines.damagedIdentifier = line;
    return true;
  }

  /** The signed cash effect of the row just read. */
  private minor = 0;

  private readSigned(rows: DelimitedRows, exponent: number): AmountOutcome {
    const { columns } = this.layout.proposal;
    const { starts, ends, count, buffer } = rows;
    const reader = this.amounts.amount;
    const c = columns.amount;
    const outcome = c < count ? reader.read(buffer, starts[c], ends[c], exponent) : AMOUNT_EMPTY;
    if (outcome !== AMOUNT_OK) return outcome;
    let direction = reader.direction;
    if (columns.direction >= 0 && columns.direction < count && direction === DIRECTION_NONE) {
      direction = this.readDirection(buffer, starts[columns.direction], ends[columns.direction]);
    }
    const minor = reader.minor;
    if (minor !== 0) {
      if (direction === DIRECTION_NONE) this.marks.none++;
      else if (direction === DIRECTION_CREDIT || direction === DIRECTION_IN) this.marks.credit++;
      else this.marks.debit++;
      if (minor < 0) this.signs.amountNegative++;
      else this.signs.amountPositive++;
    }
    if (direction !== DIRECTION_NONE) this.minor = signed(cashSign(direction, this.side), Math.abs(minor));
    else if (this.decisions.unmarked !== DIRECTION_NONE)
      this.minor = signed(cashSign(this.decisions.unmarked, this.side), minor);
    else this.minor = minor;
    return AMOUNT_OK;
  }

  private readPair(rows: DelimitedRows, exponent: number): AmountOutcome {
    const { columns } = this.layout.proposal;
    const { starts, ends, count, buffer } = rows;
    const d = columns.debit;
    const c = columns.credit;
    const { debit, credit } = this.amounts;
    const debitOutcome = d >= 0 && d < count ? debit.read(buffer, starts[d], ends[d], exponent) : AMOUNT_EMPTY;
    const creditOutcome = c >= 0 && c < count ? credit.read(buffer, starts[c], ends[c], exponent) : AMOUNT_EMPTY;
    if (debitOutcome > AMOUNT_EMPTY) return debitOutcome;
    if (creditOutcome > AMOUNT_EMPTY) return creditOutcome;
    const debitMinor = debitOutcome === AMOUNT_OK ? debit.minor : 0;
    const creditMinor = creditOutcome === AMOUNT_OK ? credit.minor : 0;
    if (debitMinor !== 0) {
      if (creditMinor !== 0) return AMOUNT_BOTH;
      if (debitMinor < 0) this.signs.debitNegative++;
      else this.signs.debitPositive++;
      this.minor = signed(this.decisions.debitNegative ? this.creditSign : -this.creditSign, debitMinor);
      return AMOUNT_OK;
    }
    if (creditMinor !== 0) {
      if (creditMinor < 0) this.signs.creditNegative++;
      else this.signs.creditPositive++;
      this.minor = signed(this.decisions.creditNegative ? -this.creditSign : this.creditSign, creditMinor);
      return AMOUNT_OK;
    }
    if (debitOutcome === AMOUNT_EMPTY && creditOutcome === AMOUNT_EMPTY) return AMOUNT_EMPTY;
    this.minor = 0;
    return AMOUNT_OK;
  }

  /** Index of the currency in a cell, an empty one meaning the current; -1 for one that is not known. */
  readCurrency(buffer: Uint8Array, from: number, to: number): number {
    const key = this.currencyKeys.lookup(buffer, from, to);
    const known = (this.currencyOf[key] ??= this.currencyNamed(this.currencyKeys.texts[key]));
    if (known === USE_CURRENT) return this.useCurrentCurrency();
    if (known >= 0) this.lastCurrency = known;
    return known;
  }

  private currencyNamed(text: string): number {
    if (text === '') return USE_CURRENT;
    const upper = text.toUpperCase();
    const code = isCurrencyCode(upper) ? upper : upper === 'NAIRA' ? 'NGN' : currencyOfSign(text);
    return code === '' ? -1 : this.currencyIndex(code);
  }

  useCurrentCurrency(): number {
    if (this.currencies[this.lastCurrency] !== this.currency) this.lastCurrency = this.currencyIndex(this.currency);
    return this.lastCurrency;
  }

  /** A heading names the currency, or the account, of the rows below it. */
  setCurrent({ currency, account }: { currency?: string; account?: string }): void {
    if (currency !== undefined) this.currency = currency;
    if (account !== undefined && this.defaultAccount === '') {
      this.account = account;
      this.current = -1;
    }
  }

  private current = -1;

  /** Index of the account of rows that name none. */
  accountNow(): number {
    if (this.current < 0) this.current = this.accountIndex(this.account);
    return this.current;
  }

  currencyIndex(code: string): number {
    const at = this.currencies.indexOf(code);
    if (at >= 0) return at;
    this.exponents.push(exponentOf(code));
    return this.currencies.push(code) - 1;
  }

  exponentOf(currency: number): number {
    return this.exponents[currency];
  }

  readAccount(buffer: Uint8Array, from: number, to: number): number {
    const key = this.accountKeys.lookup(buffer, from, to);
    const text = this.accountKeys.texts[key];
    const known = (this.accountOf[key] ??= text === '' ? USE_CURRENT : this.accountIndex(text));
    return known === USE_CURRENT ? this.accountNow() : known;
  }

  accountIndex(label: string): number {
    const at = this.accounts.indexOf(label);
    if (at >= 0) return at;
    if (this.accounts.length >= MAX_ACCOUNTS) {
      throw new TieoutError(
        'file_too_large',
        `the file has more than ${MAX_ACCOUNTS} accounts; is the right column taken for the account?`,
        { file: this.file },
      );
    }
    return this.accounts.push(label) - 1;
  }

  readDirection(buffer: Uint8Array, from: number, to: number): Direction {
    const key = this.directionKeys.lookup(buffer, from, to);
    return (this.directionOfKey[key] ??= directionOf(this.directionKeys.texts[key]));
  }

  isPending(buffer: Uint8Array, from: number, to: number): boolean {
    const key = this.statusKeys.lookup(buffer, from, to);
    return (this.statusOf[key] ??= isPendingWord(this.statusKeys.texts[key]) ? PENDING : BOOKED) === PENDING;
  }

  reject(rows: DelimitedRows, reason: string): void {
    this.rejectLine(rows.line, reason);
    this.odd.rowRejected();
  }

  rejectLine(line: number, reason: string): void {
    this.counts.rejected++;
    this.rejected.push({ line, reason });
  }

  /** Entries that PlainRows appended. */
  plainRowsTaken(rows: number): void {
    this.counts.entries += rows;
    this.odd.entryTaken();
  }

  /** Ends the reading: lines held back are footers, or were not. */
  finish(): void {
    this.odd.finish();
  }

  get oddRows(): OddRows {
    return this.odd;
  }
}

const USE_CURRENT = -2;
/** Never minus zero. */
const signed = (sign: number, minor: number) => (minor === 0 ? 0 : sign * minor);
