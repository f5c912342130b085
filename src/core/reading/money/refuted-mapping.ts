// A mapping that the file's running balance refutes: a person named columns as the money, but the balance follows from
// others. A mapping rules out its rivals except a proof; so the file is then not read, and both are named.

import type { Question } from '../table/question.ts';
import { Table } from '../table/table.ts';
import type { FieldName } from '../titles/target-fields.ts';
import type { MoneyReading } from './money-reading.ts';
import { moneyReadings } from './money-readings.ts';

const MONEY: ReadonlySet<FieldName> = new Set(['amount', 'debit', 'credit', 'direction']);

/** Null if no other reading is proven, or if it gives the same amounts. `taken`: columns that are no money. */
export function refutedMapping(table: Table, chosen: MoneyReading | null, taken: ReadonlySet<number>): Question | null {
  if (chosen === null || chosen.class !== 'mapping' || chosen.isProven) return null;
  const ofMoney = new Set([...table.named].flatMap(([column, field]) => (MONEY.has(field) ? [column] : [])));
  if (ofMoney.size === 0) return null;
  const named = new Map([...table.named].filter(([column]) => !ofMoney.has(column)));
  const { titles, rows, side, marks, above } = table;
  const open = new Table({ titles, rows, side, named, marks, above }, table.profiles);
  const others = new Set([...taken].filter((column) => !ofMoney.has(column)));
  const rival = moneyReadings(open, others).find((one) => one.isProven && !isSameMoney(one, chosen));
  if (rival === undefined) return null;
  return {
    sentence:
      `the mapping names ${columnsIn(table, chosen)} as the money, and the running balance ${table.name(rival.balance)} ` +
      `proves ${columnsIn(table, rival)}; name the columns that the balance follows from, or leave it out of the file.`,
    answer: answerOf(table, rival),
  };
}

const isSameMoney = (a: MoneyReading, b: MoneyReading): boolean =>
  a.effects.every((effect, i) => Math.abs(effect) === Math.abs(b.effects[i]));

const moneyFields = ({ amount, debit, credit }: MoneyReading) =>
  Object.entries({ amount, debit, credit }).filter(([, column]) => column >= 0);

const columnsIn = (table: Table, reading: MoneyReading): string =>
  moneyFields(reading)
    .map(([field, column]) => `${table.name(column)} (${field})`)
    .join(' and ');

const answerOf = (table: Table, reading: MoneyReading) =>
  Object.fromEntries(
    moneyFields(reading).map(([field, column]) => [field, table.titles[column]?.trim() || column + 1]),
  );
