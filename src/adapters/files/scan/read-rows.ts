// Turns the scanner's rows into columns. Nearly every row is an entry with a day, an amount and texts. odd-rows.ts
// decides about all others (pending, a balance, a total, a continued narration, the end of a page). Every row of the
// file is counted under exactly one heading of RowCounts.

import { TieoutError } from '../../../core/errors.ts';
import { MAX_FILE_ROWS } from '../../../core/limits.ts';
import { NO_DAY } from '../../../core/money/calendar.ts';
import {
  AMOUNT_EMPTY,
  AMOUNT_OK,
  AMOUNT_TOO_FINE,
  type AmountOutcome,
  type AmountReader,
} from '../../../core/reading/cells/amount-text.ts';
import { DAY_EMPTY, DAY_PENDING, DayReader, isDay } from '../../../core/reading/cells/day-text.ts';
import { type EntryState, isOnlyPending } from '../../../core/reading/cells/entry-states.ts';
import { responseMeans } from '../../../core/reading/cells/response-codes.ts';
import type { SignsGiven } from '../../../core/reading/proof/balance-signs.ts';
import { ROW_PENDING, ROW_ZERO, type Side } from '../../../core/records/rows/columns.ts';
import { CashEffect } from '../columns/cash-effect.ts';
import { ColumnBuilder, type Estimate, type TextBuilder } from '../columns/column-builder.ts';
import { RowLabels } from '../columns/row-labels.ts';
import { dayReason } from '../columns/row-reasons.ts';
import type { Decisions } from '../layout/decisions.ts';
import type { Layout } from '../layout/table-layout.ts';
import { OddRows } from '../odd/odd-rows.ts';
import type { RowsRead } from '../odd/rows-read.ts';
import { type Rejected, type RowCounts, RowTally } from '../request/row-tally.ts';
import { cellText } from '../rows/cell-text.ts';
import type { Rows } from '../rows/rows.ts';
import { isFloat, sessionInRow } from './lost-digits.ts';
import { StatesMet } from './states-met.ts';

/** A row for the columns, without its texts. */
interface Entry {
  readonly day: number;
  readonly valueDay: number;
  readonly minor: number;
  readonly balance: number;
  readonly currency: number;
  readonly flags: number;
}

export class RowReader implements RowsRead {
  readonly layout: Layout;
  readonly decisions: Decisions;
  readonly side: Side;
  readonly builder: ColumnBuilder;
  readonly tally = new RowTally();
  readonly counts: RowCounts = this.tally.counts;
  readonly rejected: readonly Rejected[] = this.tally.rejected;
  readonly booking: DayReader;
  readonly value: DayReader;
  readonly labels: RowLabels;
  readonly cash: CashEffect;
  readonly odd: OddRows;
  /** The amount readers in the order amount, debit, credit, balance. */
  readonly slots: readonly AmountReader[];
  readonly states = new StatesMet();
  pending = 0;
  /** Amounts whose cells name another currency than the file's: their number, first line, and currencies. */
  readonly otherCurrencies = { rows: 0, firstLine: 0, codes: new Set<string>() };
  /** Rows whose direction only the running balance gives, and the result of giving it. */
  readonly unsure: number[] = [];
  signsGiven: SignsGiven | null = null;
  /** Number of identifiers that a spreadsheet damaged, and the first with its line. */
  readonly damaged = { rows: 0, first: '', firstLine: 0 };

  /** The last row, if the file ends without a line end. */
  unended: { readonly line: number; readonly cells: readonly string[] } | null = null;

  /** The file's currency, if only signs beside some amounts name it; else ''. */
  readonly signedCurrency: string;

  /** Lines that a mapping skips, and lines that it excludes as no entries. */
  private readonly skipped: ReadonlySet<number>;
  private readonly leftOut: ReadonlySet<number>;
  /** Line of the header in the sheet being read, and its name if that says that its rows are pending. */
  private headerLine: number;
  private pendingName = '';
  private readonly narration: Int32Array;
  /** Columns of the kind of run, in the order of the proposal. */
  readonly ofKind: Int32Array;
  private readonly width: number;
  readonly file: string;

