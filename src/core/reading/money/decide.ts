// Decides on a file’s money: accepted, or a question (money/money-questions.ts). A question is asked if two readings
// that differ in an amount, a sign or the set of entries are equally good, or if money has only weak evidence and
// something contradicts it; never if only one reading is left.

import { currencyOfTitle } from '../../money/currency-signs.ts';
import { countsOrIdentifies } from '../evidence/counter-likeness.ts';
import { spokenWay, support } from '../evidence/spoken-ways.ts';
import { isTitledOther } from '../evidence/titles.ts';
import { areMarked } from '../roles/marks.ts';
import { looksLikeMoney } from '../roles/money.ts';
import type { Given, Question } from '../table/question.ts';
import type { Table } from '../table/table.ts';
import { speaksOfOtherMoney } from '../titles/header-synonyms.ts';
import { PLAIN } from '../titles/title-phrases.ts';
import { isSignAlone, kindsTurned, signsIn } from './charges-and-payments.ts';
import {
  cutQuestion,
  feeQuestion,
  loneQuestion,
  refutedQuestion,
  rivalQuestion,
  signQuestion,
  textsOf,
} from './money-questions.ts';
import { type MoneyReading, moneyColumns } from './money-reading.ts';

interface MoneyVerdict {
  /** The reading to use, or the likeliest one if there is a question; null if nothing can be the money. */
  readonly reading: MoneyReading | null;
  readonly question: Question | null;
  /** Column of kinds by which a positive amount is money out; -1 if there is none. */
  readonly turnedBy: number;
  /** The doubt about the signs, unless the whole file proves them; '' for nothing. */
  readonly doubt: string;
}

const NONE: MoneyVerdict = { reading: null, question: null, turnedBy: -1, doubt: '' };

/** Share of a pair's rows that the amount beside it must repeat to be the same money; the rest are slips. */
const SAME_AMOUNT = 0.9;

/** `taken`: columns that are certainly no money. */
export function decideMoney(
  table: Table,
  readings: readonly MoneyReading[],
  { given, taken }: { readonly given: Given; readonly taken: ReadonlySet<number> },
): MoneyVerdict {
  const open = readings.filter((reading) => reading.class !== 'veto');
  if (open.length === 0) return NONE;
  const best = open[0].class;
  if (best === 'weak' && (hasUnreadMoney(table) || hasUnreadFigures(table, taken))) return NONE;
  const inClass = open.filter((reading) => reading.class === best);
  // One column of a pair is no amount by itself.
  const halves = new Set(inClass.filter(({ isGuessedPair }) => isGuessedPair).flatMap(moneyColumns));
  const group = inClass.filter(({ amount }) => !halves.has(amount));
  const chosen = group.reduce((a, b) => (isPreferred(table, b, a) ? b : a));
  const rivals = group.filter((other) => other !== chosen && isRival(chosen, other));
  const turnedBy = given.sign ? -1 : kindsTurned(table, chosen);
  const isSignOpen = !given.sign && turnedBy < 0;
  const question =
    best === 'mapping'
      ? (cutQuestion(table, chosen) ?? (isSignOpen ? signQuestion(table, chosen, given) : null))
      : (rivalQuestion(table, chosen, rivals, best) ??
        (best === 'weak' ? loneQuestion(table, chosen, { others: otherFigures(table, chosen, taken), given }) : null) ??
        refutedQuestion(table, chosen, best) ??
        feeQuestion(table, chosen, best) ??
        cutQuestion(table, chosen) ??
        (isSignOpen ? signQuestion(table, chosen, given) : null));
  return { reading: chosen, question, turnedBy, doubt: isSignOpen ? doubtOfSigns(table, chosen) : '' };
}

/** Positive rows for each negative one, from which on the signs may be a card's. */
const MOSTLY = 2;

/** Fewest entries for this. */
const FEWEST = 6;

/** Doubt about amounts that are mostly positive if only custom says that a minus is money out. */
function doubtOfSigns(table: Table, chosen: MoneyReading): string {
  if (table.side !== 'bank' || !isSignAlone(table, chosen)) return '';
  const { plus, minus } = signsIn(chosen);
  if (plus + minus < FEWEST || plus < MOSTLY * minus || support(textsOf(table, chosen), chosen.effects)) return '';
  return `Most amounts of ${table.name(chosen.amount)} are positive, and nothing but their signs says which way they go; a minus was read as money out. Where it is a payment, as on a card’s list, say "sign": "out" in a column mapping.`;
}

