// Joins rows with more cells than the header, where an unquoted delimiter has cut a value in two: 1,250.75 or “TRF TO
// ADA, LAGOS”. Every way of joining neighbours until the row fits is tried. If the running balance proves exactly one,
// the row is joined; otherwise it is left as it is, and rejected.

import { AMOUNT_EMPTY, AMOUNT_OK, AmountReader } from '../../../core/reading/cells/amount-text.ts';
import { DAY_EMPTY, DayReader, isDay } from '../../../core/reading/cells/day-text.ts';
import type { Rows } from '../rows/rows.ts';
import type { RowsRead } from './rows-read.ts';

/** Most surplus cells, and most ways to join, that are tried in a row: with more, one would fit by chance. */
const MOST_CUTS = 3;
const MOST_WAYS = 600;
/** Consecutive rows that could not be joined, after which none is tried: such a file has no usable balance. */
const PATIENCE = 1_000;

/** One way to join: the indexes of the cells to which the next one is joined, and the resulting figures. */
interface Joining {
  readonly joins: readonly number[];
  readonly minor: number;
  readonly balance: number;
}

export class CutCells {
  /** Number of joined rows, and the line of the first. */
  rows = 0;
  firstLine = 0;

  private readonly reader: RowsRead;
  private readonly money: Readonly<Record<'amount' | 'debit' | 'credit' | 'balance', AmountReader>>;
  private readonly valueDays: DayReader;
  /** Possible balances after the last row that could not be joined. */
  private possible: readonly number[] = [];
  /** Number of rejected rows then: if there are more now, that row is not directly above. */
  private rejected = 0;
  private inVain = 0;

  constructor(reader: RowsRead) {
    this.reader = reader;
    const { decimals, valueOrder, valueDigits } = reader.decisions;
    const { units, given } = reader.layout;
    // Separate readers: a cell that is only tried must not count as evidence for a decimal mark.
    this.money = {
      amount: new AmountReader(decimals.amount, units.bySlot.amount, given.marks),
      debit: new AmountReader(decimals.debit, units.bySlot.debit),
      credit: new AmountReader(decimals.credit, units.bySlot.credit),
      balance: new AmountReader(decimals.balance, units.bySlot.balance),
    };
    this.valueDays = new DayReader({ order: valueOrder, digits: valueDigits });
  }

  /** Joins the cells of the current row if the balance proves how. `above`: the kind of the row directly above. */
  join(rows: Rows, above: 'entry' | 'rejected' | 'other'): boolean {
    const { reader } = this;
    const cuts = rows.count - reader.layout.titles.length;
    if (reader.layout.proposal.columns.balance < 0 || cuts > MOST_CUTS || this.inVain > PATIENCE) return false;
    const b = reader.builder;
    const isAfterCut = above === 'rejected' && reader.counts.rejected === this.rejected;
    const before = above === 'entry' ? [b.balance[b.count - 1]] : isAfterCut ? this.possible : [];
    const joinings = this.possibleJoinings(rows, cuts);
    const proven = joinings.filter(({ minor, balance }) =>
      before.some((from) => Math.abs(balance - from) === Math.abs(minor)),
    );
    if (proven.length !== 1) {
      this.inVain++;
      this.rejected = reader.counts.rejected + 1;
      this.possible = [...new Set(joinings.map(({ balance }) => balance))];
      return false;
    }
    this.inVain = 0;
    joinCells(rows, proven[0].joins);
    if (this.rows++ === 0) this.firstLine = rows.line;
    return true;
  }

  private possibleJoinings(rows: Rows, cuts: number): Joining[] {
    const { starts, ends, count, buffer } = rows;
    const delimiter = this.reader.layout.delimiter?.charCodeAt(0);
    const ways: Joining[] = [];
    // Only after the date, which was already read in place, and never across a quote.
    const gaps: number[] = [];
    for (let i = this.reader.layout.proposal.columns.booking_date + 1; i < count - 1; i++)
      if (starts[i + 1] === ends[i] + 1 && buffer[ends[i]] === delimiter) gaps.push(i);
    let tried = 0;
    const choose = (from: number, joins: readonly number[]): void => {
      if (tried > MOST_WAYS) return;
      if (joins.length === cuts) {
        tried++;
        const figures = this.figuresOf(rows, joins);
        if (figures !== null) ways.push({ joins, ...figures });
        return;
      }
      for (let k = from; k < gaps.length; k++) choose(k + 1, [...joins, gaps[k]]);
    };
    choose(0, []);
    return tried > MOST_WAYS ? [] : ways;
  }

  /** Amount and balance of the row after these joins; null if a cell does not read as its column does. */
  private figuresOf(rows: Rows, joins: readonly number[]): { minor: number; balance: number } | null {
    const { columns } = this.reader.layout.proposal;
    const { buffer, starts, ends } = rows;
    const exponent = this.reader.labels.exponentHere();
    const spanOf = (column: number) => {
      const first = column + joins.filter((join) => isBefore(join, column, joins)).length;
      let last = first;
      while (joins.includes(last)) last++;
      return { from: starts[first], to: ends[last] };
    };
    /** Minor units of a column's cell, 0 for an empty one, null if it is not an amount. */
    const read = (slot: 'amount' | 'debit' | 'credit' | 'balance'): number | null => {
      if (columns[slot] < 0) return 0;
      const { from, to } = spanOf(columns[slot]);
      const outcome = this.money[slot].read(buffer, from, to, exponent);
      return outcome === AMOUNT_OK ? this.money[slot].minor : outcome === AMOUNT_EMPTY ? 0 : null;
    };
    if (columns.value_date >= 0) {
      const { from, to } = spanOf(columns.value_date);
      const day = this.valueDays.read(buffer, from, to);
      if (!isDay(day) && day !== DAY_EMPTY) return null;
    }
    const figures = columns.amount >= 0 ? [read('amount')] : [read('debit'), read('credit')];
    const balance = read('balance');
    const filled = figures.filter((minor) => minor !== 0);
    if (balance === null || filled.length !== 1 || filled[0] === null) return null;
    return { minor: filled[0], balance };
  }
}

/** Whether a joined gap comes before the first cell of the column. */
function isBefore(join: number, column: number, joins: readonly number[]): boolean {
  // The gap after cell `join` lies in or before column `join - (joins before it)` and shifts the later columns.
  return join - joins.indexOf(join) < column;
}

function joinCells(rows: Rows, joins: readonly number[]): void {
  const { starts, ends, raw } = rows;
  let at = 0;
  for (let i = 0; i < rows.count; i++) {
    if (i > 0 && joins.includes(i - 1)) {
      ends[at - 1] = ends[i];
      continue;
    }
    starts[at] = starts[i];
    ends[at] = ends[i];
    raw[at] = raw[i];
    at++;
  }
  rows.count = at;
}
