// Marks and words that say which way an entry goes, in cells and in titles. Words of bookkeeping (debit and credit, in
// any language) depend on the side: a credit on a bank's statement is money in, a credit in the account's own ledger is
// money out. Words of flow (inflow and outflow, receipts and payments, deposits and withdrawals) state the direction
// themselves and hold on either side. A plus or minus alone, or a word such as payment, is a mark only in a column of
// marks.

import type { Side } from '../../records/rows/columns.ts';

export const DIRECTION_NONE = 0;
export const DIRECTION_DEBIT = 1;
export const DIRECTION_CREDIT = 2;
export const DIRECTION_IN = 3;
export const DIRECTION_OUT = 4;
export type Direction = 0 | 1 | 2 | 3 | 4;

const WORDS: readonly (readonly [direction: Direction, words: string])[] = [
  [
    DIRECTION_DEBIT,
    'd dr db dbt deb debit debits debet soll s lastschrift belastung χ χρεωση 借 借方 debito debiteur dare cargo adeudo terheles obciazenie',
  ],
  [
    DIRECTION_CREDIT,
    'c cr crd cre cred crdt credit credits kredit haben h gutschrift π πιστωση 贷 贷方 credito crediteur avere abono haber jovairas uznanie',
  ],
  [
    DIRECTION_IN,
    'in inflow inflows inward inwards incoming received receipt receipts deposit deposits lodgement lodgements lodgment lodgments income moneyin paidin cashin bij entree entrada ingreso entrata bevetel eingang einnahme einzahlung prichozi prijem wplyw 收入',
  ],
  [
    DIRECTION_OUT,
    'out outflow outflows outward outwards outgoing sent withdrawal withdrawals expense moneyout paidout cashout af sortie salida egreso uscita kiadas ausgang ausgabe auszahlung uitgave odchozi vydaj wydatek 支出',
  ],
];

const BY_WORD = new Map(WORDS.flatMap(([direction, words]) => words.split(' ').map((w) => [w, direction] as const)));

/** Words that add nothing to the mark beside them: debit transaction, money in, payment received. */
const FILLERS =
  /\b(transactions?|txn|trx|tran|trans|entry|entries|amount|amt|posting|movement|money|cash|funds?|paid|payments?|transfer|account|direct|note|flow)\b/g;

/**
 * Words that are marks only in a column of marks: elsewhere a dash is an empty cell, and a payment may go either way.
 */
export interface MarkWords {
  readonly signs: boolean;
  readonly payments: boolean;
  /** K for credit beside D for debit, as in the Baltics and the north. */
  readonly k: boolean;
}

const plainWord = (word: string): string =>
  word
    .normalize('NFD')
    .replace(/[\p{M}.()]/gu, '')
    .trim()
    .toLowerCase();

/** The meaning of marks by a mapping. */
export type GivenMarks = Readonly<Record<string, 'in' | 'out'>>;

export function givenDirection(marks: GivenMarks, text: string): Direction | null {
  if (!Object.hasOwn(marks, text)) return null;
  return marks[text] === 'in' ? DIRECTION_IN : DIRECTION_OUT;
}

/** The direction of a mark or word, alone or with a filler beside it; DIRECTION_NONE if it has none. */
export function directionOf(word: string, also?: MarkWords): Direction {
  const plain = plainWord(word);
  const known = BY_WORD.get(plain);
  if (known !== undefined) return known;
  if (also?.signs) {
    if (plain === '+') return DIRECTION_IN;
    if (isMinusMark(plain)) return DIRECTION_OUT;
  }
  if (also?.payments && isPaymentMark(plain)) return DIRECTION_OUT;
  if (also?.k && plain === 'k') return DIRECTION_CREDIT;
  if (!/[\s_-]/.test(plain)) return DIRECTION_NONE;
  const bare = plain.replaceAll(/[_-]/g, ' ').replace(FILLERS, ' ').trim();
  return BY_WORD.get(bare) ?? DIRECTION_NONE;
}

const isMinusMark = (plain: string): boolean => /^[-\u2212\u2013]$/.test(plain);
const isPaymentMark = (plain: string): boolean => /^(payments?|paid)$/.test(plain);

/** Longest cell that is still a mark. */
const LONGEST_MARK = 24;

/** How many filled cells of a column are marks, and which further words count as marks in it. */
export function profileMarks(cells: readonly string[]): {
  /** Cells that are marks, and cells that are only a plus or minus. */
  readonly directions: number;
  readonly plusMinus: number;
  readonly markWords: MarkWords;
} {
  let words = 0;
  let inWords = 0;
  let plus = 0;
  let minus = 0;
  let payments = 0;
  let k = 0;
  let d = 0;
  for (const cell of cells) {
    if (cell.length > LONGEST_MARK || /\d/.test(cell)) continue;
    const direction = directionOf(cell);
    if (plainWord(cell) === 'd') d++;
    if (direction !== DIRECTION_NONE) {
      words++;
      if (direction === DIRECTION_IN) inWords++;
    } else if (cell === '+') plus++;
    else if (isMinusMark(cell)) minus++;
    else if (isPaymentMark(plainWord(cell))) payments++;
    else if (plainWord(cell) === 'k') k++;
  }
  // Among words a dash is an empty cell; a payment is the opposite of a receipt.
  const markWords = {
    signs: words === 0 && plus + minus > 0,
    payments: inWords > 0 && payments > 0,
    k: k > 0 && d > 0,
  };
  const signs = plus > 0 && minus > 0 && words === 0 ? plus + minus : 0;
  return {
    directions: words + signs + (markWords.payments ? payments : 0) + (markWords.k ? k : 0),
    plusMinus: plus + minus,
    markWords,
  };
}

/** +1 when the direction is money in on that side, -1 when money out, 0 when there is none. */
export function cashSign(direction: Direction, side: Side): -1 | 0 | 1 {
  switch (direction) {
    case DIRECTION_NONE:
      return 0;
    case DIRECTION_IN:
      return 1;
    case DIRECTION_OUT:
      return -1;
    case DIRECTION_CREDIT:
      return side === 'bank' ? 1 : -1;
    case DIRECTION_DEBIT:
      return side === 'bank' ? -1 : 1;
  }
}
