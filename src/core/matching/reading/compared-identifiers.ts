// The identifiers that two matched rows carry, each with the field that carries it, read by the functions that matching
// reads texts with. It needs no row but the pair's own, so that a pair read back from the store can be shown with its
// keys without reading its account again.

import type { RowColumns, Side } from '../../records/rows/columns.ts';
import type { ByteInterner } from './byte-interner.ts';
import { CARRY_IN_REFERENCE, CARRY_REFERENCE, CARRY_SESSION } from './identifier-pieces.ts';
import { knownReferencesOf } from './known-references.ts';
import { IdentifierReader, type SideIdentifiers } from './row-identifiers.ts';

/** Where a row carries an identifier. */
export type CarriedIn = 'reference' | 'settlement_session' | 'narration';

export interface ComparedIdentifier {
  /** As it was compared: upper case, without separators, known prefixes and leading zeros. */
  readonly identifier: string;
  readonly gl: CarriedIn | null;
  readonly bank: CarriedIn | null;
}

/** Where a row has an identifier that it carries so (CARRY_*). */
export function carriedIn(carry: number): CarriedIn {
  if ((carry & 3) === CARRY_SESSION) return 'settlement_session';
  return (carry & 3) === CARRY_REFERENCE || carry & CARRY_IN_REFERENCE ? 'reference' : 'narration';
}

const decoder = new TextDecoder();

export const textOf = ({ store, start }: ByteInterner, id: number): string =>
  decoder.decode(store.slice(start[id]!, start[id + 1]!));

export interface PairsToCompare {
  /** Pair i is row gl[i] with row bank[i]. */
  readonly gl: Uint32Array;
  readonly bank: Uint32Array;
  /** 1 for pairs that their references settled alone: nothing else of them was compared. */
  readonly settled: Uint8Array;
}

/** For each pair the identifiers of the ledger row, then those of the bank row alone. */
export function comparedIdentifiers(
  columns: Readonly<Record<Side, RowColumns>>,
  { gl, bank, settled }: PairsToCompare,
): ComparedIdentifier[][] {
  const known = knownReferencesOf([
    { columns: columns.gl, rows: gl },
    { columns: columns.bank, rows: bank },
  ]);
  // What a pair carries does not depend on the pairs that it is shown with.
  if (gl.length > 1 && !known.isEmpty) {
    return Array.from(gl, (_, pair) => {
      const one = (values: Uint32Array): Uint32Array => values.slice(pair, pair + 1);
      const alone = { gl: one(gl), bank: one(bank), settled: settled.slice(pair, pair + 1) };
      return comparedIdentifiers(columns, alone)[0]!;
    });
  }
  const reader = new IdentifierReader(gl.length + bank.length, known);
  const texts = { gl: reader.read(columns.gl, gl, settled), bank: reader.read(columns.bank, bank, settled) };
  return Array.from(gl, (_, pair) => {
    const [ledger, statement] = [carriedBy(texts.gl, pair), carriedBy(texts.bank, pair)];
    return [...new Set([...ledger.keys(), ...statement.keys()])].map((id) => ({
      identifier: textOf(reader.texts, id),
      gl: ledger.get(id) ?? null,
      bank: statement.get(id) ?? null,
    }));
  });
}

function carriedBy({ ids, idStart, carry }: SideIdentifiers, i: number): Map<number, CarriedIn> {
  const carried = new Map<number, CarriedIn>();
  for (let e = idStart[i]!; e < idStart[i + 1]!; e++) carried.set(ids[e]!, carriedIn(carry[e]!));
  return carried;
}
