// The stage on which scenarios of a made-up month play: it issues transactions and groups, and takes the rows that both
// sides write. Rows are kept by day until that day is written, so that a month of any size needs the memory of a few
// days.

import { weekday } from '../core/money/calendar.ts';
import type { Side } from '../core/records/rows/columns.ts';
import { drawAmount } from './amounts.ts';
import type { Cause } from './causes.ts';
import { CHANNELS_OF, type Channel, type DayKind } from './channels.ts';
import { type Customer, cutTo, drawCustomers, drawPlace, drawPurpose } from './customers.ts';
import type { MonthOptions } from './options.ts';
import type { Random } from './random.ts';
import { ReferenceBook } from './references.ts';
import type { Transaction, Writing } from './transaction.ts';
import { type Weighted, weighted } from './weighted.ts';

/** Days after the month in which the bank may still book; within the usual search days. */
export const BANK_DAYS_AFTER = 3;

/** A group of truth.csv while its rows are written. */
interface Group {
  readonly id: number;
  readonly cause: Cause;
  /** Number of rows of this cause so far, in all groups. */
  readonly tally: { rows: number };
  /** Number of rows not yet written; the group's truth is written with the last. */
  missing: number;
  lines: string;
}

/** A row that waits for its day to be written. */
export interface Draft {
  readonly second: number;
  readonly valueDay: number;
  readonly account: number;
  /** Signed cash effect in kobo. */
  readonly amount: number;
  readonly reference: string;
  readonly narration: string;
  readonly group: Group;
}

/** Fields of a row that differ from its transaction. */
export interface RowChange {
  readonly day?: number;
  readonly valueDay?: number;
  readonly amount?: number;
}

export class Stage {
  readonly random: Random;
  readonly options: MonthOptions;
  readonly lastDay: number;
  /** The day being played, a day number. */
  day: number;
  private kind: DayKind = 'weekday';
  private part = 0;
  private parts = 1;
  readonly tallies = new Map<Cause, { rows: number }>();
  private groups = 0;
  private readonly book = new ReferenceBook();
  private readonly customers: Weighted<Customer>;
  private readonly accounts: Weighted<number>;
  private readonly firstDay: number;
  private readonly drafts: Record<Side, Draft[][]>;

  constructor({
    firstDay,
    lastDay,
    options,
    random,
  }: { firstDay: number; lastDay: number; options: MonthOptions; random: Random }) {
    this.random = random;
    this.options = options;
    this.firstDay = firstDay;
    this.lastDay = lastDay;
    this.day = firstDay;
    this.customers = drawCustomers(options.rows, random);
    // The busiest account has about twice as many entries as the quietest.
    const accounts = Array.from({ length: options.accounts }, (_, i) => i);
    this.accounts = weighted(
      accounts,
      accounts.map((i) => 2 * options.accounts - i),
    );
    const days = () => Array.from({ length: lastDay - firstDay + 1 + BANK_DAYS_AFTER }, (): Draft[] => []);
    this.drafts = { gl: days(), bank: days() };
  }

  /** Opens part `part` of `parts` consecutive parts of a day. */
  open({ day, kind }: { day: number; kind: DayKind }, { part, parts }: { part: number; parts: number }): void {
    this.day = day;
    this.kind = kind;
    this.part = part;
    this.parts = parts;
  }

  /** A new transaction on that day, in the given channel or any. */
  transaction(given?: Channel): Transaction {
    const { random, day } = this;
    const channel = given ?? CHANNELS_OF[this.kind].pick(random);
    const second = this.secondFor(channel);
    return {
      channel,
      customer: this.customers.pick(random),
      purpose: drawPurpose(random),
      place: drawPlace(random),
      account: this.options.accounts === 1 ? 0 : this.accounts.pick(random),
      day,
      second,
      amount: channel.direction * drawAmount(channel.amounts, random),
      reference: this.options.references ? this.book.issue(channel.reference, { day, second }, random) : '',
    };
  }

  /** A second of the day inside the open part. */
  private secondFor({ branchOnly }: Channel): number {
    const { random, part, parts } = this;
    const within = (seconds: number, drawn: number) => Math.floor((part * seconds + drawn) / parts);
    // Branches are open from 8 to 16; otherwise two draws make the middle of the day the busiest.
    if (branchOnly) return 28_800 + within(28_800, random.below(28_800));
    return within(86_400, random.below(43_200) + random.below(43_200));
  }

  /** A group of `rows` rows, all of which must be put. */
  group(cause: Cause, rows: number): Group {
    this.groups += 1;
    let tally = this.tallies.get(cause);
    if (tally === undefined) this.tallies.set(cause, (tally = { rows: 0 }));
    return { id: this.groups, cause, tally, missing: rows, lines: '' };
  }

  /** Puts one side's row about a transaction, not before the day being played, nor after the files' last day. */
  put(side: Side, group: Group, about: Transaction, { reference, narration }: Writing, change: RowChange = {}): void {
    const { day = about.day, valueDay = day, amount = about.amount } = change;
    const { narrationWidth } = this.options;
    this.drafts[side][day - this.firstDay].push({
      second: about.second,
      valueDay,
      account: about.account,
      amount,
      reference,
      narration: side === 'bank' && narrationWidth > 0 ? cutTo(narration, narrationWidth) : narration,
      group,
    });
  }

  /** Removes and answers a day's rows of a side, in the order of booking. */
  take(side: Side, day: number): Draft[] {
    const rows = this.drafts[side][day - this.firstDay];
    this.drafts[side][day - this.firstDay] = [];
    return rows.sort((a, b) => a.second - b.second);
  }

  /** The day on which the bank books a transaction: at most three days later, and if later never on a weekend. */
  bankDayOf({ channel, day, second }: Transaction): number {
    const { random } = this;
    const lag =
      channel.settles === 'clearing'
        ? 1 + random.below(3)
        : channel.settles === 'next_business_day'
          ? random.chance(600)
            ? 1
            : 0
          : second > 81_000
            ? random.chance(600)
              ? 1
              : 0
            : isWeekend(day) && random.chance(350)
              ? 1
              : 0;
    if (lag === 0) return day;
    let later = day + lag;
    while (isWeekend(later)) later++;
    if (later - day <= 3) return later;
    later = day + 3;
    while (isWeekend(later)) later--;
    return later;
  }
}

export const isWeekend = (day: number): boolean => weekday(day) >= 5;
