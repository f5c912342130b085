// The meanings of column titles, in the languages of the exports we have met. A title is compared without case, accents
// and punctuation: first as a whole with the phrases of each field (title-phrases.ts), then by the words in it. A title
// about the other party, or about a foreign currency's amount, never gets a field of the own account.

import { currencyOfTitle } from '../../money/currency-signs.ts';
import type { Side } from '../../records/rows/columns.ts';
import { COMMISSIONS, FEES, FEES_ABROAD, TAXES, TAXES_ABROAD } from '../../words/fee-words.ts';
import { wholeWords, words } from '../../words/whole-words.ts';
import { anyOf, inOrder } from '../words/in-order.ts';
import { plainTitle } from '../words/plain-title.ts';
import type { FieldName } from './target-fields.ts';
import { PHRASES, type TitleKind } from './title-phrases.ts';

export interface TitleMeaning {
  readonly field: FieldName;
  /** How well it fits, for the choice among columns of the same field: 4 is best. */
  readonly weight: number;
  /** The title means money in or out, which holds on either side, and not debit or credit. */
  readonly flow?: true | undefined;
}

/** A meaning before the side is known. */
interface TitleSense {
  readonly kind: TitleKind;
  readonly weight: number;
}

const BY_PHRASE = new Map<string, TitleSense[]>();
for (const [kind, weight, phrases] of PHRASES) {
  for (const phrase of phrases.split('|')) {
    const known = BY_PHRASE.get(phrase) ?? [];
    known.push({ kind, weight });
    BY_PHRASE.set(phrase, known);
  }
}

const OTHER_PARTY =
  /tegenpartij|counter ?party|counter ?account|partner|beneficiary|begunstigt|beguenstigt|empfang|protiuct|payee|gegenkonto|destination|originator|sender|receiver|recipient|creditor account|debtor account|contrepartie|beneficiario|kontrahent|\b(from|to|contra|offset|opposing|opposite|other|payer) account/;
const FOREIGN =
  /foreign|fremd|\boriginal\b|puvodni|\bfcy\b|devise etrangere|vreemde|divisa orig|\borig\b|exchange|wechselkurs|\bkoers\b|\brates?\b|\bkurs\b|\bbilling\b/;
/** Names that are equal in every row: the own account's, the branch's. */
const OWN_NAME = /^(account|acct|gl|ledger|branch|bank|customer account|own|user|teller|officer)( account)? name$/;
/** Money of another kind than the entry's own. */
const OTHER_MONEY = wholeWords(
  ...FEES,
  ...COMMISSIONS,
  ...TAXES,
  ...FEES_ABROAD,
  ...TAXES_ABROAD,
  ...words('[A-Z]*GEBUHR[A-Z]* DISCOUNT KOSTEN [A-Z]*WECHSELKURS KURS RATES?'),
);

/** Whether a title is about money, or a currency, that is not the entry's own. */
export function speaksOfOtherMoney(title: string): boolean {
  const plain = plainTitle(title);
  return OTHER_MONEY.test(plain) || FOREIGN.test(plain);
}

/** Whether a title is about an amount in another currency than the account’s, or about the rate between them. */
export const speaksOfForeignMoney = (title: string): boolean => FOREIGN.test(plainTitle(title));

/** Whether a title says that its money is in the bank’s own currency, whatever currency stands beside it. */
export const speaksOfLocalMoney = (title: string): boolean =>
  /\bl(cy|ccy|curr?)\b|\bin lc\b|\blocal\b|\b(base|functional) (currency|amount)\b|hauswahrung/.test(plainTitle(title));
/** Which account is debited or credited: an account, and no money. */
const ACCOUNT_TO_DEBIT =
  /^(debit|credit|dr|cr|debited|credited|debit gl|credit gl)( side)? (account|gl|ledger)( (no|number|num|nr|code|id|name|title))?$/;

/** Words for a number in titles, beside the word for the account. */
const NUMBER = 'no|number|numbers|num|nr|nummer|numero|numer|n|nº|cislo|id|code';
const ACCOUNT_NOUN =
  'account|konto|kto|rekening|compte|cuenta|conta|conto|konta|ucet|uctu|rachunek|rachunku|szamla|tili|hesap';
/** The account's word with or without a word for its number, either of them first: Account Nr, Kto.-Nr., Nº conta. */
const ACCOUNT_TITLE = new RegExp(
  `^((${NUMBER}) )?((da|de|del|della) )?((own|gl|ledger|main|bank|statement|nuban) )?(${ACCOUNT_NOUN})( (${NUMBER}))?$`,
);