/** Whether a column has a plain title of money, and figures that are not understood. */
function hasUnreadMoney(table: Table): boolean {
  return table.columns.some((i) => {
    const isTitled = (['amount', 'debit', 'credit'] as const).some((field) => table.weight(i, field) >= PLAIN);
    const { filled: count, money, identifiers } = table.profiles[i];
    const isRead = count === 0 || (money >= count * table.trust(i) && identifiers < count * 0.5);
    if (!isTitled || isRead || table.named.has(i)) return false;
    // Under such a title marks and words are something else.
    const filled = table.filled(i);
    const areFigures = (cell: string) => cell.replace(/\D/g, '').length >= 2 * cell.replace(/\P{L}/gu, '').length;
    return filled.filter((cell) => /\d/.test(cell) && areFigures(cell)).length * 2 > filled.length;
  });
}

/** Whether a column has figures with decimals that are not understood, whatever its title. */
function hasUnreadFigures(table: Table, taken: ReadonlySet<number>): boolean {
  return table.columns.some((i) => {
    const { filled, money, days } = table.profiles[i];
    if (taken.has(i) || filled === 0 || days > 0 || money >= filled * UNDERSTOOD || isTitledOther(table, i))
      return false;
    const figures = table.filled(i).filter(isFigure).length;
    return figures >= filled * FIGURES;
  });
}

/** Share of the cells that must be understood, and that must be figures. */
const UNDERSTOOD = 0.8;
const FIGURES = 0.8;

/** An amount with something short beside it: digits, two decimals at their end, and a few other characters. */
function isFigure(cell: string): boolean {
  const digits = cell.replace(/\D/g, '').length;
  return digits > 0 && cell.length - digits <= MOST_BESIDE && /\d[.,]\d\d(\D|$)/.test(cell);
}

const MOST_BESIDE = 8;

/** Other columns of figures with decimals or signs that no evidence of titles or values keeps from being the money. */
function otherFigures(table: Table, chosen: MoneyReading, taken: ReadonlySet<number>): number[] {
  const own = new Set([...moneyColumns(chosen), chosen.balance, chosen.beside?.before ?? -1]);
  return table.columns.filter((i) => {
    const p = table.profiles[i];
    if (own.has(i) || taken.has(i) || !looksLikeMoney(p) || p.moneyDressed * 2 < p.filled) return false;
    if (p.nonZero === 0 || speaksOfOtherMoney(table.titles[i]) || isTitledOther(table, i)) return false;
    return countsOrIdentifies(table, i) === null;
  });
}

/** Which of two readings of the same money is preferred: a signed amount, then a pair, then an unsigned amount. */
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

/** Rows whose words agree with the reading, minus those that disagree. */
function agreement(table: Table, reading: MoneyReading): number {
  return table.rows.reduce((sum, row, i) => sum + spokenWay(row.join(' ')) * Math.sign(reading.effects[i]), 0);
}

/** Whether two readings give the same amounts, in that share of the rows that have any. */
function isSame(a: MoneyReading, b: MoneyReading, share: number): boolean {
  const rows = a.effects.flatMap((effect, i) => (effect !== 0 || b.effects[i] !== 0 ? [i] : []));
  const same = rows.filter((i) => Math.abs(a.effects[i]) === Math.abs(b.effects[i])).length;
  return same >= rows.length * share;
}

function isRival(chosen: MoneyReading, other: MoneyReading): boolean {
  const isPair = [chosen, other].some((reading) => reading.amount < 0);
  if (!isSame(chosen, other, isPair && !(chosen.amount < 0 && other.amount < 0) ? SAME_AMOUNT : 1)) {
    // A column that hardly any row fills cannot be the amount.
    return filledRows(other) >= filledRows(chosen) * 0.5;
  }
  // Two nameless columns of a pair give the same amounts with the sign turned.
  return chosen.isGuessedPair && other.isGuessedPair && chosen.debit === other.credit;
}

const filledRows = (reading: MoneyReading): number => reading.effects.filter((effect) => effect !== 0).length;
