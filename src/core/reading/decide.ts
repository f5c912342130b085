// The verdict on a file's money: accepted, or a question. A question is put where two readings that differ in an amount,
// a sign or the set of entries are equally good, and where money rests on weak evidence while something speaks against
// it; never where only one reading is left. It is one sentence with the rivals and their first values, and a mapping
// that is ready to be finished.

import type { EvidenceClass } from './candidate.ts';
import { currencyOfTitle } from './cells/currency-signs.ts';
import { isProof } from './evidence/balance-chain.ts';
import {
  confirmsWithMinus,
  isSignAlone,
  kindsTurned,
  onlyPaymentsGoOut,
  signsIn,
  speaksOfCard,
} from './evidence/charges-and-payments.ts';
import { feesBeside } from './evidence/fees.ts';
import { isInTwoOrders } from './evidence/row-order.ts';
import { firstValues } from './evidence/samples.ts';
import { contradict, spokenWay, support } from './evidence/spoken-ways.ts';
import type { MoneyReading } from './money/money-reading.ts';
import { areMarked, unknownMarks } from './roles/marks.ts';
import type { Table } from './table.ts';
import { PLAIN } from './titles/title-phrases.ts';

/** What a person is asked. */
export interface Question {
  /** One sentence, without the name of the file. */
  readonly sentence: string;
  /** Keys of a mapping that would answer it, with what to choose from as their values. */
  readonly answer: Readonly<Record<string, unknown>>;
  /** The columns of the readings that are left besides, for each of which the whole file may yet speak. */
  readonly readings?: readonly Readonly<Record<string, number>>[];
  /** Keys of a mapping beside its columns that are called as fields are. */
  readonly given?: Readonly<Record<string, unknown>>;
}

interface MoneyVerdict {
  /** The reading to go by, or the likeliest where there is a question; null where nothing may be the money. */
  readonly reading: MoneyReading | null;
  readonly question: Question | null;
  /** Column of kinds that says a positive amount to be money out; -1 where none does. */
  readonly turnedBy: number;
  /** What is doubtful of the signs, unless the whole file proves them; '' for nothing. */
  readonly doubt: string;
}

const NONE: MoneyVerdict = { reading: null, question: null, turnedBy: -1, doubt: '' };
/** Rows of a pair that the amount beside it must repeat to be the same money: all but slips. */
const SAME_AMOUNT = 0.9;

/** What was given of the signs: by a mapping nothing is left to ask of them. */
export interface Given {
  readonly sign: boolean;
  readonly marks: boolean;
  /** The order of day and month. */
  readonly dateOrder: boolean;
}

export function decideMoney(table: Table, readings: readonly MoneyReading[], given: Given): MoneyVerdict {
  const open = readings.filter((reading) => reading.class !== 'veto');
  if (open.length === 0) return NONE;
  const best = open[0].class;
  if (best === 'weak' && hasUnreadMoney(table)) return NONE;
  const inClass = open.filter((reading) => reading.class === best);
  // One column of a pair is no amount of its own.
  const halves = new Set(inClass.filter(({ isGuessedPair }) => isGuessedPair).flatMap(columnsOf));
  const group = inClass.filter(({ amount }) => !halves.has(amount));
  const chosen = group.reduce((a, b) => (isPreferred(table, b, a) ? b : a));
  const rivals = group.filter((other) => other !== chosen && isRival(table, chosen, other));
  const turnedBy = given.sign ? -1 : kindsTurned(table, chosen);
  const isSignOpen = !given.sign && turnedBy < 0;
  const question =
    best === 'mapping'
      ? (cutQuestion(table, chosen) ?? (isSignOpen ? signQuestion(table, chosen, given) : null))
      : (rivalQuestion(table, chosen, rivals, best) ??
        refutedQuestion(table, chosen, best) ??
        feeQuestion(table, chosen, best) ??
        cutQuestion(table, chosen) ??
        (isSignOpen ? signQuestion(table, chosen, given) : null));
  return { reading: chosen, question, turnedBy, doubt: isSignOpen ? doubtOfSigns(table, chosen) : '' };
}

/** Rows that are positive for each that has a minus, from which on the signs may be a card's. */
const MOSTLY = 2;
/** Entries below which it says nothing. */
const FEWEST = 6;

/** Amounts most of which are positive, while nothing but custom says that a minus is money out. */
function doubtOfSigns(table: Table, chosen: MoneyReading): string {
  if (table.side !== 'bank' || !isSignAlone(table, chosen)) return '';
  const { plus, minus } = signsIn(chosen);
  if (plus + minus < FEWEST || plus < MOSTLY * minus || support(textsOf(table, chosen), chosen.effects)) return '';
  return `Most amounts of ${table.name(chosen.amount)} are positive, and nothing but their signs says which way they go; a minus was read as money out. Where it is a payment, as on a card’s list, say "sign": "out" in a column mapping.`;
}