/** A plain title with the account's abbreviations written out: A/C No, Ac No., Acct#, AccNo and Kto.Nr. */
const spelledOut = (plain: string): string =>
  plain
    .replace(/\bg l(?=$| )/g, 'gl')
    .replace(/\b(?:a c|acct|acc|accnt|acnt)(?=$| )/g, 'account')
    .replace(/\bac(?=$| (?:no|num|number|nr|id|code|name|type)\b)/g, 'account')
    .replace(/\b(?:acct|acc|ac)(no|num|number|nr|id|code)\b/g, 'account $1')
    .replace(/\b(konto|kto|rekening)(nr|nummer)\b/g, '$1 $2');

/** Whether a title or label is that of an account or its number, however abbreviated. */
export const isAccountTitle = (title: string): boolean => ACCOUNT_TITLE.test(spelledOut(plainTitle(title)));

/** Words by which a title that is no known phrase is still understood. */
const WORDS: readonly (readonly [kind: TitleKind, pattern: RegExp])[] = [
  [
    'value_date',
    anyOf(
      /^val(ue|uta|eur)?\b.*\b(date|datum|dt|day)\b|\bvaluta ?dat|wertstell|\bvalue date/,
      inOrder(/date/, /\bvaleur\b/),
    ),
  ],
  ['booking_date', /\b(date|datum|fecha|dato|datums|datuma|dt)\b|datum$|\bdata (op|ks|co|mo|la|re)/],
  ['settlement_session_id', /session ?id/],
  ['balance', /\bbalance\b|\bsaldos?\b|\bsolde\b|\bkontostand\b|egyenleg|zustatek/],
  ['money_out', /withdraw|\b(paid|money|cash|amount|payments?|funds) out\b|\boutflows?\b|\bauszahlung/],
  ['money_in', /lodg|deposit|\b(paid|money|cash|amount|payments?|funds) in\b|\binflows?\b|\beinzahlung/],
  ['debit', /\bdebits?\b|\bdebited\b|\bdebet\b|\bdebitos?\b|lastschrift|\bdr\b/],
  ['credit', /\bcredits?\b|\bcredited\b|\bcreditos?\b|gutschrift|\bcr\b/],
  ['amount', /\bamounts?\b|\bbetrag\b|\bbedrag\b|\bmontant\b|\bimporte\b|\bimporto\b|castka|osszeg|\bkwota\b|\bamt\b/],
  ['currency', /\bcurrency\b|\bccy\b|\bcrncy\b|wahrung|waehrung|devizanem|\bmena\b|\bwaluta\b|\bdevise\b/],
  ['status', /\bstatus\b/],
  ['reference', /\bref\b|\brefs\b|referen|\brrn\b|\bstan\b|cheque n|\bvoucher\b|symbol/],
  ['account', /\b(gl|own|ledger|main) ?(account|acct|code)\b|\baccount (no|number|code|id)\b|\bacct (no|number)\b/],
  [
    'narration',
    /narrat|descri|remark|particular|detail|verwendungszweck|omschrijving|libelle|concepto|buchungstext|beneficiary|counterparty|payee|memo|message|\btext\b|\bname\b/,
  ],
];

/** A balance before the entry. Taken for the one after it, it would prove the wrong sign of every amount. */
const BALANCE_BEFORE =
  /\b(before|pre|prior|previous|prev|opening|initial|start|starting|beginning|old|avant|antes|anterior|precedente?|vorher|davor|vortag|przed|poprzednie|onceki|pred|voor|vorige|elozo|awal|inicial|initiale?|iniziale)\b/;

/** Whether a title is that of the balance before its entry. */
export const isBalanceBefore = (title: string): boolean => BALANCE_BEFORE.test(plainTitle(title));

/** Signs of currencies that stand beside a title's words and are none of them: Crédito (R$). */
const CURRENCY_SIGNS = /\(?(?:\b(?:R|US|A|C|HK|NZ|S|GH))?[$€£¥₦₵₹¢]\)?/g;

/**
 * What a title may mean in a file of that side, the likeliest first; empty when it says nothing. Money in and out are
 * a bank's credit and debit, and a ledger's debit and credit.
 */
