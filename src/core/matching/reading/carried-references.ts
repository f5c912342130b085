// Finds rows that share a reference, by the identifiers that matching reads. Two rows share a reference if at least one
// has it as its reference (or settlement session) field; or if it is too long to stand in both narrations by chance and
// is no part of a longer one. A party's number is no reference. A row is found under names: see AS_FIELD below.

import type { RowColumns } from '../../records/rows/columns.ts';
import { CARRY_EMBEDDED, CARRY_KNOWN, CARRY_TRANSACTION, CARRY_WEAK } from './identifier-pieces.ts';
import { knownReferencesOf } from './known-references.ts';
import { IdentifierReader } from './row-identifiers.ts';

/** The fewest bytes of an identifier that two narrations share: an RRN has 12, an FT number without its prefix 9. */
const LONG = 9;

interface RowsToRead {
  readonly columns: RowColumns;
  readonly rows: Uint32Array;
}

export interface CarriedReferences {
  /** Names to look under for the rows that share a reference with row `k` of `asking`; strongest first. */
  lookUp(k: number): number[];
  /** Names under which row `k` of `asked` is found. */
  foundAs(k: number): number[];
}

// A name is an identifier's number, with the way in which the row found under it must carry the identifier.
const AS_FIELD = 0;
const AS_LONG = 1;
const AS_ANY = 2;
const WAYS = 3;

export function carriedReferences(asking: RowsToRead, asked: RowsToRead): CarriedReferences {
  const reader = new IdentifierReader(asking.rows.length + asked.rows.length, knownReferencesOf([asking, asked]));
  const read = ({ columns, rows }: RowsToRead) => reader.read(columns, rows, new Uint8Array(rows.length));
  const sides = { asking: read(asking), asked: read(asked) };
  const names = (of: 'asking' | 'asked', k: number, waysOf: (how: number, isLong: boolean) => readonly number[]) => {
    const { idStart, ids, carry, partOf } = sides[of];
    const all: number[] = [];
    for (let e = idStart[k]; e < idStart[k + 1]; e++) {
      const id = ids[e];
      const isWhole = partOf[e] === 0 && reader.texts.length(id) >= LONG;
      const isLong = isWhole || (carry[e] & CARRY_TRANSACTION) !== 0;
      for (const way of waysOf(carry[e], isLong)) all.push(id * WAYS + way);
    }
    return all;
  };
  return {
    lookUp: (k) => names('asking', k, waysToLookUnder),
    foundAs: (k) => names('asked', k, waysFoundAs),
  };
}

const isEmbedded = (how: number): boolean => (how & 3) === CARRY_EMBEDDED;
const isParty = (how: number): boolean => (how & (CARRY_WEAK | CARRY_KNOWN)) === CARRY_WEAK;

const FIELD_ONLY = [AS_FIELD];
const LONG_ONLY = [AS_LONG];
const ANY = [AS_ANY];
const LONG_AND_ANY = [AS_LONG, AS_ANY];
const ALL = [AS_FIELD, AS_LONG, AS_ANY];
const NONE: readonly number[] = [];

function waysToLookUnder(how: number, isLong: boolean): readonly number[] {
  if (!isEmbedded(how)) return ANY;
  return isLong && !isParty(how) ? LONG_ONLY : FIELD_ONLY;
}

function waysFoundAs(how: number, isLong: boolean): readonly number[] {
  if (!isEmbedded(how)) return ALL;
  if (isParty(how)) return NONE;
  return isLong ? LONG_AND_ANY : ANY;
}
