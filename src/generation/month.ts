// A made-up month of a Nigerian microfinance bank: its settlement account in its own ledger and in the correspondent
// bank's statement, with the truth. The month is played day by day and written in chunks of text, so that only the disk
// limits its size. One seed gives the same bytes on every machine.

import { SIDES, type Side } from '../core/records/rows/columns.ts';
import { putBatch } from './batches.ts';
import { CAUSES, type Cause } from './causes.ts';
import { putMonthEnd } from './charges.ts';
import { type Layout, layoutOf } from './layout.ts';
import type { MonthOptions } from './options.ts';
import { seededRandom } from './random.ts';
import { MATCHED_SCENARIOS, OPEN_SCENARIOS, type Scenario } from './scenarios.ts';
import { scheduleOf } from './schedule.ts';
import { BANK_DAYS_AFTER, type Draft, Stage } from './stage.ts';
import { TextBytes } from './text-bytes.ts';
import { TRUTH_HEADER, truthLine } from './truth.ts';
import { weighted } from './weighted.ts';

export type MonthFile = Side | 'truth';
export const MONTH_FILES: readonly MonthFile[] = ['gl', 'bank', 'truth'];
export const FILE_NAMES: Readonly<Record<MonthFile, string>> = { gl: 'gl.csv', bank: 'bank.csv', truth: 'truth.csv' };

/** A piece of one of the three files, ASCII text to append. It ends with a whole line. */
export interface Chunk {
  readonly file: MonthFile;
  readonly bytes: Uint8Array;
}

export interface MonthTotals {
  readonly rows: Record<Side, number>;
  /** Number of rows that stay open in truth, on both sides together. */
  readonly openRows: number;
  /** Number of rows by cause, on both sides together. */
  readonly causes: Partial<Record<Cause, number>>;
}

/** Bytes of a file that are collected before they are written. */
const CHUNK_BYTES = 1 << 18;

/** Events after which a day's rows are written: waiting rows cost memory and time. */
const PART_EVENTS = 4_096;

/** Opening balance of both sides, because the month before was reconciled; it grows with the traffic. */
const openingBalance = (rows: number): number => 500_000_000 + rows * 200_000;

/** The index of a row in its file, from 0. `ordinal`: its index as booked, from 0. */
export type PlaceOf = (side: Side, ordinal: number) => number;

/**
 * The three files as they grow. Balances run by account, ids count, and a group's truth is written when it is complete.
 */
class MonthWriter {
  readonly rows: Record<Side, number> = { gl: 0, bank: 0 };
  private readonly text: Record<MonthFile, TextBytes> = {
    gl: new TextBytes(2 * CHUNK_BYTES),
    bank: new TextBytes(2 * CHUNK_BYTES),
    truth: new TextBytes(2 * CHUNK_BYTES),
  };
  private readonly layouts: Record<Side, Layout>;
  private readonly balances: Record<Side, Float64Array>;
  private readonly serials: Record<Side, number> = { gl: 100_000, bank: 70_341_200 };
  // Ids have their own stream: the content of a row does not depend on its number.
  private readonly idRandom;
  private readonly placeOf: PlaceOf;

  constructor(options: MonthOptions, placeOf: PlaceOf) {
    const look = { style: options.columns, withAccount: options.accounts > 1 };
    const balances = () => new Float64Array(options.accounts).fill(openingBalance(options.rows));
    this.layouts = { gl: layoutOf('gl', look), bank: layoutOf('bank', look) };
    this.balances = { gl: balances(), bank: balances() };
    this.text.gl.put(`${this.layouts.gl.header}\n`);
    this.text.bank.put(`${this.layouts.bank.header}\n`);
    this.text.truth.put(TRUTH_HEADER);
    this.idRandom = seededRandom(`${options.seed}/ids`);
    this.placeOf = placeOf;
  }

  /** The ledger numbers entries one by one; the bank's numbers skip those of its other customers. */
  private nextId(side: Side): string {
    this.serials[side] += side === 'gl' ? 1 : 1 + this.idRandom.below(9);
    return side === 'gl' ? String(this.serials.gl) : `S${this.serials.bank}`;
  }

  write(side: Side, day: number, row: Draft): void {
    const { rows } = this;
    const { group } = row;
    const id = this.nextId(side);
    const balance = (this.balances[side][row.account] += row.amount);
    this.layouts[side].putLine(this.text[side], row, { id, day, balance });
    // The header is line 1.
    const line = this.placeOf(side, rows[side]) + 2;
    group.lines += truthLine(group, { side, file: FILE_NAMES[side], line, sourceId: id });
    group.missing -= 1;
    if (group.missing === 0) this.text.truth.put(group.lines);
    group.tally.rows += 1;
    rows[side] += 1;
  }

  /** Files with more than `bytes` bytes, ready to be written. */
  ready(bytes: number): Chunk[] {
    return MONTH_FILES.filter((file) => this.text[file].length > bytes).map((file) => ({
      file,
      bytes: this.text[file].take(),
    }));
  }
}

const draw = (scenarios: readonly Scenario[]) =>
  weighted(
    scenarios,
    scenarios.map((scenario) => scenario.weight),
  );
const matchedScenarios = draw(MATCHED_SCENARIOS);
const openScenarios = draw(OPEN_SCENARIOS);

/** The month's files in the order in which rows were booked; the generator returns the totals. */
export function* playMonth(options: MonthOptions, placeOf: PlaceOf): Generator<Chunk, MonthTotals> {
  const { days, openPerMillion } = scheduleOf(options);
  const firstDay = days[0].day;
  const lastDay = days[days.length - 1].day;
  const random = seededRandom(options.seed);
  const stage = new Stage({ firstDay, lastDay, options, random });
  const writer = new MonthWriter(options, placeOf);

  function* writeOut(side: Side, day: number): Generator<Chunk> {
    let written = 0;
    for (const row of stage.take(side, day)) {
      writer.write(side, day, row);
      written += 1;
      if (written % 1024 === 0) yield* writer.ready(CHUNK_BYTES);
    }
  }
  for (const { day, kind, events } of days) {
    const parts = Math.max(1, Math.ceil(events / PART_EVENTS));
    for (let part = 0; part < parts; part++) {
      stage.open({ day, kind }, { part, parts });
      const until = Math.floor((events * (part + 1)) / parts);
      for (let event = Math.floor((events * part) / parts); event < until; event++) {
        // Without batches nothing is drawn for them, so that such a month keeps its rows.
        if (options.batchesPerMillion > 0 && random.below(1_000_000) < options.batchesPerMillion) putBatch(stage);
        else (random.below(1_000_000) < openPerMillion ? openScenarios : matchedScenarios).pick(random).play(stage);
      }
      if (day === lastDay && part === parts - 1) putMonthEnd(stage);
      for (const side of SIDES) yield* writeOut(side, day);
    }
  }
  for (let day = lastDay + 1; day <= lastDay + BANK_DAYS_AFTER; day++) yield* writeOut('bank', day);
  yield* writer.ready(0);
  const tallies = [...stage.tallies].map(([cause, { rows }]) => ({ cause, rows }));
  const open = tallies.filter(({ cause }) => CAUSES[cause].expected === 'open');
  return {
    rows: writer.rows,
    openRows: open.reduce((sum, { rows }) => sum + rows, 0),
    causes: Object.fromEntries(tallies.sort((a, b) => b.rows - a.rows).map(({ cause, rows }) => [cause, rows])),
  };
}
