// Facts in the lines above a header, or between sections: the account, its currency, its opening and closing balance,
// and its control totals. They have the form "Account No:,0123456789", or "Account No: 0123456789" in one cell.

import { currencyNamed, isCurrencyCode } from '../../money/currency-signs.ts';
import { MAIN_UNIT, unitOfLine } from '../cells/amount-unit.ts';
import { isWholeDate } from '../cells/whole-date.ts';
import { currencyNamedAbroad, hasWordForCurrency } from '../words/currency-abroad.ts';
import { plainTitle } from '../words/plain-title.ts';
import { isAccountTitle, speaksOfLocalMoney, titleMeanings } from './header-synonyms.ts';
import { rowWords } from './row-words.ts';

/** The figure that a control total gives: a sum or a count. */
export type ControlTotalKind = 'debits' | 'credits' | 'paid out' | 'paid in' | 'entries';

interface PreambleFact {
  /**
   * 'perhaps currency': a code of a currency beside a label that is not known, which may be one of something else.
   * 'unknown currency': words beside a label of currencies.
   */
  readonly kind:
    | 'account'
    | 'currency'
    | 'perhaps currency'
    | 'unknown currency'
    | 'opening'
    | 'closing'
    | ControlTotalKind;
  readonly value: string;
  /** The date that the label of a balance names, as written. */
  readonly date?: string;
}

const OF_ALL = '(grand total|total|sum|summe)( (amount|value|sum))?( of)?( all)?';
const BEHIND = '( (amount|value|turnover))?';
/** Labels of control totals: of money, and of the number of all entries. */
const CONTROL_TOTALS: readonly (readonly [ControlTotalKind, RegExp])[] = [
  ['debits', new RegExp(`^${OF_ALL} (debits?|dr|soll|lastschriften|belastungen)${BEHIND}$|^debits? (total|turnover)$`)],
  ['credits', new RegExp(`^${OF_ALL} (credits?|cr|haben|gutschriften)${BEHIND}$|^credits? (total|turnover)$`)],
  ['paid out', new RegExp(`^${OF_ALL} (withdrawals?|money out|paid out|outflows?)${BEHIND}$`)],
  ['paid in', new RegExp(`^${OF_ALL} (lodge?ments?|deposits?|money in|paid in|inflows?)${BEHIND}$`)],
  [
    'entries',
    /^(total )?(no|number|nr|count)( of)?( all)? (transactions|records|entries|items|postings)$|^(total )?(transactions?|entries|entry|records?|items?) count$|^anzahl (der )?(buchungen|umsatze|transaktionen|posten)$/,
  ],
];

const ACCOUNT =
  /^(account|acct|a c|ac|nuban|iban|gl account|gl code|ledger account|konto|kontonummer|rekening|rekeningnummer|compte|cuenta|conto|account details( for)?|statement for account)( (no|number|num|nr|code|id|for))?$/;
const CURRENCY =
  /^(account |acct |statement |base |reporting )?(currency|ccy|wahrung|waehrung|kontowahrung|devise|moneda|moeda|divisa|munt|mena|waluta|waluta rachunku|devizanem)( code| of (the )?account)?$|^(bewertet|valued|reported|expressed|stated|betrage) in$/;
/** “All amounts in USD”, as a sentence. */
const AMOUNTS_IN =
  /^\W*(?:all )?(?:amounts|figures|values|balances)(?: are)?(?: stated| shown| expressed)? in ([a-z]{3}|[a-z ]{4,20}|\W{1,2})\.?$/i;
/** Words beside which a code in brackets is the account's currency: “Statement for account 0123456789 (USD)”. */
const OF_ACCOUNT =
  /\b(account|acct|statement|balance|amounts?|currency|konto\w*|compte|cuenta|conta|rachun\w*)\b|a\/c/i;
