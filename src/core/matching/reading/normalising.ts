// How a piece of text is compared: without a known prefix, a cheque's number without the words for it, and digits by their
// value, of three digits at least. A ledger writes CHQ000451 where the bank writes CHQ 451. Folded bytes. Rules:
// docs/decisions/matching-definitions.md, "Reading a text".

import { allDigits, isDigit, isPlaceholder, startsWith } from './identifier-shape.ts';

const ascii = (words: string): Uint8Array[] =>
  words.split(' ').map((word) => Uint8Array.from(word, (letter) => letter.charCodeAt(0)));

/** Words for a cheque, and words that may stand between them and its number. */
export const CHEQUE = ascii('CHEQUE CHQ CHECK CHK');
export const NUMBER = ascii('NUMBER NUM NO NR');
const PREFIXES = ascii('FT TRF NIP REF POS TXN TRX CHQ RRN');
/** For each first byte the prefixes that begin with it, in order; no list if there are none. */
const PREFIXES_FROM: (readonly Uint8Array[] | undefined)[] = Array.from({ length: 256 }, (_, byte) => {
  const some = PREFIXES.filter(([first]) => first === byte);
  return some.length > 0 ? some : undefined;
});
/** The fewest bytes behind a prefix, and of a word of digits without its leading zeros. */
const LEAST_LEFT = 4;
/** The fewest digits of an identifier without its leading zeros: 000451 and 451 are one number, 000007, 07 and 7 too. */
export const LEAST_VALUE = 3;
const C = 0x43;
const ZERO = 0x30;

/** Where a piece begins as it is compared. */
export const normalisedStart = (bytes: Uint8Array, from: number, to: number): number =>
  valueStart(bytes, withoutPrefix(bytes, from, to), to);

/** Where a piece begins without the words for a cheque before its number, or without its known prefix. */
export function withoutPrefix(bytes: Uint8Array, from: number, to: number): number {
  const prefixes = PREFIXES_FROM[bytes[from]];
  if (prefixes === undefined) return from;
  const cheque = chequeDigits(bytes, from, to);
  if (cheque >= 0) return cheque;
  for (let k = 0; k < prefixes.length; k++) {
    const prefix = prefixes[k];
    if (!startsWith(bytes, from, to, prefix)) continue;
    const rest = from + prefix.length;
    return to - rest >= LEAST_LEFT && isDigit(bytes[rest]) ? rest : from;
  }
  return from;
}

/** Where the digits begin of a piece that is a word for a cheque and its number, and nothing else; -1 for another. */
export function chequeDigits(bytes: Uint8Array, from: number, to: number): number {
  if (bytes[from] !== C) return -1;
  const word = CHEQUE.find((one) => startsWith(bytes, from, to, one));
  if (word === undefined) return -1;
  const behind = from + word.length;
  const number = NUMBER.find((one) => startsWith(bytes, behind, to, one));
  const start = behind + (number?.length ?? 0);
  return allDigits(bytes, start, to) ? start : -1;
}

/**
 * Whether a text names nothing. The word for a cheque makes any number one, but zero: CHQ 111. `bare`: where the text
 * begins without its prefix.
 */
export const namesNothing = (bytes: Uint8Array, from: number, bare: number, to: number): boolean =>
  bare > from && bare === chequeDigits(bytes, from, to) ? isZero(bytes, bare, to) : isPlaceholder(bytes, bare, to);

export function isZero(bytes: Uint8Array, from: number, to: number): boolean {
  for (let i = from; i < to; i++) if (bytes[i] !== ZERO) return false;
  return true;
}

/** Where an identifier of digits alone begins without leading zeros; `from` for any other. */
export function valueStart(bytes: Uint8Array, from: number, to: number): number {
  return bytes[from] === ZERO && allDigits(bytes, from, to) ? digitsFrom(bytes, from, to, LEAST_VALUE) : from;
}

/** Where a word of digits begins without leading zeros. */
export const digitsStart = (bytes: Uint8Array, from: number, to: number): number =>
  digitsFrom(bytes, from, to, LEAST_LEFT);

function digitsFrom(bytes: Uint8Array, from: number, to: number, least: number): number {
  let start = from;
  while (bytes[start] === ZERO && to - start > least) start++;
  return start;
}
