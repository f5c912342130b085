// Facts that stand in the lines above a header, or between sections: whose account this is, its currency, and its
// opening and closing balance. They come as "Account No:,0123456789" or "Account No: 0123456789" in one cell.

import { isCurrencyCode } from './currency-signs.ts';
import { isAccountTitle, plainTitle } from './header-synonyms.ts';
import { rowWords } from './row-words.ts';

export interface PreambleFact {
  readonly kind: 'account' | 'currency' | 'opening' | 'closing';
  readonly value: string;
}

const ACCOUNT =
  /^(account|acct|a c|ac|nuban|iban|gl account|gl code|ledger account|konto|kontonummer|rekening|rekeningnummer|compte|cuenta|conto|account details( for)?|statement for account)( (no|number|num|nr|code|id|for))?$/;
const CURRENCY = /^(account |statement )?(currency|ccy|wahrung|waehrung|devise|moneda|munt|mena)( code)?$/;

/** "A/C No: 0123456789   Currency: NGN" states two facts in one cell. */
const labelledParts = (cell: string): string[] => cell.trim().split(/\s{2,}(?=[A-Za-z][A-Za-z ./]{1,30}:)/);

/** The facts of one row's cells, in order; empty when it states none. */
export function preambleFacts(cells: readonly string[]): PreambleFact[] {
  const facts: PreambleFact[] = [];
  const filled = cells.flatMap(labelledParts).filter((c) => c !== '');
  for (let i = 0; i < filled.length; i++) {
    const colon = filled[i].indexOf(':');
    const inCell = colon > 0 && colon < filled[i].length - 1;
    const label = plainTitle(inCell ? filled[i].slice(0, colon) : filled[i]);
    const value = inCell ? filled[i].slice(colon + 1).trim() : (filled[i + 1] ?? '');
    if (value === '' || label === '') continue;
    if ((ACCOUNT.test(label) || isAccountTitle(label)) && /\d{3}/.test(value))
      facts.push({ kind: 'account', value: value.replace(/^'/, '') });
    else if (CURRENCY.test(label)) {
      const code = value.toUpperCase().match(/[A-Z]{3}/)?.[0] ?? '';
      if (isCurrencyCode(code)) facts.push({ kind: 'currency', value: code });
    } else {
      const words = rowWords(label);
      if ((words === 'opening' || words === 'closing') && /\d/.test(value)) facts.push({ kind: words, value });
    }
  }
  return facts;
}