const BRACKETED = /[([]\s*([A-Z]{3})\s*[)\]]/;
/** A code behind the account's number: “0123456789 USD”, “0123456789 (USD)”. */
const CODE_BEHIND = /[\s,/-][([]?([A-Z]{3})[)\]]?$/;
/** Ends with a digit, or with a word that has one. */
const NUMBER = /\d[^\d\s]*$/;
/** Codes that are also English words: in brackets, or after a number, they need not be codes. */
const ENGLISH = new Set(['ALL', 'CUP', 'GEL', 'MAD', 'MOP', 'PEN', 'SOS', 'TOP', 'TRY']);
const isCode = (word: string | undefined): word is string =>
  word !== undefined && isCurrencyCode(word) && !ENGLISH.has(word);

/** "A/C No: 0123456789   Currency: NGN" states two facts in one cell. */
const labelledParts = (cell: string): string[] => cell.trim().split(/(?<!\s)\s{2,}(?=[A-Za-z][A-Za-z ./]{1,30}:)/);

/** The facts of one row's cells, in order; empty when it states none. */
export function preambleFacts(cells: readonly string[]): PreambleFact[] {
  const facts: PreambleFact[] = [];
  const filled = cells.flatMap(labelledParts).filter((c) => c !== '');
  for (let i = 0; i < filled.length; i++) {
    const colon = filled[i].indexOf(':');
    const inCell = colon > 0 && colon < filled[i].length - 1;
    const label = inCell ? filled[i].slice(0, colon) : filled[i];
    const value = inCell ? filled[i].slice(colon + 1).trim() : (filled[i + 1] ?? '');
    if (value !== '') facts.push(...labelledFacts(label, sumBehindCount(value, filled[i + (inCell ? 1 : 2)]) ?? value));
  }
  if (facts.some(({ kind }) => kind.endsWith('currency'))) return facts;
  const currency = filled.map(currencyInWords).find((code) => code !== '');
  if (currency !== undefined) return [...facts, { kind: 'currency', value: currency }];
  const beside = currencyBesideLabel(filled);
  return beside === null ? facts : [...facts, beside];
}

/** The lek's code is also what a report's filter says: “Currency: ALL”. */
const EVERY = 'ALL';

/**
 * Words that may be a currency's name: no title of a column, for a line of titles has one for the currency, too; no
 * unit; not the bank's own currency, which is the request's.
 */
