// The purpose of a row of columns. A check of its bytes excludes nearly all narrations at a tenth of the cost of
// decoding them. Also tells whether a row has anything that it could be looked up by.

import { type RowColumns, type TextColumn, textAt } from '../../records/rows/columns.ts';
import { CHARGES, LEVIES, OWN_CHARGES, TAXES } from './bank-words.ts';
import { type Purpose, purposeOf } from './purpose.ts';

/** The words of interest or tax that row i is for, or null. */
export const taxWordsAt = (narrations: TextColumn, i: number): string | null => wordsAt(narrations, i, 'tax');

/** The words of a bank's charge that row i is for, or null. */
export const chargeWordsAt = (narrations: TextColumn, i: number): string | null => wordsAt(narrations, i, 'charge');

/** Whether row i is for a bank's charge, interest or tax. */
export const isBanksOwnAt = (narrations: TextColumn, i: number): boolean =>
  chargeWordsAt(narrations, i) !== null || taxWordsAt(narrations, i) !== null;

/** Whether row i names a purpose or a party in words that are not the bank's own. */
export const hasOtherPurposeAt = (narrations: TextColumn, i: number): boolean => purposeAt(narrations, i).namesMore;

/** Whether the row carries an identifier in any field, linked or not, or says more than how money moved. */
export function canBeLookedUp({ reference, settlementSession, narration, named = [] }: RowColumns, i: number): boolean {
  // Among identifying columns a code is shared by many rows (a terminal); a text is the row's own.
  const ids = named.filter(({ identifying, type }) => identifying && type === 'text');
  if (ids.some(({ texts }) => hasIdentifier(textAt(texts, i)))) return true;
  return [reference, settlementSession, narration].some((column) => {
    const text = textAt(column, i);
    if (isPlaceholder(text)) return false;
    const { kind, namesMore } = purposeAt(column, i);
    // A row whose purpose is known can be looked up, even if it names nobody.
    return namesMore || kind !== 'none' || hasIdentifier(text);
  });
}

const PLACEHOLDER = /^\W*(?:(?:N\W?A|NIL|NONE|NULL|NON?\W?REF|NOT\W?PROVIDED|UNKNOWN)\W*)?$/i;
const isPlaceholder = (text: string): boolean => PLACEHOLDER.test(text);

/** A word with three digits or more that is no year, no date and no number in a spreadsheet's short form. */
function hasIdentifier(text: string): boolean {
  const plain = text.replace(
    /\b\d{1,4}[-./]\d{1,2}[-./]\d{1,4}\b|\b\d+[.,]\d+E\+?\d+\b|\b\d[\d,]{0,24}\.\d\d\b/gi,
    ' ',
  );
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).some((word) => {
    const digits = word.replace(/\P{N}/gu, '');
    if (digits.length < 3 || /^(.)\1*$/.test(digits)) return false;
    return !/^\p{L}*(?:19|20)\d\d(?:[01]\d(?:[0-3]\d)?)?$/u.test(word) && !/^[0-3]\d[01]\d20\d\d$/.test(word);
  });
}

function wordsAt(narrations: TextColumn, i: number, kind: Purpose['kind']): string | null {
  if (!mayHoldPhrase(narrations, i)) return null;
  const purpose = purposeAt(narrations, i);
  return purpose.kind === kind ? purpose.words : null;
}

/** The purpose that row i of a text column names. Classes, hints and reasons ask for the same rows: each is read once. */
export function purposeAt(column: TextColumn, i: number): Purpose {
  const ofColumn = KNOWN.get(column) ?? new Map<number, Purpose>();
  KNOWN.set(column, ofColumn);
  const known = ofColumn.get(i) ?? purposeOf(textAt(column, i));
  ofColumn.set(i, known);
  return known;
}
const KNOWN = new WeakMap<TextColumn, Map<number, Purpose>>();

/** The first three letters of each phrase, five bits a letter (A to Z as 1 to 26). */
const PHRASE_STARTS = phraseStarts([TAXES, LEVIES, OWN_CHARGES, CHARGES].flatMap((table) => [...table.keys()]));

function phraseStarts(firstWords: readonly string[]): Uint8Array {
  const starts = new Uint8Array(1 << 15);
  for (const word of firstWords) {
    const [a = 0, b = 0, c = 0] = Array.from(word, (letter) => letter.charCodeAt(0) & 31);
    starts[(a << 10) | (b << 5) | c] = 1;
  }
  return starts;
}

/**
 * Whether some word of the row begins as a phrase does, judged on bytes. Other bytes than ASCII letters and digits
 * count as separators, which lets through too much and never too little.
 */
function mayHoldPhrase({ bytes, offsets }: TextColumn, i: number): boolean {
  const to = offsets[i + 1];
  let inWord = false;
  for (let p = offsets[i]; p < to; p++) {
    const letter = letterOf(bytes[p]);
    if (letter > 0 && !inWord) {
      const second = p + 1 < to ? letterOf(bytes[p + 1]) : 0;
      const third = second > 0 && p + 2 < to ? letterOf(bytes[p + 2]) : 0;
      if (PHRASE_STARTS[(letter << 10) | (second << 5) | third] === 1) return true;
    }
    inWord = letter > 0 || (bytes[p] >= 0x30 && bytes[p] <= 0x39);
  }
  return false;
}

/** 1 to 26, whatever the case; 0 for anything else. */
function letterOf(byte: number): number {
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x7a && byte < 0x80 ? byte & 31 : 0;
}
