// Which of the kinds that have an account of their own a row is of, by the words of its purpose (bank-words.ts).

/** tax: one that the words do not name closer. */
export type TaxKind = 'interest' | 'vat' | 'withholding' | 'levy' | 'tax';

const KINDS: readonly (readonly [kind: TaxKind, words: RegExp])[] = [
  ['interest', /\bINT(?:EREST)?\b/],
  ['vat', /\bVAT\b|\bVALUE ADDED\b/],
  ['withholding', /\bWHT\b|\bWITHHOLDING\b/],
  ['levy', /LEVY|LEVIES|\bEMTL\b|DUTY|DUTIES/],
];

export const taxKindOf = (words: string): TaxKind => KINDS.find(([, said]) => said.test(words))?.[0] ?? 'tax';
