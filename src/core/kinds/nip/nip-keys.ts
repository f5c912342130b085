// What a row of an instant transfer is known by: the reference of its payment, and the id of its settlement session, thirty
// digits or the last twelve where a spreadsheet cut the rest. Which rows took place at all.

import type { KeyedRows } from '../../matching/by-keys/keyed-rows.ts';
import { readersOf } from '../../matching/by-keys/keyed-rows.ts';
import { referenceKeys } from '../../matching/by-keys/reference-keys.ts';
import { saysReversal } from '../../reading/kinds/takes-back.ts';
import type { Side } from '../../records/rows/columns.ts';

export const SESSION_DIGITS = 30;
const TAIL_DIGITS = 12;

export interface NipKeys {
  readonly reference: (side: Side, row: number) => string | null;
  /** Thirty digits. */
  readonly session: (side: Side, row: number) => string | null;
  /** The last twelve of them, whole or not. */
  readonly tail: (side: Side, row: number) => string | null;
  readonly beneficiary: (side: Side, row: number) => string;
  readonly narration: (side: Side, row: number) => string;
  readonly saysReversal: (side: Side, row: number) => boolean;
}

export function nipKeys(rows: KeyedRows): NipKeys {
  const references = referenceKeys(rows);
  const ids = readersOf(rows.columns, 'settlementSession');
  const narrations = readersOf(rows.columns, 'narration');
  const texts = readersOf(rows.columns, 'reference');
  const beneficiaries = readersOf(rows.columns, 'beneficiary');
  return {
    reference: (side, row) => references[side][row]!,
    session: (side, row) => (ids[side](row).length === SESSION_DIGITS ? ids[side](row) : null),
    tail: (side, row) => {
      const id = ids[side](row);
      return id.length === SESSION_DIGITS || id.length === TAIL_DIGITS ? id.slice(-TAIL_DIGITS) : null;
    },
    beneficiary: (side, row) => beneficiaries[side](row),
    narration: (side, row) => narrations[side](row),
    saysReversal: (side, row) => saysReversal(narrations[side](row)) || saysReversal(texts[side](row)),
  };
}
