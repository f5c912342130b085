// The meaning of a minus in a list that may be a card's. Issuers count what is owed to them, so charges are positive
// and payments have a minus, the opposite of an account's. A column of kinds that names charges and payments decides;
// narrations, and titles that mention a card, only lead to a question.

import { confirmsPayment, spokenWay } from '../evidence/spoken-ways.ts';
import { areMarked } from '../roles/marks.ts';
import type { Table } from '../table/table.ts';
import { plainTitle } from '../words/plain-title.ts';
import type { MoneyReading } from './money-reading.ts';

/** Charges that only a card or loan has, and the holder's payments. */
const CHARGE =
  /\b(charges?|purchases?|cash advances?|late fees?|annual fees?|interest charged?|kauf|einkauf|achats?|compras?|acquist[oi]|aankoop|aankopen|kop|kjop|zakup|nakup)\b/;
const SETTLED =
  /\b(payments?|repayments?|paiements?|zahlung|einzahlung|pagos?|pagamentos?|pagamenti|betaling|innbetaling|inbetalning|wplata|platba)\b/;
/** Refunds go against a charge on a card's list and on a merchant's alike: they tell nothing. */
const GIVEN_BACK =
  /\b(refunds?|returns?|credits?|chargebacks?|remboursements?|ruckzahlung|gutschrift|reembolsos?|rimborso|terugbetaling)\b/;
/** Most different kinds of entries, and fewest charges; a month may have one payment. */
const MOST_KINDS = 12;
const FEWEST = 2;
/** Share of charges, and of payments, that must have their usual sign. */
const SHARE = 0.95;
const CARD =
  /\b(card ?(member|holder)?|cardmember|cardholder|(credit|kredit)(card|karte|kort)|karte|kreditkarte|kartennummer|carte|tarjeta|cartao|carta di credito|creditcard|kort|kortnummer|karta)\b/;

/** Whether the amounts of a reading have signs, and only these tell their direction. */
export function isSignAlone(table: Table, { amount, direction, isProven, beside }: MoneyReading): boolean {
  if (amount < 0 || direction >= 0 || isProven || beside !== null) return false;
  const { negative, nonZero } = table.profiles[amount];
  return negative > 0 && nonZero > negative && !isMarkedByWords(table, amount);
}

/** Marks of debit and credit in the cells; brackets and a minus behind a figure are signs. */
const isMarkedByWords = (table: Table, column: number): boolean =>
  areMarked(table, column) &&
  table.filled(column).some((cell) => /[a-z]/i.test(cell.replace(/^[A-Z]{3}\b|\b[A-Z]{3}$/, '')));

/**
 * The column of kinds in which charges are positive and payments have a minus; -1 if there is none. A merchant's list
 * has sales and fees of two signs, but no payment against what it was charged.
 */
export function kindsTurned(table: Table, reading: MoneyReading): number {
  if (table.side !== 'bank' || !isSignAlone(table, reading)) return -1;
  const found = table.columns.find((column) => {
    const { distinct, filled, lettered, money } = table.profiles[column];
    if (column === reading.amount || distinct > MOST_KINDS || lettered < filled * 0.9 || money > 0) return false;
    const [charges, settled] = [
      signsOf(table, reading, { column, kind: CHARGE }),
      signsOf(table, reading, { column, kind: SETTLED }),
    ];
    return charges.plus >= FEWEST && isMostly(charges.plus, charges.minus) && isMostly(settled.minus, settled.plus);
  });
  return found ?? -1;
}

const isMostly = (of: number, against: number): boolean => of > 0 && of >= (of + against) * SHARE;

function signsOf(
  table: Table,
  { effects }: MoneyReading,
  { column, kind }: { readonly column: number; readonly kind: RegExp },
): { readonly plus: number; readonly minus: number } {
  const other = kind === CHARGE ? SETTLED : CHARGE;
  const rows = table.rows.flatMap((row, i) => {
    const text = plainTitle(row[column] ?? '');
    return effects[i] !== 0 && kind.test(text) && !other.test(text) && !GIVEN_BACK.test(text) ? [effects[i]] : [];
  });
  const plus = rows.filter((effect) => effect > 0).length;
  return { plus, minus: rows.length - plus };
}

/** Fewest other kinds beside payments, and fewest rows of them. */
const OTHER_KINDS = 2;
const OTHER_ROWS = 3;

/**
 * Whether a column of kinds has payments with a minus, and only positive entries of several other kinds that are no
 * receipts. On an account money goes out under other names too.
 */
export function onlyPaymentsGoOut(table: Table, reading: MoneyReading): boolean {
  return table.columns.some((column) => {
    const { distinct, filled, lettered, money } = table.profiles[column];
    if (column === reading.amount || distinct > MOST_KINDS || lettered < filled * 0.9 || money > 0) return false;
    const others = new Set<string>();
    let [settled, other] = [0, 0];
    for (const [i, row] of table.rows.entries()) {
      const [effect, text] = [reading.effects[i], plainTitle(row[column] ?? '')];
      if (effect === 0 || text === '' || (GIVEN_BACK.test(text) && !SETTLED.test(text))) continue;
      const isSettled = SETTLED.test(text) && !CHARGE.test(text);
      if (isSettled === effect > 0 || (!isSettled && spokenWay(text) > 0)) return false;
      if (isSettled) settled++;
      else other++;
      if (!isSettled) others.add(text);
    }
    return settled >= FEWEST && other >= OTHER_ROWS && others.size >= OTHER_KINDS;
  });
}

/** Whether texts confirm payments exactly where amounts have a minus. */
export function confirmsWithMinus(texts: readonly string[], { effects }: MoneyReading): boolean {
  const confirmed = effects.filter((effect, i) => effect !== 0 && confirmsPayment(texts[i]));
  return confirmed.length > 0 && confirmed.every((effect) => effect < 0);
}

/** Most cards in one list. */
const MOST_CARDS = 5;

/**
 * Whether lines above the titles, or a title above few values, mention a card: a merchant's list has one card for each
 * row.
 */
export const speaksOfCard = (table: Table): boolean =>
  table.above.some(saysCard) ||
  table.columns.some((i) => saysCard(table.titles[i]) && table.profiles[i].distinct <= MOST_CARDS);

const saysCard = (text: string): boolean => text.length <= 80 && CARD.test(plainTitle(text));

/** Rows of each sign. */
export function signsIn({ effects }: MoneyReading): { readonly plus: number; readonly minus: number } {
  return {
    plus: effects.filter((effect) => effect > 0).length,
    minus: effects.filter((effect) => effect < 0).length,
  };
}
