// Questions about a file’s money and days: one sentence with the rival readings and their first values, and a mapping
// to complete.

import { isProof } from '../evidence/balance-chain.ts';
import { goOnFromOneAnother } from '../evidence/going-on.ts';
import { isInTwoOrders } from '../evidence/row-order.ts';
import { minorsOf, sampleAmounts } from '../evidence/sample-amounts.ts';
import { firstValues } from '../evidence/samples.ts';
import { splitColumns } from '../evidence/split-columns.ts';
import { contradict, support } from '../evidence/spoken-ways.ts';
import { titleSays } from '../evidence/titles.ts';
import { areMarked, unknownMarks } from '../roles/marks.ts';
import type { EvidenceClass } from '../table/candidate.ts';
import { EITHER_SIGN, type Given, type Question, type QuestionReading } from '../table/question.ts';
import type { Table } from '../table/table.ts';
import { confirmsWithMinus, isSignAlone, onlyPaymentsGoOut, signsIn, speaksOfCard } from './charges-and-payments.ts';
import { feesBeside } from './fees.ts';
import { type MoneyReading, moneyColumns } from './money-reading.ts';

/** A column's name in a mapping: its title, or its number if the title is not unique. */
const inMapping = (table: Table, column: number): string | number => {
  const title = table.titles[column].trim();
  return title === '' || table.titles.filter((other) => other.trim() === title).length > 1 ? column + 1 : title;
};

const shown = (table: Table, column: number): string => {
  const title = inMapping(table, column);
  const name =
    typeof title === 'number' ? table.name(column).replace(/^(“.*”)$/, `$1 in column ${title}`) : `“${title}”`;
  return `${name} ${firstValues(table.cells(column))}`;
};

const list = (parts: readonly string[]): string =>
  parts.length < 2 ? (parts[0] ?? '') : `${parts.slice(0, -1).join(', ')} or ${parts.at(-1)}`;

export function rivalQuestion(
  table: Table,
  chosen: MoneyReading,
  rivals: readonly MoneyReading[],
  best: EvidenceClass,
): Question | null {
  if (rivals.length === 0) return null;
  const isPairOnly = [chosen, ...rivals].every((reading) => reading.isGuessedPair);
  if (isPairOnly) {
    const [a, b] = [chosen.debit, chosen.credit].sort((one, other) => one - other);
    return {
      sentence: `nothing but narrations says which of ${shown(table, a)} and ${shown(table, b)} is the debit and which the credit; name them in a column mapping.`,
      answer: { debit: choice(table, [a, b]), credit: choice(table, [b, a]) },
      readings: [chosen, ...rivals].map((one) => columnsOf(table, one)),
    };
  }
  const singles = [...new Set([chosen, ...rivals].flatMap(moneyColumns))];
  const why =
    best === 'weak'
      ? 'and nothing but the shape of the values says which'
      : `all of them by their ${best === 'proof' ? 'balances' : 'titles'}`;
  return {
    sentence: `${list(singles.map((i) => shown(table, i)))} may be the amount, ${why}; name the one that moves the account in a column mapping.`,
    answer: { amount: choice(table, singles) },
    readings: [chosen, ...rivals].map((one) => columnsOf(table, one)),
  };
}

/** The columns of a reading as a mapping has them. */
const columnsOf = (table: Table, { amount, debit, credit }: MoneyReading): QuestionReading => ({
  columns: Object.fromEntries(
    Object.entries({ amount, debit, credit }).flatMap(([field, i]) => (i < 0 ? [] : [[field, inMapping(table, i)]])),
  ),
});

const choice = (table: Table, columns: readonly number[]): string =>
  list(columns.map((i) => String(inMapping(table, i))));

/** The running balance does not follow, and no strong evidence names the amount. */
export function refutedQuestion(table: Table, chosen: MoneyReading, best: EvidenceClass): Question | null {
  if (best !== 'weak' || !chosen.isRefuted) return null;
  const columns = moneyColumns(chosen).map((i) => shown(table, i));
  return {
    sentence: `the running balance ${table.name(chosen.balance)} does not follow from ${list(columns)}, and no title says that it is the amount; name the amount in a column mapping.`,
    answer: { amount: choice(table, moneyColumns(chosen)) },
    readings: [columnsOf(table, chosen)],
  };
}

/** Fees in their own column move the balance, or a weakly titled amount may be with or without them. */
export function feeQuestion(table: Table, chosen: MoneyReading, best: EvidenceClass): Question | null {
  if (chosen.isProven) return null;
  const fee = feesBeside(table, chosen);
  if (fee === null || (!isProof(fee.chain) && (best !== 'weak' || !fee.areTitled))) return null;
  const own = moneyColumns(chosen);
  const fees = fee.columns.map((column) => inMapping(table, column));
  const money = own.map((column) => shown(table, column));
  const all = [...money, ...fee.columns.map((column) => shown(table, column))];
  const says = isProof(fee.chain)
    ? `the running balance moves by ${all.slice(0, -1).join(', ')} and ${all.at(-1)} together`
    : `${money.join(' and ')} may be with ${all.slice(own.length).join(' and ')} or without`;
  return {
    sentence: `${says}, which are ${all.length === 2 ? 'two' : 'several'} columns of one entry; name ${own.map((column) => table.name(column)).join(' and ')} as ${own.length === 1 ? 'the amount' : 'debit and credit'} in a column mapping, and the others as fees, unless they are to be left out.`,
    answer: columnsOf(table, chosen)['columns'] as Record<string, unknown>,
    ...(isProof(fee.chain) && { given: { fees, ...(fee.way < 0 && { sign: 'out' }) } }),
    readings: [{ ...columnsOf(table, chosen), fees, ...(fee.way < 0 && { sign: 'out' }) }, columnsOf(table, chosen)],
  };
}

