// Made-up years of a bank's lines, for what single statements cannot show. Its charges come each month with one amount,
// in words that change behind their first ones (a month in another language, a branch), and beside payments with the
// payer's name. Customers' standing orders have the amounts and days of the charges. A person confirms the charges of
// the months before. Months of the generator are read for false calls alone, once its last month's charges are confirmed.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readWhole } from '../src/adapters/files/read-statement.ts';
import { generate } from '../src/cli/generate.ts';
import { wordsOfRow } from '../src/core/classification/purpose/charge-words.ts';
import { likeConfirmed } from '../src/core/classification/purpose/like-confirmed.ts';
import { nameOfLine } from '../src/core/classification/purpose/purpose.ts';
import { dayNumber, daysInMonth, formatDay } from '../src/core/money/calendar.ts';
import { chargeWordsOf, type Lesson, seenRowOf, type Taught, withTaught } from '../src/core/records/charge-words.ts';
import { type RowColumns, textAt } from '../src/core/records/rows/columns.ts';
import { type Random, seededRandom } from '../src/generation/random.ts';
import { parseTruth } from '../src/generation/truth.ts';
import { columnsOf } from './score-files.ts';

const YEARS = ['a', 'b', 'c', 'd'];
const GENERATED_ROWS = 20_000;

interface Counts {
  yearCharges: number;
  yearWhole: number;
  yearByMonth: number;
  yearByPayment: number;
  yearCustomers: number;
  yearStrangers: number;
  generatedRows: number;
  generatedStrangers: number;
}

export async function chargeYears(): Promise<Counts> {
  const counts: Counts = {
    ...{ yearCharges: 0, yearWhole: 0, yearByMonth: 0, yearByPayment: 0, yearCustomers: 0, yearStrangers: 0 },
    ...{ generatedRows: 0, generatedStrangers: 0 },
  };
  for (const seed of YEARS) year(seed, counts);
  await generatedMonths(counts);
  return counts;
}

function year(seed: string, counts: Counts): void {
  const random = seededRandom(`charges-${seed}`);
  const bank = bankOf(random);
  let lessons: Lesson[] = [];
  for (let month = 1; month <= 12; month++) {
    const lines = linesOf(bank, month, random);
    const columns = inFolder((folder) => {
      const path = join(folder, 'bank.csv');
      const rows = lines.map(({ day, text, amount }) => `${formatDay(day)},${text},${(amount / 100).toFixed(2)}`);
      writeFileSync(path, ['Date,Narration,Amount', ...rows, ''].join('\n'));
      return readWhole({ ...{ path, name: 'bank.csv', side: 'bank', defaultCurrency: 'NGN' } }).columns;
    });
    const words = chargeWordsOf(lessons, month);
    const taught: Taught[] = [];
    for (let row = 0; row < columns.count; row++) {
      const { isCharge } = lines[columns.line[row]! - 2]!;
      const whole = wordsOfRow(columns, row, words) !== null;
      const like = whole ? null : likeConfirmed(columns, row, words);
      if (isCharge) taught.push(...lessonOf(columns, row, `${month}-${row}`));
      if (month === 1) continue;
      if (isCharge) {
        counts.yearCharges++;
        counts.yearWhole += Number(whole);
        counts.yearByMonth += Number(like?.rhythm.by === 'month');
        counts.yearByPayment += Number(like?.rhythm.by === 'payment');
      } else {
        counts.yearCustomers++;
        counts.yearStrangers += Number(whole || like !== null);
      }
    }
    lessons = withTaught(lessons, taught);
  }
}

function lessonOf(columns: RowColumns, row: number, clusterId: string): Taught[] {
  const name = nameOfLine(textAt(columns.narration, row));
  return name === null ? [] : [{ name, kind: 'charge', clusterId, row: seenRowOf(columns, row) }];
}

interface Line {
  readonly day: number;
  readonly text: string;
  readonly amount: number;
  readonly isCharge: boolean;
}

