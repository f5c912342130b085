// Files of another kind read well as those of transfers or cards, and then nothing of them agrees: a month that looks like
// one of nothing but exceptions. What none of a side's rows has of what its kind is matched by is said in a sentence.

import type { BothColumns } from '../matching/by-keys/keyed-rows.ts';
import { SIDES, type Side } from '../records/rows/columns.ts';

const NOUNS: Readonly<Record<Side, string>> = { gl: 'the ledger', bank: "the switch's report" };

/** Sides with rows of which none has it. */
export const sidesWithout = (columns: BothColumns, has: (side: Side, row: number) => boolean): Side[] =>
  SIDES.filter((side) => {
    const { count } = columns[side];
    for (let row = 0; row < count; row++) if (has(side, row)) return false;
    return count > 0;
  });

/** `keys`: what the rows could have been known by; `what`: what rows of the kind are. */
export const saysWithout = (sides: readonly Side[], { keys, what }: { keys: string; what: string }): string =>
  `No row of ${sides.map((side) => NOUNS[side]).join(' or ')} has ${keys}: nothing of ${sides.length > 1 ? 'them' : 'it'} can be matched as ${what}; check that the files are of this kind.`;
