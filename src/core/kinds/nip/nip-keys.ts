// The keys of a row of an instant transfer: the reference of its payment, and the id of its settlement session (thirty
// digits, or the last twelve if a spreadsheet cut the rest).

import type { KeyedRows, PairOfRows } from '../../matching/keyed-rows.ts';
import { readersOf } from '../../matching/keyed-rows.ts';
import type { Side } from '../../records/rows/columns.ts';
import { saysReversal } from '../../words/reversal-words.ts';
import { keysOfFewRows } from '../keys-of-few-rows.ts';
import { difference, isSame, type KindKey, type KindKeys } from '../kind-keys.ts';
import { referenceKey } from './reference-key.ts';

const SESSION_DIGITS = 30;
const TAIL_DIGITS = 12;

export interface NipKeys {
  /** Keys are '' where the row has none. */
  readonly reference: (side: Side, row: number) => string;
  /** The session id of thirty digits. */
  readonly session: (side: Side, row: number) => string;
  /** The last twelve digits of a session id, whole or cut. */
  readonly tail: (side: Side, row: number) => string;
  readonly beneficiary: (side: Side, row: number) => string;
  readonly narration: (side: Side, row: number) => string;
  readonly saysReversal: (side: Side, row: number) => boolean;
}

export function nipKeys(rows: KeyedRows): NipKeys {
  const ids = readersOf(rows, 'settlementSession');
  const narrations = readersOf(rows, 'narration');
  const referenceTexts = readersOf(rows, 'reference');
  const beneficiaries = readersOf(rows, 'beneficiary');
  return {
    reference: keysOfFewRows(rows, (side, row) => referenceKey(referenceTexts[side](row))),
    session: keysOfFewRows(rows, (side, row) => (ids[side](row).length === SESSION_DIGITS ? ids[side](row) : '')),
    tail: keysOfFewRows(rows, (side, row) => {
      const id = ids[side](row);
      return id.length === SESSION_DIGITS || id.length === TAIL_DIGITS ? id.slice(-TAIL_DIGITS) : '';
    }),
    beneficiary: (side, row) => beneficiaries[side](row),
    narration: (side, row) => narrations[side](row),
    saysReversal: (side, row) => saysReversal(narrations[side](row)) || saysReversal(referenceTexts[side](row)),
  };
}

/** The keys by which transfers are compared. A beneficiary alone is no key, but a different one is an obstacle. */
export function comparedNipKeys(rows: KeyedRows): KindKeys {
  const { reference, session, tail, beneficiary } = nipKeys(rows);
  const whole: KindKey = { name: 'settlement_session', of: session };
  // If one side has only the last digits of an id, only they can be compared.
  const cut: KindKey = {
    name: 'session_tail',
    of: (side, row) => (session(side, row) === '' ? tail(side, row) : ''),
  };
  const ends: KindKey = { name: 'session_tail', of: tail };
  const byReference: KindKey = { name: 'reference', of: reference };
  const payee: KindKey = { name: 'beneficiary', of: beneficiary };
  const isCut = (pair: PairOfRows) => session('gl', pair.gl) === '' || session('bank', pair.bank) === '';
  return {
    shown: [byReference, whole, cut, payee],
    isOne: (pair) => isSame(byReference, pair) || isSame(whole, pair) || (isCut(pair) && isSame(ends, pair)),
    against: (pair) => difference(payee, pair),
  };
}