  constructor(options: {
    layout: Layout;
    decisions: Decisions;
    side: Side;
    file: string;
    defaultCurrency: string;
    defaultAccount: string;
    estimate: Estimate;
    signedCurrency?: string | undefined;
  }) {
    const { layout, decisions, side, file } = options;
    this.layout = layout;
    this.decisions = decisions;
    this.side = side;
    this.headerLine = layout.headerLine;
    this.signedCurrency = options.signedCurrency ?? '';
    this.file = file;
    this.ofKind = Int32Array.from(Object.values(layout.proposal.ofKind));
    this.builder = new ColumnBuilder(options.estimate, this.ofKind.length);
    this.booking = new DayReader({ order: decisions.bookingOrder, digits: decisions.bookingDigits });
    this.value = new DayReader({ order: decisions.valueOrder, digits: decisions.valueDigits });
    const { columns, profiles, responseCodes, entryFlags } = layout.proposal;
    const markWords = columns.direction >= 0 ? profiles[columns.direction].markWords : undefined;
    this.labels = new RowLabels({ ...options, markWords, responseCodes, entryFlags, marks: layout.given.marks });
    this.skipped = new Set(layout.given.skipLines);
    this.leftOut = new Set(layout.given.leftOut);
    this.cash = new CashEffect({
      proposal: layout.proposal,
      units: layout.units.bySlot,
      decisions,
      side,
      labels: this.labels,
      marks: layout.given.marks,
      fees: layout.fees,
    });
    const { amount, debit, credit, balance } = this.cash.readers;
    this.slots = [amount, debit, credit, balance];
    this.narration = Int32Array.from(layout.proposal.narration);
    this.width = layout.titles.length;
    this.odd = new OddRows(this);
  }

  /** Rows from here on are of that sheet of the layout; those of a sheet or list called “pending” are not booked yet. */
  startPart(place: number): void {
    const { parts = [] } = this.layout;
    this.headerLine = parts[place].headerLine;
    const name = parts[place].name.split('.').at(-1) ?? '';
    this.pendingName = isOnlyPending(name) ? name : '';
    if (parts.length <= 1) return;
    this.odd.finish();
    this.tally.part = parts[place].name;
    this.builder.startPart(parts[place].name);
  }

  /** Takes the scanner's current row: a line above the header, the header, an entry, or any other row. */
  take(rows: Rows): void {
    if (rows.line <= this.headerLine) {
      if (rows.line === this.headerLine) this.counts.header++;
      else this.odd.preamble(rows);
      return;
    }
    if (this.namesLines && this.takeNamed(rows.line)) return;
    const { starts, ends, count, buffer } = rows;
    const at = this.layout.proposal.columns.booking_date;
    const day = at < count ? this.booking.read(buffer, starts[at], ends[at]) : DAY_EMPTY;
    if (!isDay(day) || count > this.width) {
      this.odd.take(rows, day);
      return;
    }
    this.entry(rows, day);
  }

  /** Whether a mapping names lines to skip or exclude: then each row's line must be checked. */
  get namesLines(): boolean {
    return this.skipped.size + this.leftOut.size > 0;
  }

  private takeNamed(line: number): boolean {
    if (this.skipped.has(line)) this.counts.preamble++;
    else if (this.leftOut.has(line)) this.tally.setAside(line, 'the mapping says that it is no entry');
    else return false;
    this.odd.rowRejected();
    return true;
  }