const isWords = (value: string): boolean =>
  /^[\p{L}\p{M} .'’-]{1,40}$/u.test(value) &&
  titleMeanings(value).length === 0 &&
  unitOfLine(`Amounts in ${value}`) === MAIN_UNIT &&
  !/^(lcy|local)$/i.test(value) &&
  !speaksOfLocalMoney(value);

/** A currency that is all that stands beside a label of words, in whatever language; null for none. */
function currencyBesideLabel(filled: readonly string[]): PreambleFact | null {
  for (const [i, cell] of filled.entries()) {
    const colon = cell.search(/[:：]/);
    const words = (colon < 0 ? cell : cell.slice(0, colon)).trim().split(/\s+/);
    // Another fact may stand before the label: “IBAN DE89370400440532013000 Währung: EUR”.
    const label = (colon < 0 ? words : words.slice(words.findLastIndex((word) => /\d/.test(word)) + 1)).join(' ');
    const value = (colon < 0 ? '' : cell.slice(colon + 1).trim()) || filled[i + 1] || '';
    const isLabel =
      label.length > 1 && label.length <= 40 && !/\d/.test(label) && (colon > 0 || filled.length % 2 === 0);
    if (!isLabel || value === '' || value.length > 40 || /\d/.test(value)) continue;
    // The tables of all languages are built for what may need them: lines of English never do.
    const mayBeAbroad = /[^ -~]/.test(label + value);
    const named = currencyNamed(value) || (mayBeAbroad ? currencyNamedAbroad(value) : '');
    if ((named !== '' || mayBeAbroad) && hasWordForCurrency(label))
      return named !== ''
        ? { kind: 'currency', value: named }
        : isWords(value)
          ? { kind: 'unknown currency', value }
          : null;
    if (named === '') continue;
    const isAll = value === named ? isCode(value) : /[^A-Za-z]/.test(value) && currencyNamedAbroad(value) === named;
    if (isAll) return { kind: 'perhaps currency', value: named };
  }
  return null;
}

/** The sum after a number of entries: Total Debits, 25, 1,459,025.32; null if there is none. */
const sumBehindCount = (value: string, next: string | undefined): string | null =>
  next !== undefined && /^\d{1,9}$/.test(value) && /^\D{0,4}[\d,. ]*\d[.,]\d{2}$/.test(next) ? next : null;

/** The whole title counts before what follows its last point, for names of a value within values: account.iban. */
function labelledFacts(title: string, value: string): PreambleFact[] {
  const facts = titledFacts(title, value);
  const last = title.slice(title.lastIndexOf('.') + 1);
  return facts.length > 0 || title.includes(' ') || last === '' || last === title ? facts : titledFacts(last, value);
}

function titledFacts(title: string, value: string): PreambleFact[] {
  const label = plainTitle(title.replace(BRACKETED, ' '));
  if ((ACCOUNT.test(label) || isAccountTitle(label)) && /\d{3}/.test(value)) return accountFacts(value);
  if (CURRENCY.test(label)) {
    const code =
      currencyNamed(value) || currencyNamedAbroad(value) || (value.toUpperCase().match(/[A-Z]{3}/)?.[0] ?? '');
    if (isCurrencyCode(code)) return [{ kind: code === EVERY ? 'perhaps currency' : 'currency', value: code }];
    return isWords(value) ? [{ kind: 'unknown currency', value }] : [];
  }
  const total = CONTROL_TOTALS.find(([, pattern]) => pattern.test(label));
  if (total !== undefined) return /\d/.test(value) ? [{ kind: total[0], value }] : [];
  const words = rowWords(label);
  if ((words !== 'opening' && words !== 'closing') || !/\d/.test(value)) return [];
  const written = title.slice(Math.max(0, title.search(/\d/)));
  const date = written.slice(0, [...written].findLastIndex((c) => /[\p{L}\d]/u.test(c)) + 1);
  return [{ kind: words, value, ...(isWholeDate(plainTitle(date)) && { date }) }];
}

/** Marks that stand around an account's number where a program wrote it as text. */
const AROUND = ' \t:\'"_';

/**
 * The number without marks around it, without a label before it, NUBAN: 0123456789, and without one that follows it:
 * 0123456789 Currency: NGN. A colon between digits belongs to it.
 */
function numberIn(value: string): { readonly number: string; readonly behind: string } {
  const own = value.slice(value.slice(0, value.search(/\d/)).lastIndexOf(':') + 1);
  const words = own.slice(0, Math.max(0, own.indexOf(':'))).split(' ');
  const last = words.findLastIndex((word) => /\d/.test(word));
  const isLabelBehind = last >= 0 && words.slice(last + 1).some((word) => /\p{L}/u.test(word));
  const before = words.slice(0, last + 1).join(' ');
  const text = isLabelBehind && /\d{3}/.test(before) ? before : own;
  const behind = own.slice(text.length).trim();
  let [from, to] = [0, text.length];
  while (from < to && AROUND.includes(text[from])) from++;
  while (to > from && AROUND.includes(text[to - 1])) to--;
  return { number: text.slice(from, to), behind };
}

function accountFacts(value: string): PreambleFact[] {
  const { number: account, behind } = numberIn(value);
  const [label, after = ''] = behind.split(':');
  if (label !== '') {
    const currency = titledFacts(label, after.trim()).filter(({ kind }) => kind === 'currency');
    return [{ kind: 'account', value: account }, ...currency];
  }
  const coded = CODE_BEHIND.exec(account);
  const code = coded?.[1];
  const number = account.slice(0, coded?.index).replace(/(?<![\s,/-])[\s,/-]+$/, '');
  if (!isCode(code) || !NUMBER.test(number)) return [{ kind: 'account', value: account }];
  return [
    { kind: 'account', value: number },
    { kind: 'currency', value: code },
  ];
}

/** The currency that a line of words gives for the whole file, '' if none. */
function currencyInWords(cell: string): string {
  const named = AMOUNTS_IN.exec(cell)?.[1];
  if (named !== undefined) return currencyNamed(named);
  const code = OF_ACCOUNT.test(cell) ? BRACKETED.exec(cell)?.[1] : undefined;
  return isCode(code) ? code : '';
}
