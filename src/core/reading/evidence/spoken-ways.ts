// The direction of entries as their narrations tell it: a withdrawal is money out, a lodgement money in. Fees,
// rent, salaries, invoices and refunds are one house's payments and another's income, so such words do not count. Other
// words may be anybody's too, and decide nothing. But if four in five rows with such words say the opposite of the
// signs, the signs are asked about: charges listed as positive, a column of money in that contains debits.

import { CHARGES, COMMISSIONS, FEES_ABROAD, LEVIES, OTHER_TAXES, TAXES, TAXES_ABROAD } from '../../words/fee-words.ts';
import { wholeWords, words } from '../../words/whole-words.ts';
import { inOrder } from '../words/in-order.ts';

const OUT_WORDS = wholeWords(
  ...CHARGES,
  ...COMMISSIONS,
  ...TAXES,
  ...LEVIES,
  ...OTHER_TAXES,
  ...FEES_ABROAD,
  ...TAXES_ABROAD,
  ...words('POS ATM ATMD WITHDRAWAL PURCHASE AIRTIME SMS MAINT MAINTENANCE CARD OUTWARD OUTFLOW TO'),
  ...words('BANKOMAT LASTSCHRIFT PRELEVEMENT RETRAIT'),
  'CASH WDL',
  'DIRECT DEBIT',
);
const IN_WORDS =
  /\b(interest|zinsen|habenzinsen|deposit|lodgement|lodgment|inward|inflow|received|dividend|interets|virement recu|from|cashback)\b/;

const PAYMENT =
  'payments?|pmt|paiement|versement|zahlung|einzahlung|pago|pagamento|betaling|innbetaling|inbetalning|platba|wplata';
const TAKEN =
  'thank you|thanks|received|merci|recu|danke|erhalten|eingegangen|gracias|recibido|obrigad[oa]|recebido|grazie|ricevuto|bedankt|ontvangen|tak|modtaget|mottatt|tack|mottagen|otrzymano|prijata';
/** Thanks for a payment, or its confirmation: money in, whatever the sign. Narrations of bank accounts have neither. */
const THANKS = inOrder(new RegExp(`\\b(${PAYMENT})\\b`), new RegExp(`\\b(${TAKEN})\\b`));

const plainText = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether a text says that a payment was received, with or without thanks. */
export const confirmsPayment = (text: string): boolean => THANKS.test(plainText(text));

/**
 * Fewest rows with such words, the share of them that must say the opposite, and fewest different words among those.
 */
const SPEAKING = 8;
const AGAINST = 0.8;
const VOICES = 2;

interface Spoken {
  readonly way: -1 | 0 | 1;
  /** The first word that says it. */
  readonly word: string;
}

const SILENT: Spoken = { way: 0, word: '' };

function spoken(text: string): Spoken {
  const plain = plainText(text);
  if (THANKS.test(plain)) return { way: 1, word: 'thanks' };
  const [out, paidIn] = [OUT_WORDS.exec(plain), IN_WORDS.exec(plain)];
  if ((out === null) === (paidIn === null)) return SILENT;
  return out === null ? { way: 1, word: paidIn![0] } : { way: -1, word: out[0] };
}

/** 1 for money in, -1 for money out, 0 if the words say neither, or both. */
export const spokenWay = (text: string): -1 | 0 | 1 => spoken(text).way;

/**
 * Whether the texts contradict the effects of their rows. A word that is in all of them counts once: a shop's own
 * receipts are called card purchases.
 */
export function contradict(texts: readonly string[], effects: readonly number[]): boolean {
  let [speaking, against, out] = [0, 0, 0];
  const voices = new Set<string>();
  for (const [i, text] of texts.entries()) {
    const { way, word } = effects[i] === 0 ? SILENT : spoken(text);
    if (way === 0) continue;
    speaking++;
    if (way < 0) out++;
    if (way > 0 === effects[i] > 0) continue;
    against++;
    voices.add(word);
  }
  return speaking >= SPEAKING && against >= speaking * AGAINST && out > 0 && voices.size >= VOICES;
}

/** Whether the words agree with the signs: in at least two rows, and in more than disagree. */
export function support(texts: readonly string[], effects: readonly number[]): boolean {
  const ways = texts.map((text, i) => spoken(text).way * Math.sign(effects[i]));
  const along = ways.filter((way) => way > 0).length;
  return along >= VOICES && along > ways.filter((way) => way < 0).length;
}
