// Which rows share a reference: the identifiers of some rows of a session, read as matching reads them, under names by
// which another row may find them. Two rows share one when at least one of them has it for its reference (or settlement
// session) field, or when it is too long to stand in both narrations by chance. A party's number is no reference.

import { CARRY_EMBEDDED, CARRY_WEAK } from '../../matching/identifier-pieces.ts';
import { IdentifierReader } from '../../matching/row-identifiers.ts';
import type { RowColumns } from '../../records/columns.ts';

/** From here on an identifier of two narrations is one: an RRN has 12, an FT number without its prefix 9. */
const LONG = 9;

export interface RowsToRead {
  readonly columns: RowColumns;
  readonly rows: Uint32Array;
}

export interface CarriedReferences {
  /** Names to look under for the rows that share a reference with row `k` of `asking`; strongest first. */
  lookUp(k: number): string[];
  /** Names under which row `k` of `asked` is found. */
  foundAs(k: number): string[];
}

export function carriedReferences(asking: RowsToRead, asked: RowsToRead): CarriedReferences {
  const reader = new IdentifierReader(asking.rows.length + asked.rows.length);
  const read = ({ columns, rows }: RowsToRead) => reader.read(columns, rows, new Uint8Array(rows.length));
  const sides = { asking: read(asking), asked: read(asked) };
  const names = (of: 'asking' | 'asked', k: number, name: (id: number, how: number, long: boolean) => string[]) => {
    const { idStart, ids, carry } = sides[of];
    const all: string[] = [];
    for (let e = idStart[k]!; e < idStart[k + 1]!; e++) {
      all.push(...name(ids[e]!, carry[e]!, reader.texts.length(ids[e]!) >= LONG));
    }
    return all;
  };
  return {
    lookUp: (k) => names('asking', k, (id, how, long) => [`${nameToLookUnder(how, long)} ${id}`]),
    foundAs: (k) => names('asked', k, (id, how, long) => namesFoundAs(how, long).map((name) => `${name} ${id}`)),
  };
}

const isEmbedded = (how: number): boolean => (how & 3) === CARRY_EMBEDDED;
const isParty = (how: number): boolean => (how & CARRY_WEAK) !== 0;

function nameToLookUnder(how: number, long: boolean): string {
  if (!isEmbedded(how)) return 'any';
  return long && !isParty(how) ? 'long' : 'field';
}

function namesFoundAs(how: number, long: boolean): readonly string[] {
  if (!isEmbedded(how)) return ['field', 'long', 'any'];
  if (isParty(how)) return [];
  return long ? ['long', 'any'] : ['any'];
}