/** Figures that an unquoted comma cut in two: 73 under the amount and 732.45 under the next title. */
export function cutQuestion(table: Table, { amount, balance }: MoneyReading): Question | null {
  if (amount < 0 || amount + 1 >= table.titles.length || amount + 1 === balance) return null;
  const rows = table.rows.filter((row) => (row[amount] ?? '') !== '');
  const isHead = (cell: string) => /^[-+(]?\D{0,4}\d{1,3}$/.test(cell.trim());
  const isTail = (cell: string) => /^\d{3}([.,]\d{1,3})\D{0,4}$/.test(cell.trim());
  const cut = rows.filter((row) => isHead(row[amount] ?? '') && isTail(row[amount + 1] ?? ''));
  if (cut.length < 3 || cut.length * 2 < rows.length) return null;
  const example = `${cut[0][amount].trim()} and ${cut[0][amount + 1].trim()}`;
  return {
    sentence: `amounts are cut in two by a delimiter that is not quoted (${example} under ${table.name(amount)} and ${table.name(amount + 1)}); save the file with another delimiter, or with its values quoted.`,
    answer: { amount: choice(table, [amount]) },
  };
}

/** Marks are unknown, or the words of the rows contradict the signs. */
export function signQuestion(table: Table, chosen: MoneyReading, given: Given): Question | null {
  const isNamedPair = chosen.class === 'mapping' && chosen.amount < 0;
  if (isNamedPair || chosen.isProven) return null;
  const marks = chosen.amount >= 0 && !given.marks ? marksQuestion(table, chosen) : null;
  if (marks !== null) return marks;
  const texts = textsOf(table, chosen);
  const columns = moneyColumns(chosen).map((i) => shown(table, i));
  if (!isWayKnown(table, chosen) || !contradict(texts, chosen.effects)) return cardQuestion(table, chosen);
  if (chosen.amount < 0) {
    return {
      sentence: `the narrations say the opposite of ${columns.join(' and ')}: what reads as money out stands under money in; name debit and credit in a column mapping.`,
      answer: { debit: choice(table, moneyColumns(chosen)), credit: choice(table, moneyColumns(chosen)) },
      readings: [chosen, { ...chosen, debit: chosen.credit, credit: chosen.debit }].map((one) => columnsOf(table, one)),
    };
  }
  return {
    sentence: `the narrations say the opposite of the signs of ${columns[0]}: what reads as money out is positive, or marked as money in; say in a column mapping what a positive amount is.`,
    answer: { sign: 'in, out or as_is' },
    readings: EITHER_SIGN,
  };
}

/** Most values of a column of marks that a mapping to finish names. */
const MOST_MARKS = 8;

/** All meanings of a few marks in which not all are of one direction, unless there is one mark. */
function meaningsOf(marks: readonly string[]): Record<string, 'in' | 'out'>[] {
  if (marks.length > MOST_MEANT) return [];
  const all = Array.from({ length: 2 ** marks.length }, (_, bits) =>
    Object.fromEntries(marks.map((mark, i) => [mark, ((bits >> i) & 1) === 0 ? ('out' as const) : ('in' as const)])),
  );
  return all.filter((meant) => marks.length === 1 || new Set(Object.values(meant)).size === 2);
}

/** Most marks whose meanings are listed. */
const MOST_MEANT = 3;

/** Unsigned amounts with marks that no list knows, in their cells or in a column beside them. */
function marksQuestion(table: Table, chosen: MoneyReading): Question | null {
  const { openMarks, negative } = table.profiles[chosen.amount];
  const meaning = (values: readonly string[]) => ({
    marks: Object.fromEntries(values.map((value) => [value, 'in or out'])),
  });
  if (openMarks.length > 0) {
    const marks = openMarks.map((mark) => `“${mark}”`).join(' and ');
    return {
      sentence: `${openMarks.length === 1 ? `some amounts in ${shown(table, chosen.amount)} have ${marks} and others nothing` : `amounts in ${shown(table, chosen.amount)} have ${marks}`}, and nothing says what that means; say in a column mapping whether it is money in or out.`,
      answer: meaning(openMarks),
      readings: meaningsOf(openMarks).map((given) => ({ marks: given })),
    };
  }
  if (chosen.direction >= 0 || negative > 0 || areMarked(table, chosen.amount)) return null;
  const titled = unknownMarks(table);
  if (titled >= 0 && titled !== chosen.balanceMarks) {
    const values = [...new Set(table.filled(titled))].slice(0, MOST_MARKS);
    return {
      sentence: `the marks in ${shown(table, titled)} are not known, and nothing else says which way the amounts go; say in a column mapping what each of them means.`,
      answer: { direction: inMapping(table, titled), ...meaning(values) },
      readings: meaningsOf(values).map((given) => ({
        columns: { direction: inMapping(table, titled) },
        marks: given,
      })),
    };
  }
  const splits = splitColumns(table, new Set([chosen.amount, chosen.balance, chosen.balanceMarks]));
  if (splits.length === 0) return null;
  const values = [...new Set(splits.flatMap((column) => table.filled(column)))].slice(0, MOST_MARKS);
  const columns = splits.map((column) => `${table.name(column)} (${[...new Set(table.filled(column))].join('; ')})`);
  return {
    sentence: `no amount in ${shown(table, chosen.amount)} has a sign, and the values of ${list(columns)} may say which way it goes; say in a column mapping what each of them means, or give the sign.`,
    answer: { direction: choice(table, splits), ...meaning(values) },
    readings: splits.flatMap((column) =>
      meaningsOf([...new Set(table.filled(column))]).map((given) => ({
        columns: { direction: inMapping(table, column) },
        marks: given,
      })),
    ),
  };
}

/** Money that only the shape of its values names, and other figures that might be it as well. */
export function loneQuestion(
  table: Table,
  chosen: MoneyReading,
  { others, given }: { readonly others: readonly number[]; readonly given: Given },
): Question | null {
  const columns = [...new Set([...moneyColumns(chosen), ...others])];
  if (others.length > 0)
    return {
      sentence: `${list(columns.map((i) => shown(table, i)))} may be the amount, and nothing but the shape of the values says which; name the one that moves the account in a column mapping.`,
      answer: { amount: choice(table, columns) },
      readings: [
        columnsOf(table, chosen),
        ...others.map((column) => ({ columns: { amount: inMapping(table, column) } })),
      ],
    };
  const { amount, direction } = chosen;
  // A balance has no direction that a person would name.
  if (given.sign || given.marks || table.namedFor('direction') >= 0) return null;
  if (amount < 0 || direction >= 0 || titleSays(table, amount, 'amount') !== 'nothing') return null;
  const figures = minorsOf(sampleAmounts(table, amount)).filter((minor) => minor !== null);
  if (!goOnFromOneAnother(figures)) return null;
  return {
    sentence: `${shown(table, amount)} is the only column of figures, no title says what it is, and its figures go on from one another as balances do; if it is the amount, name it in a column mapping.`,
    answer: { amount: choice(table, [amount]) },
    readings: [columnsOf(table, chosen)],
  };
}

/** Signs of a list that mentions a card, if most amounts are positive and no words say that they are money in. */
function cardQuestion(table: Table, chosen: MoneyReading): Question | null {
  if (table.side !== 'bank' || !isSignAlone(table, chosen)) return null;
  const { plus, minus } = signsIn(chosen);
  const texts = textsOf(table, chosen);
  const isConfirmed = confirmsWithMinus(texts, chosen);
  if (!isConfirmed && support(texts, chosen.effects)) return null;
  const why = isConfirmed
    ? 'payments that are confirmed have a minus, as on a card’s list'
    : onlyPaymentsGoOut(table, chosen)
      ? 'only payments have a minus, as on a card’s list'
      : plus >= minus && speaksOfCard(table)
        ? 'the file speaks of a card'
        : '';
  if (why === '') return null;
  return {
    sentence: `${why}, and nothing says whether a minus in ${shown(table, chosen.amount)} is a charge or a payment; say in a column mapping what a positive amount is.`,
    answer: { sign: 'in, out or as_is' },
    readings: EITHER_SIGN,
  };
}

export const textsOf = (table: Table, chosen: MoneyReading): string[] =>
  table.rows.map((row) => row.filter((_, i) => !isMarkOrMoney(table, chosen, i)).join(' '));

/** Dates in two orders, so that some are other days than the bank's. */
export function daysQuestion(table: Table, booking: number): Question | null {
  if (booking < 0 || !isInTwoOrders(table.filled(booking))) return null;
  return {
    sentence: `the dates in ${shown(table, booking)} stand in order only where some are read month first and others day first, as a spreadsheet leaves them; export the file anew, or give date_order in a column mapping.`,
    answer: { date_order: 'dmy or mdy' },
    readings: [{ date_order: 'dmy' }, { date_order: 'mdy' }],
  };
}

const isMarkOrMoney = (table: Table, { direction, balance }: MoneyReading, column: number): boolean =>
  column === direction || column === balance || (table.profiles[column]?.money ?? 0) > 0;

/** Whether anything tells the direction of amounts: otherwise words cannot contradict it. */
function isWayKnown(table: Table, { amount, direction }: MoneyReading): boolean {
  if (amount < 0) return true;
  return table.profiles[amount].negative > 0 || direction >= 0 || areMarked(table, amount);
}
