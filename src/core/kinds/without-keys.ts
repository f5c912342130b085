// Warns if no row of a side has a key of its kind. Files of another kind can be read as transfers or cards, but then
// nothing matches and the month looks like nothing but exceptions.

import type { KeyedRows } from '../matching/keyed-rows.ts';
import { SIDES, type Side } from '../records/rows/columns.ts';

const NOUNS: Readonly<Record<Side, string>> = { gl: 'the ledger', bank: "the switch's report" };

/** Sides that have rows, but none with the key. */
export const sidesWithout = (rows: KeyedRows, has: (side: Side, row: number) => boolean): Side[] =>
  SIDES.filter((side) => {
    const { n } = rows[side];
    for (let row = 0; row < n; row++) if (has(side, row)) return false;
    return n > 0;
  });

/** `keys`: words for the missing keys; `what`: words for the kind's rows. */
export const saysWithout = (sides: readonly Side[], { keys, what }: { keys: string; what: string }): string =>
  `No row of ${sides.map((side) => NOUNS[side]).join(' or ')} has ${keys}: nothing of ${sides.length > 1 ? 'them' : 'it'} can be matched as ${what}; check that the files are of this kind.`;