  /** Takes an entry: a row with a day, or a pending one without (NO_DAY). */
  entry(rows: Rows, day: number) {
    const { labels, cash } = this;
    const { columns } = this.layout.proposal;
    const state = this.stateOf(rows);
    if (state === 'never') return this.setAside(rows);
    const { starts, ends, count, buffer } = rows;
    if (columns.currency < 0 || columns.currency >= count) labels.useCurrentCurrency();
    else if (labels.readCurrency(buffer, starts[columns.currency], ends[columns.currency]) < 0) {
      return this.reject(rows, `the currency “${cellText(rows, columns.currency)}” is not known`);
    }
    let outcome = cash.read(rows, labels.exponentOf(labels.lastCurrency));
    if (columns.currency < 0 && cash.lastReader.currency !== '' && outcome !== AMOUNT_EMPTY)
      outcome = this.inNamedCurrency(rows, outcome);
    const currency = labels.lastCurrency;
    const exponent = labels.exponentOf(currency);
    if (outcome !== AMOUNT_OK) return this.odd.withoutAmount(rows, day, outcome, exponent);
    const { minor } = cash;
    const balance = cash.balance(rows, exponent);
    const mayBeBalance =
      this.decisions.balanceLines !== null ||
      minor === 0 ||
      Math.abs(minor) === Math.abs(balance) ||
      Number.isNaN(balance);
    if (mayBeBalance && this.odd.isBalanceRow(rows, { day, minor, balance, exponent })) return;
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
    const lost = this.lostSession(rows);
    if (lost !== null)
      return this.reject(
        rows,
        `a spreadsheet lost digits of the session id “${lost}”, which stand nowhere else in the row: export the file anew ` +
          'with the session id as text',
      );
    let flags = minor === 0 ? ROW_ZERO : 0;
    if (state === 'unknown') this.states.noteUnknown(this.stateText(rows), rows.line);
    if (day === NO_DAY || state === 'pending') {
      if (this.pendingName !== '' && this.ownState(rows) === null) this.states.notePart(this.pendingName, rows.line);
      flags |= ROW_PENDING;
      this.pending++;
    }
    this.append(rows, { day, valueDay, minor, balance, currency, flags });
  }

  /** Converts the last amount to the currency that its cell names, which may have other decimals. */
  private inNamedCurrency(rows: Rows, outcome: AmountOutcome): AmountOutcome {
    const { labels, cash, otherCurrencies } = this;
    const exponent = labels.exponentOf(labels.lastCurrency);
    const before = labels.lastCurrency;
    const named = labels.namedBeside(cash.lastReader.currency, cash.lastReader.sharedSign);
    if (named === before) return outcome;
    if (otherCurrencies.rows++ === 0) otherCurrencies.firstLine = rows.line;
    otherCurrencies.codes.add(labels.currencies[named]);
    const decimals = labels.exponentOf(named) - exponent;
    if (decimals === 0) return outcome;
    if (outcome === AMOUNT_OK) return cash.rescale(decimals);
    return outcome === AMOUNT_TOO_FINE ? cash.read(rows, exponent + decimals) : outcome;
  }

  /** The state in the row's status cell, else by the name of its sheet or list. */
  stateOf(rows: Rows): EntryState {
    return this.ownState(rows) ?? (this.pendingName === '' ? 'booked' : 'pending');
  }

  /** Null if the row has no status, or, where its sheet's name tells more, an empty or unknown one. */
  private ownState({ buffer, starts, ends, count }: Rows): EntryState | null {
    const { status } = this.layout.proposal.columns;
    if (status < 0 || status >= count) return null;
    const isNamed = this.pendingName !== '';
    if (isNamed && starts[status] === ends[status]) return null;
    const state = this.labels.readState(buffer, starts[status], ends[status]);
    return isNamed && state === 'unknown' ? null : state;
  }

  /** The status cell as sentences quote it; a bare yes with its title. */
  private stateText(rows: Rows): string {
    const { columns, entryFlags } = this.layout.proposal;
    const text = cellText(rows, columns.status);
    return entryFlags !== null ? `${this.layout.titles[columns.status].trim()}: ${text}` : text;
  }

