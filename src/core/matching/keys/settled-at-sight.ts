// The result of settling at sight (tiers/at-sight.ts) that the choice of keys needs: which rows were settled, and which
// of their references other rows carry too.

import type { AccountColumns } from '../account-source.ts';
import type { ByteInterner } from '../reading/byte-interner.ts';
import type { KnownReferences } from '../reading/known-references.ts';
import { type FieldHashes, FieldReader } from './reference-join.ts';

export interface AtSight {
  /** False when each side numbered its own rows: reference fields are then no identifiers. */
  readonly referencesTrusted: boolean;
  readonly count: number;
  /** For each place (index into the account's ledger rows) the place of the bank row settled with it, or -1. */
  readonly mates: Int32Array;
  /** 1 for each place that was settled. */
  readonly taken: { readonly gl: Uint8Array; readonly bank: Uint8Array };
  /** Hashes of the ledger's reference fields. */
  readonly hashes: FieldHashes;
  /** References that are looked for in texts; none where reference fields are not trusted. */
  readonly known: KnownReferences;
}

/** References settled at sight that other rows of the account carry too, by their number among the texts. */
export interface CarriedReferences {
  readonly ids: Uint32Array;
  /** The two rows that each reference settled. */
  readonly gl: Uint32Array;
  readonly bank: Uint32Array;
  readonly amount: Float64Array;
  /** ISO 4217 code. */
  readonly currency: readonly string[];
}

export const NOTHING_CARRIED: CarriedReferences = {
  ids: new Uint32Array(0),
  gl: new Uint32Array(0),
  bank: new Uint32Array(0),
  amount: new Float64Array(0),
  currency: [],
};

/** `texts`: identifiers of the rows that were not settled. */
export function carriedReferences(
  { gl, rows }: AccountColumns,
  sight: AtSight,
  texts: ByteInterner,
): CarriedReferences {
  const reader = new FieldReader();
  const carried = { ids: [] as number[], gl: [] as number[], bank: [] as number[] };
  const { mates, hashes } = sight;
  for (let g = 0; g < mates.length; g++) {
    if (mates[g] < 0 || !texts.mayHold(hashes.low[g], hashes.high[g])) continue;
    const id = reader.find(texts, gl, rows.gl[g]);
    if (id < 0) continue;
    carried.ids.push(id);
    carried.gl.push(rows.gl[g]);
    carried.bank.push(rows.bank[mates[g]]);
  }
  return {
    ids: Uint32Array.from(carried.ids),
    gl: Uint32Array.from(carried.gl),
    bank: Uint32Array.from(carried.bank),
    amount: Float64Array.from(carried.gl, (i) => gl.amount[i]),
    currency: carried.gl.map((i) => gl.currencies[gl.currency[i]]),
  };
}
