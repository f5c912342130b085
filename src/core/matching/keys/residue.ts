// The rows that were not settled at sight, with their identifiers, from which keys are chosen. If settled rows must be
// explained, they are here too, marked. Rows are in file order, so that memory is read in one direction; the keys do
// not depend on their order.

import type { RowColumns } from '../../records/rows/columns.ts';
import type { AccountColumns } from '../account-source.ts';
import type { ByteInterner } from '../reading/byte-interner.ts';
import { IdentifierReader, type SideIdentifiers } from '../reading/row-identifiers.ts';
import { type AtSight, type CarriedReferences, carriedReferences, NOTHING_CARRIED } from './settled-at-sight.ts';

export interface ResidueSide {
  readonly n: number;
  /** The number of each row in the side's columns. */
  readonly row: Uint32Array;
  /** 1 for rows settled at sight. */
  readonly settled: Uint8Array;
  /** How many rows were not settled at sight. */
  readonly unsettled: number;
  readonly identifiers: SideIdentifiers;
}

export interface Residue {
  readonly gl: ResidueSide;
  readonly bank: ResidueSide;
  /** The texts of the identifiers, by number. */
  readonly texts: ByteInterner;
  /** Pairs settled at sight. */
  readonly atSight: number;
  /** False when each side numbered its own rows. */
  readonly referencesTrusted: boolean;
  /** References settled at sight that a row of the residue carries too. */
  readonly carried: CarriedReferences;
}

/** `withSettled`: rows settled at sight are in the residue too, with the identifier of their reference field alone. */
export function readResidue(input: AccountColumns, sight: AtSight, withSettled: boolean): Residue {
  const { gl, bank, rows } = input;
  const kept = {
    gl: withSettled ? rows.gl : unsettled(rows.gl, sight.taken.gl, sight.count),
    bank: withSettled ? rows.bank : unsettled(rows.bank, sight.taken.bank, sight.count),
  };
  const reader = new IdentifierReader(kept.gl.length + kept.bank.length, sight.known);
  const side = (name: 'gl' | 'bank', columns: RowColumns): ResidueSide => {
    const row = kept[name];
    const settled = withSettled ? sight.taken[name] : new Uint8Array(row.length);
    const identifiers = reader.read(columns, row, settled);
    return { n: row.length, row, settled, unsettled: rows[name].length - sight.count, identifiers };
  };
  const sides = { gl: side('gl', gl), bank: side('bank', bank) };
  const { referencesTrusted } = sight;
  // If settled rows are in the residue, it has their references already.
  const carried = withSettled ? NOTHING_CARRIED : carriedReferences(input, sight, reader.texts);
  return { ...sides, texts: reader.texts, atSight: sight.count, referencesTrusted, carried };
}

function unsettled(rows: Uint32Array, settled: Uint8Array, settledCount: number): Uint32Array {
  const kept = new Uint32Array(rows.length - settledCount);
  let n = 0;
  for (let k = 0; k < rows.length; k++) if (settled[k] === 0) kept[n++] = rows[k];
  return kept;
}