/** Whether a column is plainly titled as money, and its values are figures that are not understood. */
function hasUnreadMoney(table: Table): boolean {
  return table.columns.some((i) => {
    const isTitled = (['amount', 'debit', 'credit'] as const).some((field) => table.weight(i, field) >= PLAIN);
    const { filled: count, money, identifiers } = table.profiles[i];
    const isRead = count === 0 || (money >= count * table.trust(i) && identifiers < count * 0.5);
    if (!isTitled || isRead || table.named.has(i)) return false;
    // Marks and words are another thing under such a title.
    const filled = table.filled(i);
    const areFigures = (cell: string) => cell.replace(/\D/g, '').length >= 2 * cell.replace(/\P{L}/gu, '').length;
    return filled.filter((cell) => /\d/.test(cell) && areFigures(cell)).length * 2 > filled.length;
  });
}

/** Of the same money read in two ways: an amount that says its sign before a pair, a pair before one that does not. */
function isPreferred(table: Table, one: MoneyReading, than: MoneyReading): boolean {
  if (one.isSupported !== than.isSupported) return one.isSupported;
  if (one.isGuessedPair && than.isGuessedPair) return agreement(table, one) > agreement(table, than);
  const isPair = (reading: MoneyReading) => reading.amount < 0;
  if (isPair(one) === isPair(than)) return false;
  const amount = isPair(one) ? than : one;
  const isSigned =
    table.profiles[amount.amount].negative > 0 || amount.direction >= 0 || areMarked(table, amount.amount);
  const pair = isPair(one) ? one : than;
  const code = (i: number): string => currencyOfTitle(table.titles[i]).code;
  // A pair in a currency of its own is another amount itself.
  const isForeignPair = [pair.debit, pair.credit].some(
    (i) => i >= 0 && code(i) !== '' && code(i) !== code(amount.amount),
  );
  const isAmountFirst = isSigned && (isForeignPair || isSame(amount, pair, SAME_AMOUNT));
  return isPair(one) ? !isAmountFirst : isAmountFirst;
}

/** Rows whose words say the same as the reading, less those that say the opposite. */
function agreement(table: Table, reading: MoneyReading): number {
  return table.rows.reduce((sum, row, i) => sum + spokenWay(row.join(' ')) * Math.sign(reading.effects[i]), 0);
}

/** Whether two readings come to the same amounts, in so many of the rows that have any. */
function isSame(a: MoneyReading, b: MoneyReading, share: number): boolean {
  const rows = a.effects.flatMap((effect, i) => (effect !== 0 || b.effects[i] !== 0 ? [i] : []));
  const same = rows.filter((i) => Math.abs(a.effects[i]) === Math.abs(b.effects[i])).length;
  return same >= rows.length * share;
}

function isRival(table: Table, chosen: MoneyReading, other: MoneyReading): boolean {
  const isPair = [chosen, other].some((reading) => reading.amount < 0);
  if (!isSame(chosen, other, isPair && !(chosen.amount < 0 && other.amount < 0) ? SAME_AMOUNT : 1)) {
    // A column that hardly any row fills is none that the amount could be.
    return filledRows(other) >= filledRows(chosen) * 0.5;
  }
  // The same amounts the other way round: two nameless columns of a pair.
  return chosen.isGuessedPair && other.isGuessedPair && chosen.debit === other.credit && table.rows.length > 0;
}

const filledRows = (reading: MoneyReading): number => reading.effects.filter((effect) => effect !== 0).length;

const columnsOf = ({ amount, debit, credit }: MoneyReading): number[] => [amount, debit, credit].filter((i) => i >= 0);

/** How a column is named in a mapping: by its title, or its number where it has none of its own. */
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

function rivalQuestion(
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
      readings: rivals.map(columnsFrom1),
    };
  }
  const singles = [...new Set([chosen, ...rivals].flatMap(columnsOf))];
  const why =
    best === 'weak'
      ? 'and nothing but the shape of the values says which'
      : `all of them by their ${best === 'proof' ? 'balances' : 'titles'}`;
  return {
    sentence: `${list(singles.map((i) => shown(table, i)))} may be the amount, ${why}; name the one that moves the account in a column mapping.`,
    answer: { amount: choice(table, singles) },
    readings: rivals.map(columnsFrom1),
  };
}

/** As a mapping numbers them. */
const columnsFrom1 = ({ amount, debit, credit }: MoneyReading): Record<string, number> =>
  Object.fromEntries(
    Object.entries({ amount, debit, credit }).flatMap(([field, i]) => (i < 0 ? [] : [[field, i + 1]])),
  );

const choice = (table: Table, columns: readonly number[]): string =>
  list(columns.map((i) => String(inMapping(table, i))));

