// What is known of each word of an account, and the texts of rows with it, ready to be compared: how rare a word is, what
// it weighs, whether it can contradict another, with what it begins. It all lies beside the word in the row, so
// that comparing two rows reads memory as it lies. Rules: docs/decisions/matching-definitions.md, "Text score".

import type { Account, AccountSide } from '../account.ts';
import type { Calibration } from '../calibration.ts';
import { sixteenthsOfLog2 } from '../candidates/agreement.ts';
import type { ByteInterner } from '../reading/byte-interner.ts';
import { CLASS, DIGIT } from '../reading/identifier-shape.ts';
import type { SideWords } from './row-words.ts';

/** What is known of a word, in one number: its weight in the low 16 bits, and these. */
export const WEIGHT = 0xffff;
export const RARE = 1 << 16;
/** Rare and without a digit: a word that can contradict another. */
export const SPEAKS = 1 << 17;
/** Holds a digit and stands in one row only: a number that nothing could agree with. */
const LONE_NUMBER = 1 << 18;
/** From this bit on the word's head: its first byte and five bits of its second. What it begins has the same head. */
export const HEAD = 19;
const SECOND_BITS = 5;
/** Heads are below it. */
export const HEADS = 1 << (8 + SECOND_BITS);

export interface WeighedTexts extends SideWords {
  /** What is known of each entry of `tokens`. */
  readonly about: Int32Array;
  /** Weight of each row's text. */
  readonly totals: Int32Array;
  /** Head of each row's cut token. */
  readonly cutHead: Uint16Array;
}

/** By token what is known of it; rarity counts the rows of both sides that were not settled early. */
export function aboutWords(account: Account, calibration: Calibration): Int32Array {
  const { words } = account;
  const frequency = frequencies(account);
  const about = new Int32Array(words.count);
  const rows = unsettled(account.gl) + unsettled(account.bank);
  const all = sixteenthsOfLog2(Math.max(1, rows));
  for (let token = 0; token < words.count; token++) {
    const count = frequency[token]!;
    const head = headOf(words, token) << HEAD;
    about[token] = head;
    if (count === 0) continue;
    const digit = holdsDigit(words, token);
    let known = head | Math.max(0, all - sixteenthsOfLog2(count));
    if (count * 10_000 <= calibration.rareShare * rows) known |= digit ? RARE : RARE | SPEAKS;
    if (digit && count === 1) known |= LONE_NUMBER;
    about[token] = known;
  }
  return about;
}

/** Words have two bytes or more. */
const headOf = ({ store, start }: ByteInterner, token: number): number =>
  (store[start[token]!]! << SECOND_BITS) | (store[start[token]! + 1]! & ((1 << SECOND_BITS) - 1));

/** The texts of some rows of a side, in the order of `rows`. */
export function weigh({ tokenStart, tokens, cutToken }: SideWords, rows: Uint32Array, about: Int32Array): WeighedTexts {
  const n = rows.length;
  const starts = new Uint32Array(n + 1);
  for (let k = 0; k < n; k++) starts[k + 1] = starts[k]! + tokenStart[rows[k]! + 1]! - tokenStart[rows[k]!]!;
  const out = {
    tokenStart: starts,
    tokens: new Uint32Array(starts[n]!),
    about: new Int32Array(starts[n]!),
    totals: new Int32Array(n),
    cutToken: new Int32Array(n),
    cutHead: new Uint16Array(n),
  };
  for (let k = 0, at = 0; k < n; k++) {
    const row = rows[k]!;
    let total = 0;
    for (let t = tokenStart[row]!; t < tokenStart[row + 1]!; t++, at++) {
      const word = about[tokens[t]!]!;
      out.tokens[at] = tokens[t]!;
      out.about[at] = word;
      if ((word & LONE_NUMBER) === 0) total += word & WEIGHT;
    }
    out.totals[k] = total;
    const cut = cutToken[row]!;
    out.cutToken[k] = cut;
    if (cut >= 0) out.cutHead[k] = about[cut]! >>> HEAD;
  }
  return out;
}

function unsettled({ settled }: AccountSide): number {
  let rows = 0;
  for (let i = 0; i < settled.length; i++) if (settled[i] === 0) rows++;
  return rows;
}

/** Rows of the remainder of both sides that carry each token. */
function frequencies({ gl, bank, words }: Account): Uint32Array {
  const frequency = new Uint32Array(words.count);
  for (const { n, settled, text } of [gl, bank]) {
    const { tokens, tokenStart } = text;
    for (let i = 0; i < n; i++) {
      if (settled[i]) continue;
      for (let t = tokenStart[i]!; t < tokenStart[i + 1]!; t++) frequency[tokens[t]!]!++;
    }
  }
  return frequency;
}

export function holdsDigit({ store, start }: ByteInterner, token: number): boolean {
  for (let i = start[token]!; i < start[token + 1]!; i++) if (CLASS[store[i]!] === DIGIT) return true;
  return false;
}
