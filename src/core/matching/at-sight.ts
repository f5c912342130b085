// Settles what needs no thought: a reference that exactly one row a side carries in its reference field, with the same
// currency and amount, in the window. Most rows of an ordinary month go so, before anything else of them is read.
// Also asks whether the reference columns are references at all: equal numbers beside unlike amounts are not.
// Rules: docs/decisions/matching-definitions.md, "At sight" and "Whether the reference field is one".

import type { RowColumns } from '../records/columns.ts';
import type { AccountRows } from './account.ts';
import type { ByteInterner } from './byte-interner.ts';
import type { EarlyPairs } from './early-pairs.ts';
import { FEE_NONE } from './outcome.ts';
import type { MatchParameters } from './parameters.ts';
import { type FieldHashes, FieldReader, onlySharers } from './shared-references.ts';
import { daysOfRows, OUTSIDE } from './window.ts';

const LEAST_SAMPLES_OF_TRUST = 20;
const LEAST_AGREEING_SHARE = 5; // one in five
const CLOSE_AMOUNT = 10; // a tenth

export interface SightInput {
  readonly gl: RowColumns;
  readonly bank: RowColumns;
  readonly rows: AccountRows;
  readonly parameters: MatchParameters;
}

export interface AtSight {
  /** False when each side numbered its own rows: reference fields are then no identifiers. */
  readonly referencesTrusted: boolean;
  readonly count: number;
  /** By place (index into the account's ledger rows) the place of the bank row that it was settled with, or -1. */
  readonly mates: Int32Array;
  /** 1 for each place that was settled. */
  readonly taken: { readonly gl: Uint8Array; readonly bank: Uint8Array };
  /** Of the ledger's reference fields. */
  readonly hashes: FieldHashes;
}

/** Adds what it settles to `pairs`, by row of the columns. */
export function settleAtSight(input: SightInput, pairs: EarlyPairs): AtSight {
  const { gl, bank, rows } = input;
  const reader = new FieldReader();
  const hashes = reader.hashes(gl, rows.gl);
  const mates = onlySharers(hashes, reader.hashes(bank, rows.bank));
  const taken = { gl: new Uint8Array(rows.gl.length), bank: new Uint8Array(rows.bank.length) };
  keepEqualOnes(input, reader, mates);
  const referencesTrusted = areReferences(input, mates);
  const first = pairs.count;
  for (let g = 0; g < mates.length; g++) {
    const b = mates[g]!;
    if (b < 0) continue;
    const [i, j] = [rows.gl[g]!, rows.bank[b]!];
    const days =
      referencesTrusted && gl.amount[i] === bank.amount[j] && sameCurrency(input, i, j)
        ? daysOfRows(gl, i, bank, j, input.parameters)
        : OUTSIDE;
    if (days === OUTSIDE) {
      mates[g] = -1;
      continue;
    }
    pairs.push(i, j, { tier: 1, days, difference: 0, fee: FEE_NONE });
    taken.gl[g] = 1;
    taken.bank[b] = 1;
  }
  return { referencesTrusted, count: pairs.count - first, mates, taken, hashes };
}

/** Equal hashes are no proof. */
function keepEqualOnes({ gl, bank, rows }: SightInput, reader: FieldReader, mates: Int32Array): void {
  for (let g = 0; g < mates.length; g++) {
    const b = mates[g]!;
    if (b >= 0 && !reader.sameField(gl.reference, rows.gl[g]!, bank.reference, rows.bank[b]!)) mates[g] = -1;
  }
}

const sameCurrency = ({ gl, bank }: SightInput, i: number, j: number): boolean =>
  gl.currencies[gl.currency[i]!] === bank.currencies[bank.currency[j]!];

/** Whether references that one row a side carries stand beside amounts that are alike. */
function areReferences(input: SightInput, mates: Int32Array): boolean {
  const { gl, bank, rows } = input;
  let shared = 0;
  let agreeing = 0;
  for (let g = 0; g < mates.length; g++) {
    const b = mates[g]!;
    if (b < 0) continue;
    shared++;
    const i = rows.gl[g]!;
    const j = rows.bank[b]!;
    const x = Math.abs(gl.amount[i]!);
    const y = Math.abs(bank.amount[j]!);
    // Whatever their signs: a ledger in the bank's place has every sign turned, and its references are references.
    if (Math.abs(x - y) * CLOSE_AMOUNT <= Math.max(x, y) && sameCurrency(input, i, j)) agreeing++;
  }
  return shared < LEAST_SAMPLES_OF_TRUST || agreeing * LEAST_AGREEING_SHARE >= shared;
}

/** References settled at sight that other rows of the account carry too, by their number among the texts. */
export interface CarriedReferences {
  readonly ids: Uint32Array;
  /** The rows that were settled by each. */
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

/** `texts`: what the rows that were not settled carry. */
export function carriedReferences({ gl, rows }: SightInput, sight: AtSight, texts: ByteInterner): CarriedReferences {
  const reader = new FieldReader();
  const carried = { ids: [] as number[], gl: [] as number[], bank: [] as number[] };
  const { mates, hashes } = sight;
  for (let g = 0; g < mates.length; g++) {
    if (mates[g]! < 0 || !texts.mayHold(hashes.low[g]!, hashes.high[g]!)) continue;
    const id = reader.find(texts, gl, rows.gl[g]!);
    if (id < 0) continue;
    carried.ids.push(id);
    carried.gl.push(rows.gl[g]!);
    carried.bank.push(rows.bank[mates[g]!]!);
  }
  return {
    ids: Uint32Array.from(carried.ids),
    gl: Uint32Array.from(carried.gl),
    bank: Uint32Array.from(carried.bank),
    amount: Float64Array.from(carried.gl, (i) => gl.amount[i]!),
    currency: carried.gl.map((i) => gl.currencies[gl.currency[i]!]!),
  };
}