/** A running balance that does not follow, while nothing strong says what the amount is. */
function refutedQuestion(table: Table, chosen: MoneyReading, best: EvidenceClass): Question | null {
  if (best !== 'weak' || !chosen.isRefuted) return null;
  const columns = columnsOf(chosen).map((i) => shown(table, i));
  return {
    sentence: `the running balance ${table.name(chosen.balance)} does not follow from ${list(columns)}, and no title says that it is the amount; name the amount in a column mapping.`,
    answer: { amount: choice(table, columnsOf(chosen)) },
  };
}

/** Fees of a column of their own that the balance moves by, or that a weakly titled amount may be with or without. */
function feeQuestion(table: Table, chosen: MoneyReading, best: EvidenceClass): Question | null {
  if (chosen.amount < 0 || chosen.isProven) return null;
  const fee = feesBeside(table, chosen);
  if (fee === null || (!isProof(fee.chain) && (best !== 'weak' || !fee.areTitled))) return null;
  const amount = shown(table, chosen.amount);
  const all = [amount, ...fee.columns.map((column) => shown(table, column))];
  const says = isProof(fee.chain)
    ? `the running balance moves by ${all.slice(0, -1).join(', ')} and ${all.at(-1)} together`
    : `${amount} may be with ${all.slice(1).join(' and ')} or without`;
  return {
    sentence: `${says}, which are ${all.length === 2 ? 'two' : 'several'} columns of one entry; put what moves the account into one column, or name ${table.name(chosen.amount)} as the amount in a column mapping to leave the fees out.`,
    answer: { amount: choice(table, [chosen.amount]) },
  };
}

/** Figures that an unquoted comma cut in two: 73 under the amount and 732.45 under the next title. */
function cutQuestion(table: Table, { amount, balance }: MoneyReading): Question | null {
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

/** Marks that nobody knows, and signs that the words of the rows contradict. */
function signQuestion(table: Table, chosen: MoneyReading, given: Given): Question | null {
  const isNamedPair = chosen.class === 'mapping' && chosen.amount < 0;
  if (isNamedPair || chosen.isProven) return null;
  if (chosen.amount >= 0 && !given.marks) {
    const marks = chosen.direction < 0 ? unknownMarks(table) : -1;
    const isUnsigned = table.profiles[chosen.amount].negative === 0 && !areMarked(table, chosen.amount);
    if (marks >= 0 && marks !== chosen.balanceMarks && isUnsigned) {
      const values = [...new Set(table.filled(marks))].slice(0, 8);
      return {
        sentence: `the marks in ${shown(table, marks)} are not known, and nothing else says which way the amounts go; say in a column mapping what each of them means.`,
        answer: {
          direction: inMapping(table, marks),
          marks: Object.fromEntries(values.map((value) => [value, 'in or out'])),
        },
      };
    }
  }
  const texts = textsOf(table, chosen);
  const columns = columnsOf(chosen).map((i) => shown(table, i));
  if (!isWayKnown(table, chosen) || !contradict(texts, chosen.effects)) return cardQuestion(table, chosen);
  if (chosen.amount < 0) {
    return {
      sentence: `the narrations say the opposite of ${columns.join(' and ')}: what reads as money out stands under money in; name debit and credit in a column mapping.`,
      answer: { debit: choice(table, columnsOf(chosen)), credit: choice(table, columnsOf(chosen)) },
    };
  }
  return {
    sentence: `the narrations say the opposite of the signs of ${columns[0]}: what reads as money out is positive, or marked as money in; say in a column mapping what a positive amount is.`,
    answer: { sign: 'in, out or as_is' },
  };
}

/** Signs of a list that speaks of a card, where most amounts are positive and no words say that they are money in. */
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
  };
}

const textsOf = (table: Table, chosen: MoneyReading): string[] =>
  table.rows.map((row) => row.filter((_, i) => !isMarkOrMoney(table, chosen, i)).join(' '));

/** Dates in two orders, of which one is another day than the bank's. */
export function daysQuestion(table: Table, booking: number): Question | null {
  if (booking < 0 || !isInTwoOrders(table.filled(booking))) return null;
  return {
    sentence: `the dates in ${shown(table, booking)} stand in order only where some are read month first and others day first, as a spreadsheet leaves them; export the file anew, or give date_order in a column mapping.`,
    answer: { date_order: 'dmy or mdy' },
  };
}

const isMarkOrMoney = (table: Table, { direction, balance }: MoneyReading, column: number): boolean =>
  column === direction || column === balance || (table.profiles[column]?.money ?? 0) > 0;

/** Whether anything says which way the amounts go: what says nothing cannot be contradicted. */
function isWayKnown(table: Table, { amount, direction }: MoneyReading): boolean {
  if (amount < 0) return true;
  return table.profiles[amount].negative > 0 || direction >= 0 || areMarked(table, amount);
}
