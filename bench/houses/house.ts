// Months of houses unlike the generated bank, for `npm run bench -- accuracy`: what a house is, and how its payments
// become two files and their truth. A house books payments, each as its ledger has it and as its bank has it; rows are
// then dropped from either side or the month is cut, so that the same house is also seen small and full of orphans.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatDay } from '../../src/core/money/calendar.ts';
import { SIDES, type Side } from '../../src/core/records/rows/columns.ts';
import type { Cause } from '../../src/generation/causes.ts';
import { type Random, seededRandom } from '../../src/generation/random.ts';
import { TRUTH_HEADER, truthLine } from '../../src/generation/truth.ts';

export interface HouseRow {
  /** Calendar day. */
  readonly day: number;
  /** Signed minor units. */
  readonly amount: number;
  readonly narration: string;
  readonly reference?: string;
}

/** One payment as both sides have it. */
export interface Payment extends Readonly<Record<Side, HouseRow>> {
  /** Further entries of the ledger that the bank has in the one sum. */
  readonly more?: readonly HouseRow[];
}

export interface House {
  readonly name: string;
  /** What makes it unlike the others, in one line. */
  readonly manner: string;
  /** Payments of a month of such a house. */
  readonly size: number;
  /** Search days and tolerance of its runs; the tolerance in percent of the ledger's amount. */
  readonly daysForward: number;
  readonly daysBack: number;
  readonly tolerancePercent: number;
  /** About `count` payments of a month. */
  payments(count: number, random: Random): Payment[];
}

export interface HouseMonth {
  readonly seed: string;
  /** Payments of the whole month. */
  readonly payments: number;
  /** How many in a thousand rows of each side are missing. */
  readonly missingPerMille: number;
  /** Only so many payments, those that come first; null: all. */
  readonly cutTo: number | null;
}

interface Booked {
  readonly side: Side;
  readonly row: HouseRow;
  readonly payment: number;
  readonly cause: Cause;
  /** Draws the place among rows of a day. */
  readonly place: string;
}

/** Writes gl.csv, bank.csv and truth.csv into the folder. The same month gives the same bytes. */
export function writeHouse(house: House, month: HouseMonth, directory: string): void {
  const random = seededRandom(`${house.name}/${month.seed}`);
  const all = house.payments(month.payments, random).sort((a, b) => a.gl.day - b.gl.day);
  const payments = month.cutTo === null ? all : all.slice(0, month.cutTo);
  const rows: Booked[] = [];
  payments.forEach((payment, p) => {
    const has = { gl: !random.chance(month.missingPerMille), bank: !random.chance(month.missingPerMille) };
    const cause: Cause = has.gl && has.bank ? causeOf(house, payment) : has.gl ? 'not_in_bank' : 'not_in_gl';
    for (const side of SIDES) {
      const booked = side === 'gl' ? [payment.gl, ...(payment.more ?? [])] : [payment.bank];
      for (const row of has[side] ? booked : []) rows.push({ side, row, payment: p, cause, place: random.digits(9) });
    }
  });
  mkdirSync(directory, { recursive: true });
  let truth = TRUTH_HEADER;
  for (const side of SIDES) {
    const booked = rows
      .filter((one) => one.side === side)
      .sort((a, b) => a.row.day - b.row.day || (a.place < b.place ? -1 : 1));
    let text = 'Transaction Id,Date,Reference,Narration,Amount\n';
    booked.forEach(({ row, payment, cause }, i) => {
      const sourceId = `${side === 'gl' ? 'L' : 'B'}${String(i + 1).padStart(6, '0')}`;
      const { day, reference = '', narration, amount } = row;
      text += `${sourceId},${formatDay(day)},${reference},${narration},${decimal(amount)}\n`;
      truth += truthLine({ id: payment + 1, cause }, { side, file: `${side}.csv`, line: i + 2, sourceId });
    });
    writeFileSync(join(directory, `${side}.csv`), text);
  }
  writeFileSync(join(directory, 'truth.csv'), truth);
}

function causeOf({ tolerancePercent }: House, { gl, bank, more }: Payment): Cause {
  if (more !== undefined) return 'batch';
  return tolerancePercent === 0 && gl.amount !== bank.amount ? 'amount_typo' : 'wording';
}

function decimal(minor: number): string {
  const digits = String(Math.abs(minor)).padStart(3, '0');
  return `${minor < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
