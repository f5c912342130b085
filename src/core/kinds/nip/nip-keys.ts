// The keys of a row of an instant transfer: the reference of its payment, and the id of its settlement session (thirty
// digits, or the last twelve if a spreadsheet cut the rest).

import type { KeyedRows, PairOfRows } from '../../matching/keyed-rows.ts';
import { readersOf } from '../../matching/keyed-rows.ts';
import type { Side } from '../../records/rows/columns.ts';
import { saysReversal } from '../../words/reversal-words.ts';
import { difference, isSame, type KindKey, type KindKeys } from '../kind-keys.ts';
import { referenceKeys } from './reference-keys.ts';

const SESSION_DIGITS = 30;
const TAIL_DIGITS = 12;

export interface NipKeys {
  readonly reference: (side: Side, row: number) => string | null;
  /** The session id of thirty digits. */
  readonly session: (side: Side, row: number) => string | null;
  /** The last twelve digits of a session id, whole or cut. */
  readonly tail: (side: Side, row: number) => string | null;
  readonly beneficiary: (side: Side, row: number) => string;
  readonly narration: (side: Side, row: number) => string;
  readonly saysReversal: (side: Side, row: number) => boolean;
}

export function nipKeys(rows: KeyedRows): NipKeys {
  const references = referenceKeys(rows);
  const ids = readersOf(rows, 'settlementSession');
  const narrations = readersOf(rows, 'narration');
  const referenceTexts = readersOf(rows, 'reference');
  const beneficiaries = readersOf(rows, 'beneficiary');
  return {
    reference: (side, row) => references[side][row],
    session: (side, row) => (ids[side](row).length === SESSION_DIGITS ? ids[side](row) : null),
    tail: (side, row) => {
      const id = ids[side](row);
      return id.length === SESSION_DIGITS || id.length === TAIL_DIGITS ? id.slice(-TAIL_DIGITS) : null;
    },
    beneficiary: (side, row) => beneficiaries[side](row),
    narration: (side, row) => narrations[side](row),
    saysReversal: (side, row) => saysReversal(narrations[side](row)) || saysReversal(referenceTexts[side](row)),
  };
}

/** The keys by which transfers are compared. A beneficiary alone is no key, but a different one is an obstacle. */
export function comparedNipKeys(rows: KeyedRows): KindKeys {
  const { reference, session, tail, beneficiary } = nipKeys(rows);
  const key = (name: KindKey['name'], of: NipKeys['reference']): KindKey => ({
    name,
    of: (side, row) => of(side, row) ?? '',
  });
  const whole = key('settlement_session', session);
  // If one side has only the last digits of an id, only they can be compared.
  const cut = key('session_tail', (side, row) => (session(side, row) === null ? tail(side, row) : null));
  const ends = key('session_tail', tail);
  const byReference = key('reference', reference);
  const payee: KindKey = { name: 'beneficiary', of: beneficiary };
  const isCut = (pair: PairOfRows) => session('gl', pair.gl) === null || session('bank', pair.bank) === null;
  return {
    shown: [byReference, whole, cut, payee],
    isOne: (pair) => isSame(byReference, pair) || isSame(whole, pair) || (isCut(pair) && isSame(ends, pair)),
    against: (pair) => difference(payee, pair),
  };
}
