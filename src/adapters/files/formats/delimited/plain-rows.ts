// The fast path. It reads plain rows, with a day, amounts and texts in unbroken cells, in one pass over their bytes
// straight into the columns. Any deviation (an odd cell, a doubled quote, a balance row, another width) leaves the row
// to the scanner and RowReader, which alone decide what it is. This file has no rules of its own.

import { MAX_FIELD_BYTES, MAX_FILE_ROWS } from '../../../../core/limits.ts';
import { NO_DAY } from '../../../../core/money/calendar.ts';
import { cashSign, DIRECTION_NONE } from '../../../../core/reading/cells/directions.ts';
import type { FieldColumns } from '../../../../core/reading/titles/target-fields.ts';
import { markedBalance } from '../../columns/cash-effect.ts';
import type { ColumnBuilder, TextBuilder } from '../../columns/column-builder.ts';
import { isInOtherUnits } from '../../layout/figure-units.ts';
import { LONGEST_WORDS, mayBeBalance } from '../../odd/balance-words.ts';
import type { RowReader } from '../../scan/read-rows.ts';
import {
  AMOUNT,
  BALANCE,
  BOOKING,
  CREDIT,
  cellKindsOf,
  DEBIT,
  MONEY,
  NARRATION,
  SKIP,
  SOURCE,
  SPAN,
  TEXT,
  TEXT_SPAN,
  VALUE,
} from './cell-kinds.ts';
import { DayCache } from './day-cache.ts';
import type { DelimitedRows } from './delimited-rows.ts';
import { hasDecimals, plainAmount } from './plain-amount.ts';
import { copyPlain, endOfPlain, endOfQuoted, type Span } from './plain-cells.ts';

const LF = 0x0a;
const CR = 0x0d;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const SPACE = 0x20;

/** The fast path reads only currencies of two decimals, which nearly all have. */
const DECIMALS = 2;

/** Consecutive rows that were not plain, after which the fast path is tried less often. */
const PATIENCE = 8;
/** Longest interval between two attempts, in rows. */
const LONGEST_REST = 200;

export class PlainRows {
  private readonly reader: RowReader;
  private readonly rows: DelimitedRows;
  private readonly builder: ColumnBuilder;
  private readonly columns: FieldColumns;
  private readonly balanceMarks: number;
  private readonly kinds: Uint8Array;
  private readonly booking: DayCache;
  private readonly value: DayCache;
  private readonly texts: readonly TextBuilder[];
  /** Start and current end of each text of the row; the builders receive these when the fast path ends. */
  private readonly heads = new Int32Array(4);
  private readonly tails = new Int32Array(4);
  /**
   * The row's amount, debit, credit and balance; a bit for each that has decimals; and the taken rows by these bits.
   */
  private readonly money = new Float64Array(4);
  private withDecimals = 0;
  private readonly rowsByDecimals = new Int32Array(16);
  private readonly span: Span;
  private readonly rowStarts: Int32Array;
  private readonly rowEnds: Int32Array;
  /** Figures in kobo or in thousands, which the scanner reads. */
  private readonly inOtherUnits: boolean;
  /** Columns of the kind of run; their cells are kept whatever else they are. */
  private readonly ofKind: Int32Array;
  private readonly hasKind: boolean;
  /** Some rows have no running balance: only words tell a balance or a total from an entry. */
  private readonly looksAtWords: boolean;
  private misses = 0;
  private rest = 0;