export function titleMeanings(title: string, side: Side = 'bank'): readonly TitleMeaning[] {
  return sensesOf(title).map(({ kind, weight }) => {
    if (kind !== 'money_in' && kind !== 'money_out') return { field: kind, weight };
    return { field: (kind === 'money_in') === (side === 'bank') ? 'credit' : 'debit', weight, flow: true };
  });
}

/** Words that are run together as programmers name them: valueDate, dateOp. */
const RUN_TOGETHER = /(?<=\p{Ll})(?=\p{Lu}\p{Ll})/gu;

/** The meaning of a title as it stands, else with its words apart. */
function sensesOf(title: string): readonly TitleSense[] {
  const senses = sensesOfWords(title);
  const apart = title.replace(RUN_TOGETHER, ' ');
  return senses.length > 0 || apart === title ? senses : sensesOfWords(apart);
}

const withoutCurrency = (plain: string, code: string): string =>
  plain
    .split(' ')
    .filter((word) => word !== code && !/^(n|euros?|nairas?)$/.test(word))
    .join(' ');

function sensesOfWords(title: string): readonly TitleSense[] {
  const currency = currencyOfTitle(title).code;
  let plain = plainTitle(title.replace(CURRENCY_SIGNS, ' '));
  if (currency !== '') plain = withoutCurrency(plain, currency.toLowerCase()) || plain;
  const phrase = BY_PHRASE.get(plain);
  if (!phrase) plain = spelledOut(plain);
  const other = OTHER_PARTY.test(plain);
  const exact =
    phrase ?? BY_PHRASE.get(plain) ?? BY_PHRASE.get(plain.replace(/ (in|of|the|de|no)$/, '')) ?? accountByForm(plain);
  if (exact) return exact;
  const byWord: TitleSense[] = [];
  for (const [kind, pattern] of WORDS) {
    if (!pattern.test(plain)) continue;
    if (other && kind === 'account') continue;
    if (kind === 'narration' && OWN_NAME.test(plain)) continue;
    if (kind === 'balance' && BALANCE_BEFORE.test(plain)) continue;
    if ((kind === 'debit' || kind === 'credit') && ACCOUNT_TO_DEBIT.test(plain)) continue;
    // Words for money in or out decide, whatever the title says about debit and credit.
    if ((kind === 'debit' || kind === 'credit') && byWord.some((s) => s.kind.startsWith('money'))) continue;
    byWord.push({ kind, weight: 1 });
  }
  return /\bbal(ances?)?\b/.test(plain) ? byWord : withBothWays(byWord);
}

/**
 * “Withdrawal (Dr)/Deposit (Cr)” is neither of the two, but an amount whose cells tell the direction; a pair comes
 * before it.
 */
function withBothWays(senses: readonly TitleSense[]): readonly TitleSense[] {
  const isOut = ({ kind }: TitleSense): boolean => kind === 'debit' || kind === 'money_out';
  const isIn = ({ kind }: TitleSense): boolean => kind === 'credit' || kind === 'money_in';
  if (!senses.some(isOut) || !senses.some(isIn)) return senses;
  const others = senses.filter((s) => !isOut(s) && !isIn(s) && s.kind !== 'amount');
  return [{ kind: 'amount', weight: 1 }, ...others];
}

/** A Konto in an export may be the other party's: it counts like “Kontonummer”. */
function accountByForm(plain: string): readonly TitleSense[] | undefined {
  if (!ACCOUNT_TITLE.test(plain)) return undefined;
  return [{ kind: 'account', weight: /kont[oa]|kto|rekening/.test(plain) ? 2 : 3 }];
}

const LEDGER_WORDS =
  /\bgl\b|ledger|journal|voucher|posted by|batch|cost cent|teller|maker|checker|inputter|authori[sz]er|posting (user|type)|debit account/;
const STATEMENT_WORDS =
  /withdraw|lodg|deposit|paid (in|out)|money (in|out)|statement|value date|session id|cheque|available balance/;

/** Which side the header's words belong to; null if neither or both. */
export function sideOfTitles(titles: readonly string[]): 'gl' | 'bank' | null {
  const plain = titles.map(plainTitle);
  const ledger = plain.filter((t) => LEDGER_WORDS.test(t)).length;
  const statement = plain.filter((t) => STATEMENT_WORDS.test(t)).length;
  if (ledger > 0 && statement === 0) return 'gl';
  if (statement > 0 && ledger === 0) return 'bank';
  return null;
}