  private append(rows: Rows, entry: Entry): void {
    const { columns } = this.layout.proposal;
    const { starts, ends, raw, count, buffer } = rows;
    const b = this.builder;
    const i = b.count;
    b.amount[i] = entry.minor;
    if (this.cash.isUnsure) this.unsure.push(i);
    b.bookingDay[i] = entry.day;
    b.valueDay[i] = entry.valueDay;
    b.account[i] =
      columns.account >= 0 && columns.account < count
        ? this.labels.readAccount(buffer, starts[columns.account], ends[columns.account])
        : this.labels.accountNow();
    b.currency[i] = entry.currency;
    b.flags[i] = entry.flags;
    b.line[i] = rows.line;
    b.balance[i] = entry.balance;
    const narrationStart = b.narration.used;
    const narration = this.narration;
    for (let k = 0; k < narration.length; k++) {
      const c = narration[k];
      if (c < count) b.narration.append(buffer, starts[c], ends[c], raw[c], k > 0, narrationStart);
    }
    this.appendKey(rows, columns.reference, b.reference, narrationStart);
    this.appendKey(rows, columns.settlement_session_id, b.settlementSession, narrationStart);
    const c = columns.source_id;
    if (c >= 0 && c < count) b.sourceId.append(buffer, starts[c], ends[c], raw[c], false, 0);
    for (let k = 0; k < this.ofKind.length; k++) {
      const column = this.ofKind[k];
      if (column < count) b.ofKind[k].append(buffer, starts[column], ends[column], raw[column], false, 0);
    }
    b.endRow();
    if (b.count > MAX_FILE_ROWS) {
      throw new TieoutError('file_too_large', `the file has more than ${MAX_FILE_ROWS} rows; cut it by period.`, {
        file: this.file,
        line: rows.line,
      });
    }
    this.counts.entries++;
    if (rows.nextLine > rows.line + 1) this.odd.lookForRows(rows);
    this.odd.entryTaken();
  }

  /** The session id that became a float and that nothing in the row restores; null for none. */
  private lostSession(rows: Rows): string | null {
    const { columns, ofKind } = this.layout.proposal;
    // A kind of run that matches by the id judges it itself.
    if (ofKind.session_id !== undefined) return null;
    const { buffer, starts, ends, count } = rows;
    for (const c of [columns.settlement_session_id, columns.reference])
      if (c >= 0 && c < count && isFloat(buffer, starts[c], ends[c]) && sessionInRow(rows, c) === null)
        return cellText(rows, c);
    return null;
  }

  /** Appends an identifier; one that became a float is restored from the row, or appended to the narration. */
  private appendKey(rows: Rows, c: number, column: TextBuilder, narrationStart: number): void {
    const { starts, ends, raw, count, buffer } = rows;
    if (c < 0 || c >= count) return;
    const { narration } = this.builder;
    const isDamaged = isFloat(buffer, starts[c], ends[c]);
    const whole = isDamaged ? (sessionInRow(rows, c) ?? '') : '';
    if (whole !== '') {
      column.appendText(whole);
      return;
    }
    if (isDamaged && this.damaged.rows++ === 0) {
      this.damaged.first = cellText(rows, c);
      this.damaged.firstLine = rows.line;
    }
    const into = isDamaged ? narration : column;
    into.append(buffer, starts[c], ends[c], raw[c], into === narration, narrationStart);
  }

  /** Lists a row that was never booked by its status, with line and reason. Its money does not count. */
  setAside(rows: Rows): void {
    const state = cellText(rows, this.layout.proposal.columns.status);
    this.states.noteNever(state, rows.line);
    const reason = this.layout.proposal.responseCodes
      ? `the response code “${state}” says ${responseMeans(state)}`
      : `the status “${state}” says that it was never booked`;
    this.tally.setAside(rows.line, reason);
    this.odd.rowRejected();
  }

  setLineAside(line: number, reason: string): void {
    this.tally.setAside(line, reason);
  }

  reject(rows: Rows, reason: string): void {
    this.rejectLine(rows.line, reason);
    this.odd.rowRejected();
  }

  rejectLine(line: number, reason: string): void {
    this.tally.reject(line, reason);
  }

  /** Counts entries that PlainRows appended. */
  plainRowsTaken(rows: number): void {
    this.counts.entries += rows;
    this.odd.entryTaken();
  }
}