  constructor(reader: RowReader, rows: DelimitedRows) {
    this.reader = reader;
    this.rows = rows;
    this.builder = reader.builder;
    const { narration, reference, settlementSession, sourceId } = reader.builder;
    this.texts = [narration, reference, settlementSession, sourceId];
    this.columns = reader.layout.proposal.columns;
    this.balanceMarks = reader.layout.proposal.balanceMarks;
    this.kinds = cellKindsOf(reader);
    this.ofKind = reader.ofKind;
    this.hasKind = reader.ofKind.length > 0;
    this.inOtherUnits = isInOtherUnits(reader.layout.units);
    const { profiles } = reader.layout.proposal;
    const { balance } = this.columns;
    this.looksAtWords = balance < 0 || profiles[balance].filled < profiles[balance].cells;
    this.booking = new DayCache(reader.booking);
    this.value = new DayCache(reader.value);
    this.rowStarts = rows.starts;
    this.rowEnds = rows.ends;
    const { delimiter, buffer } = rows;
    this.span = { buffer, view: new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength), delimiter };
  }

  /** Takes rows from the scanner's place as long as they are plain. The scanner continues with the first other one. */
  run(): void {
    const { rows, reader } = this;
    if (
      reader.namesLines ||
      reader.decisions.balanceLines !== null ||
      this.inOtherUnits ||
      reader.layout.fees.length > 0 ||
      rows.line < reader.layout.headerLine
    )
      return;
    // A heading may have set another currency for the rows that follow.
    if (this.columns.currency < 0) reader.labels.useCurrentCurrency();
    if (reader.labels.exponentOf(reader.labels.lastCurrency) !== DECIMALS) return;
    if (this.rest > 0) {
      this.rest--;
      return;
    }
    const firstLine = rows.nextLine;
    this.begin();
    const line = this.takeRows(firstLine);
    rows.nextLine = line;
    const taken = line - firstLine;
    this.misses = taken > 0 ? 0 : this.misses + 1;
    if (this.misses > PATIENCE) this.rest = Math.min(this.misses, LONGEST_REST);
    if (taken === 0) return;
    this.settle();
    rows.line = line - 1;
    reader.plainRowsTaken(taken);
  }

  private begin(): void {
    const { rows, texts, heads, tails } = this;
    for (let slot = 0; slot < texts.length; slot++) {
      texts[slot].makeRoom(rows.end - rows.position + 16);
      heads[slot] = tails[slot] = texts[slot].used;
    }
  }

  /** Hands the results of the taken rows to the builders and readers. */
  private settle(): void {
    const { texts, heads, rowsByDecimals, booking, value, reader } = this;
    for (let slot = 0; slot < texts.length; slot++) texts[slot].used = heads[slot];
    for (let bits = 1; bits < rowsByDecimals.length; bits++) {
      if (rowsByDecimals[bits] === 0) continue;
      for (let slot = 0; slot < reader.slots.length; slot++) {
        if (((bits >> slot) & 1) !== 0) reader.slots[slot].forMark += rowsByDecimals[bits];
      }
    }
    rowsByDecimals.fill(0);
    booking.settle();
    value.settle();
  }

  /** The loop alone: the engine does not compile code after a long loop, and would restart it. */
  private takeRows(firstLine: number): number {
    const { rows, builder } = this;
    const { end } = rows;
    let p = rows.position;
    let line = firstLine;
    while (p < end && builder.count < MAX_FILE_ROWS) {
      const next = this.cells(p);
      // The line feed after the last byte looks like a line end, so this row may be cut off.
      if (next < 0 || next > end || next - p > MAX_FIELD_BYTES || !this.take(line)) return line;
      p = next;
      rows.position = p;
      line++;
    }
    return line;
  }

  /** Reads the cells of the row at p; answers where the next row starts, -1 if this one is not plain. */
  private cells(p: number): number {
    const { kinds, money, span } = this;
    const { buffer, delimiter } = span;
    const last = kinds.length - 1;
    money[0] = money[1] = money[2] = 0;
    money[BALANCE - MONEY] = Number.NaN;
    this.withDecimals = 0;
    for (let column = 0; column <= last; column++) {
      const kind = kinds[column];
      const quoted = buffer[p] === QUOTE;
      if (quoted) p++;
      const start = p;
      if (kind >= MONEY && kind <= BALANCE) p = this.amount(kind - MONEY, p, quoted);
      else if (kind >= TEXT && kind <= SOURCE) p = this.text(kind - TEXT, p, quoted);
      else if (kind === BOOKING || kind === VALUE) p = this.day(kind, p, quoted);
      else {
        this.rowStarts[column] = p;
        if (kind === TEXT_SPAN) p = this.text(NARRATION - TEXT, p, quoted);
        else p = quoted ? endOfQuoted(span, p) : endOfPlain(span, p);
        this.rowEnds[column] = p;
      }
      if (p < 0) return -1;
      if (this.hasKind) {
        this.rowStarts[column] = start;
        this.rowEnds[column] = p;
      }
      if (quoted && buffer[p++] !== QUOTE) return -1;
      if (column < last) {
        if (buffer[p++] !== delimiter) return -1;
      }
    }
    if (buffer[p] === LF) return p + 1;
    return buffer[p] === CR && buffer[p + 1] === LF ? p + 2 : -1;
  }

  private day(kind: number, p: number, quoted: boolean): number {
    const { span } = this;
    const days = kind === BOOKING ? this.booking : this.value;
    if (days.knows(span, p)) {
      const to = p + days.length;
      const c = span.buffer[to];
      if (c === span.delimiter || c === LF || c === CR || (quoted && c === QUOTE)) return to;
    }
    const to = quoted ? endOfQuoted(span, p) : endOfPlain(span, p);
    return days.read(span, p, to, kind === VALUE) ? to : -1;
  }

  private amount(slot: number, p: number, quoted: boolean): number {
    const { buffer, delimiter } = this.span;
    const c = buffer[p];
    if (c === delimiter || c === LF || c === CR || (quoted && c === QUOTE)) return p;
    const reader = this.reader.slots[slot];
    const to = plainAmount(this.span, p, reader, quoted, this.money, slot);
    if (hasDecimals(this.span, p, to, reader.mark)) this.withDecimals |= 1 << slot;
    return to;
  }

  private text(slot: number, p: number, quoted: boolean): number {
    const { span, heads, tails } = this;
    const first = span.buffer[p];
    if (first <= SPACE ? first !== span.delimiter && first !== LF && first !== CR : first === APOSTROPHE) return -1;
    const text = this.texts[slot];
    let from = tails[slot];
    const joined = slot === 0 && from > heads[0];
    if (joined) text.bytes[from++] = SPACE;
    const to = quoted ? endOfQuoted(span, p) : copyPlain(span, p, text.view, from);
    if (quoted) for (let q = p, at = from; q < to; q++) text.bytes[at++] = span.buffer[q];
    let used = from + to - p;
    while (used > from && text.bytes[used - 1] <= SPACE) used--;
    if (used === from) return to;
    if (slot === 0) {
      if (this.looksAtWords && to - p <= LONGEST_WORDS && mayBeBalance(span.buffer, p, to)) return -1;
    } else if (slot < 3 && text.bytes[used - 3] === 0x2b) return -1;
    tails[slot] = used;
    return to;
  }

  /** Takes the row whose cells were read; false if it is not plain after all, and then nothing was taken. */
  private take(line: number): boolean {
    const { reader, rowStarts, rowEnds, money, withDecimals, heads, tails } = this;
    const { columns } = this;
    const { labels } = reader;
    const { buffer } = this.span;
    if (columns.currency < 0) labels.useCurrentCurrency();
    else {
      const currency = labels.readCurrency(buffer, rowStarts[columns.currency], rowEnds[columns.currency]);
      if (currency < 0 || labels.exponentOf(currency) !== DECIMALS) return false;
    }
    const { status } = columns;
    if (status >= 0 && labels.readState(buffer, rowStarts[status], rowEnds[status]) !== 'booked') return false;
    let balance = money[BALANCE - MONEY];
    const debit = money[DEBIT - MONEY];
    const shown = columns.amount >= 0 ? money[AMOUNT - MONEY] : debit === 0 ? money[CREDIT - MONEY] : debit;
    // A row without an amount, with zero, with both amounts, or with a possible balance is left to the scanner.
    if (shown === 0 || shown === balance || shown === -balance) return false;
    if (Number.isNaN(balance) && (!this.looksAtWords || (tails[0] === heads[0] && this.mayBeWords()))) return false;
    if (debit !== 0 && money[CREDIT - MONEY] !== 0) return false;
    if (this.balanceMarks >= 0) {
      const at = this.balanceMarks;
      balance = markedBalance(balance, cashSign(labels.readDirection(buffer, rowStarts[at], rowEnds[at]), reader.side));
    }
    const minor = columns.amount >= 0 ? this.signed() : this.paired();
    // Neither mark nor sign gives the direction.
    if (Number.isNaN(minor)) return false;
    const b = this.builder;
    const i = b.count;
    b.amount[i] = minor;
    b.bookingDay[i] = this.booking.day;
    b.valueDay[i] = columns.value_date >= 0 ? this.value.day : NO_DAY;
    const account =
      columns.account >= 0
        ? labels.readAccount(buffer, rowStarts[columns.account], rowEnds[columns.account])
        : labels.accountNow();
    // New memory is zero: a page never written is never fetched.
    if (account !== 0) b.account[i] = account;
    if (labels.lastCurrency !== 0) b.currency[i] = labels.lastCurrency;
    b.line[i] = line;
    b.balance[i] = balance;
    this.booking.count();
    if (columns.value_date >= 0) this.value.count();
    this.rowsByDecimals[withDecimals]++;
    heads[0] = tails[0];
    heads[1] = tails[1];
    heads[2] = tails[2];
    heads[3] = tails[3];
    for (let k = 0; k < this.ofKind.length; k++) {
      const column = this.ofKind[k];
      b.ofKind[k].append(buffer, rowStarts[column], rowEnds[column], 0, false, 0);
    }
    b.endPlainRow(heads);
    return true;
  }

  /** Whether another cell of a row with an empty narration may be the words of a balance or a total. */
  private mayBeWords(): boolean {
    const { kinds, rowStarts, rowEnds, texts, heads, tails } = this;
    for (let slot = 1; slot < texts.length; slot++)
      if (tails[slot] > heads[slot] && mayBeBalance(texts[slot].bytes, heads[slot], tails[slot])) return true;
    for (let column = 0; column < kinds.length; column++) {
      const kind = kinds[column];
      if ((kind === SKIP || kind === SPAN) && mayBeBalance(this.span.buffer, rowStarts[column], rowEnds[column]))
        return true;
    }
    return false;
  }

  /** The cash effect of a single amount column, NaN to leave the row to the scanner. */
  private signed(): number {
    const { reader, rowStarts, rowEnds } = this;
    const { cash } = reader;
    const amount = this.money[AMOUNT - MONEY];
    const at = this.columns.direction;
    const direction =
      at >= 0 ? reader.labels.readDirection(this.span.buffer, rowStarts[at], rowEnds[at]) : DIRECTION_NONE;
    if (reader.layout.proposal.balanceBefore >= 0) return Number.NaN;
    if (direction === DIRECTION_NONE && (cash.decisions.byBalance || cash.unmarkedSign(amount, true) !== 0))
      return Number.NaN;
    cash.countMark(direction, amount);
    const effect = cash.effect(cashSign(direction, cash.side), amount);
    return cash.decisions.reversed ? -effect : effect;
  }

  /** The cash effect of a debit and a credit column, one of which has an amount. */
  private paired(): number {
    const { cash } = this.reader;
    const debit = this.money[DEBIT - MONEY];
    return debit !== 0 ? cash.paired(debit, -1) : cash.paired(this.money[CREDIT - MONEY], 1);
  }
}