const STEMS = ['CAMF', 'FRAIS TENUE COMPTE', 'KONTOFUEHRUNG', 'MTCE ACC', 'GASTOS ADMON', 'CUSTODIA VALORES'];
const TAILS: readonly (readonly string[])[] = [
  'JANVIER FEVRIER MARS AVRIL MAI JUIN JUILLET AOUT SEPTEMBRE OCTOBRE NOVEMBRE DECEMBRE'.split(' '),
  'ENERO FEBRERO MARZO ABRIL MAYO JUNIO JULIO AGOSTO SEPTIEMBRE OCTUBRE NOVIEMBRE DICIEMBRE'.split(' '),
  'IKEJA LEKKI SURULERE APAPA YABA OSHODI'.split(' '),
];
const PAYERS =
  'ADEBAYO CHIOMA MUSA BOLANLE EFE HALIMA IBRAHIM JOHN KEMI LARABA NGOZI OBINNA SADE TUNDE UCHE YUSUF'.split(' ');
const FOR = 'RENT LOAN DUES COOPERATIVE SCHOOL ESTATE INSURANCE CONTRIBUTION SAVINGS'.split(' ');

interface Bank {
  readonly charges: readonly { stem: string; tails: readonly string[]; day: number; amount: number }[];
  readonly orders: readonly { text: string; day: number; amount: number }[];
  readonly perPayment: number;
}

function bankOf(random: Random): Bank {
  const one = <T>(of: readonly T[]): T => of[random.below(of.length)]!;
  const charges = STEMS.map((stem) => ({
    ...{ stem, tails: one(TAILS), day: 1 + random.below(31), amount: -(1_000 + random.below(500_000)) },
  }));
  // A standing order for each charge of the month: the same day, the same amount.
  const orders = [...charges, ...charges, ...charges].map(({ day, amount }) => ({
    ...{ text: `${one(['', 'TRF ', 'SO '])}${one(PAYERS)} ${one(FOR)}`, day, amount },
  }));
  return { charges, orders, perPayment: -(1_000 + random.below(5_000)) };
}

function linesOf({ charges, orders, perPayment }: Bank, month: number, random: Random): Line[] {
  const on = (day: number) => dayNumber(2026, month, Math.min(daysInMonth(2026, month), day));
  const monthly = charges.map(({ stem, tails, day, amount }) => {
    const tail = tails.length === 12 ? tails[month - 1]! : tails[random.below(tails.length)]!;
    return { day: on(day + random.below(3)), text: `${stem} ${tail}`, amount, isCharge: true };
  });
  const customers = orders.map(({ text, day, amount }) => ({
    ...{ day: on(day + random.below(3)), text, amount, isCharge: false },
  }));
  const payments = Array.from({ length: 12 }, () => {
    const [payer, day] = [PAYERS[random.below(PAYERS.length)]!, on(1 + random.below(31))];
    const payment = { day, text: `TRF ${payer} GOODS`, amount: -(100_000 + random.below(9_000_000)), isCharge: false };
    return [payment, { day, text: `PMTCG ${payer}`, amount: perPayment, isCharge: true }];
  });
  return [...monthly, ...customers, ...payments.flat()];
}

const CHARGES: ReadonlySet<string> = new Set([
  'bank_charge',
  'vat',
  'stamp_duty',
  'interest',
  'withholding_tax',
  'fee_booked',
]);

async function generatedMonths(counts: Counts): Promise<void> {
  let lessons: Lesson[] = [];
  for (const month of ['2026-09', '2026-10', '2026-11']) {
    const { columns, causes } = await inFolderOf(month);
    const words = chargeWordsOf(lessons, 1);
    const taught: Taught[] = [];
    for (let row = 0; row < columns.count; row++) {
      const isCharge = CHARGES.has(causes.get(columns.line[row]!) ?? '');
      if (isCharge) taught.push(...lessonOf(columns, row, `${month}-${row}`));
      else if (lessons.length > 0) {
        counts.generatedRows++;
        counts.generatedStrangers += Number(
          wordsOfRow(columns, row, words) === null && likeConfirmed(columns, row, words) !== null,
        );
      }
    }
    lessons = withTaught(lessons, taught);
  }
}

async function inFolderOf(month: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-charges-'));
  const log = console.log;
  console.log = () => {};
  try {
    await generate(['--rows', String(GENERATED_ROWS), '--seed', month, '--month', month, '--out', folder]);
    const truth = parseTruth(readFileSync(join(folder, 'truth.csv'), 'utf8'));
    const causes = new Map(truth.flatMap(({ side, line, cause }) => (side === 'bank' ? [[line, cause] as const] : [])));
    return { columns: columnsOf(folder).bank, causes };
  } finally {
    console.log = log;
    rmSync(folder, { recursive: true });
  }
}

function inFolder<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-charges-'));
  try {
    return work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
