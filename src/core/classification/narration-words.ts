// Which words make a narration a bank's charge, and which make it interest or tax. Words are compared as whole
// tokens, never as parts of one: a customer called VATSA is no VAT, and COTTON is no COT. Digits may follow a word
// (FEE0042). The lists are Nigerian banks' own wording; a new word is a new line here and a new case in the test.
//
// A line such as VAT ON SMS CHARGE holds words of both lists. What it is decides: it is the tax, so its charge word
// only names what was taxed and does not count. Joined by PLUS, AND, WITH or INCL (COMMISSION PLUS VAT) the tax is
// part of a fee, and the charge word counts.

import { type TextColumn, textAt } from '../records/rows/columns.ts';

const CHARGE_PHRASES = phrases(
  'CHARGE|CHARGES|CHG|CHGS|CHRG|CHRGS|COMMISSION|COMMISSIONS|COMM|COT|FEE|FEES|LEVY|LEVIES',
  'MAINTENANCE|AMF|SMS ALERT|SMS ALERTS|SMS NOTIFICATION|CURRENT ACCOUNT TURNOVER',
);

const INTEREST_OR_TAX_PHRASES = phrases(
  'INTEREST|INT PAID|INT CREDIT|INT CAPITALISED|INT CAPITALIZED|CREDIT INT|DEBIT INT|OD INT|OVERDRAFT INT',
  'VAT|VALUE ADDED TAX|WHT|WITHHOLDING|STAMP DUTY|STAMP DUTIES|STAMPDUTY',
  'EMTL|EMT LEVY|E LEVY|ELEVY|ELECTRONIC MONEY TRANSFER LEVY|ELECTRONIC TRANSFER LEVY',
  'CYBERSECURITY LEVY|CYBER SECURITY LEVY',
);

/** After one of these a FEE is what a customer pays to somebody else, not what the bank charges. */
const PURPOSES = new Set(
  'SCHOOL|TUITION|EXAM|EXAMS|EXAMINATION|HOSTEL|ADMISSION|ACCEPTANCE|LESSON|LEGAL|CONSULTANCY|PROFESSIONAL|MEDICAL'.split(
    '|',
  ),
);

const JOINERS = new Set(['PLUS', 'AND', 'WITH', 'INCL', 'INCLUDING', 'INCLUSIVE', 'OF']);

/** The charge words of a narration (`SMS ALERT`) when the line is a charge by its words, else null. */
export function chargeWords(narration: string): string | null {
  const tokens = tokensOf(narration);
  const charge = find(
    tokens,
    CHARGE_PHRASES,
    (at) => !(tokens[at]!.startsWith('FEE') && PURPOSES.has(tokens[at - 1]!)),
  );
  if (charge === null) return null;
  const tax = find(tokens, INTEREST_OR_TAX_PHRASES, (at) => !JOINERS.has(tokens[at - 1]!));
  return tax === null ? charge : null;
}

/** The interest or tax words of a narration (`STAMP DUTY`), or null. */
export function interestOrTaxWords(narration: string): string | null {
  return find(tokensOf(narration), INTEREST_OR_TAX_PHRASES, () => true);
}

/** chargeWords of row i of a narration column, decoded only when a word of the lists may stand in it. */
export function chargeWordsAt(narrations: TextColumn, i: number): string | null {
  return mayHoldPhrase(narrations, i) ? chargeWords(textAt(narrations, i)) : null;
}

/** interestOrTaxWords of row i of a narration column, decoded only when a word of the lists may stand in it. */
export function interestOrTaxWordsAt(narrations: TextColumn, i: number): string | null {
  return mayHoldPhrase(narrations, i) ? interestOrTaxWords(textAt(narrations, i)) : null;
}

/** Letters A to Z as 1 to 26 in five bits, three of them: how a phrase begins. */
const PHRASE_STARTS = phraseStarts([...CHARGE_PHRASES.keys(), ...INTEREST_OR_TAX_PHRASES.keys()]);

function phraseStarts(firstWords: readonly string[]): Uint8Array {
  const starts = new Uint8Array(1 << 15);
  for (const word of firstWords) {
    const [a = 0, b = 0, c = 0] = Array.from(word, (letter) => letter.charCodeAt(0) & 31);
    starts[(a << 10) | (b << 5) | c] = 1;
  }
  return starts;
}

/**
 * Whether some word of the row begins as a phrase does, judged on bytes: nearly every narration is let off here, at a
 * tenth of the cost of decoding it. What is no ASCII letter or digit counts as a separator, which lets through too much
 * and never too little.
 */
function mayHoldPhrase({ bytes, offsets }: TextColumn, i: number): boolean {
  const to = offsets[i + 1]!;
  let inWord = false;
  for (let p = offsets[i]!; p < to; p++) {
    const letter = letterOf(bytes[p]!);
    if (letter > 0 && !inWord) {
      const second = p + 1 < to ? letterOf(bytes[p + 1]!) : 0;
      const third = second > 0 && p + 2 < to ? letterOf(bytes[p + 2]!) : 0;
      if (PHRASE_STARTS[(letter << 10) | (second << 5) | third] === 1) return true;
    }
    inWord = letter > 0 || (bytes[p]! >= 0x30 && bytes[p]! <= 0x39);
  }
  return false;
}

/** 1 to 26, whatever the case; 0 for anything else. */
function letterOf(byte: number): number {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a && byte < 0x80 ? byte & 31 : 0;
}

type PhraseTable = ReadonlyMap<string, readonly (readonly string[])[]>;

/** Phrases by their first token, longest first. */
function phrases(...lines: readonly string[]): PhraseTable {
  const table = new Map<string, string[][]>();
  for (const phrase of lines.flatMap((line) => line.split('|'))) {
    const tokens = phrase.split(' ');
    table.set(
      tokens[0]!,
      [...(table.get(tokens[0]!) ?? []), tokens].sort((a, b) => b.length - a.length),
    );
  }
  return table;
}

/** Upper-case words; digits after letters are cut off, `+` and `&` read as PLUS and AND. */
function tokensOf(narration: string): string[] {
  const spelled = narration.toUpperCase().replaceAll('+', ' PLUS ').replaceAll('&', ' AND ');
  return (spelled.match(/[\p{L}\p{N}]+/gu) ?? []).map((token) => /^(\p{L}+)\p{N}+$/u.exec(token)?.[1] ?? token);
}

/** The first phrase of the table that stands in the tokens at a place that counts. */
function find(tokens: readonly string[], table: PhraseTable, counts: (at: number) => boolean): string | null {
  for (let at = 0; at < tokens.length; at++) {
    for (const phrase of table.get(tokens[at]!) ?? []) {
      if (phrase.every((word, i) => tokens[at + i] === word) && counts(at)) return phrase.join(' ');
    }
  }
  return null;
}
