// Settles pairs by their reference field: exactly one row a side carries the reference, currency and amount are equal,
// and the days are in the window. Most rows of an ordinary month are settled so, before anything else is read. It also
// checks whether the reference columns hold references: equal numbers beside unlike amounts are none. Rules:
// docs/decisions/matching-definitions.md, "At sight" and "Trust".

import { FEE_NONE } from '../../records/groups/fee-basis.ts';
import type { AccountColumns, AccountRows } from '../account-source.ts';
import { type FieldHashes, FieldReader, onlyMates } from '../keys/reference-join.ts';
import type { AtSight } from '../keys/settled-at-sight.ts';
import { MetValues } from '../keys/trust.ts';
import { KnownReferences } from '../reading/known-references.ts';
import { BATCH } from '../reading/pieces.ts';
import { daysOfRows, OUTSIDE } from '../window.ts';
import { type EarlyPairs, settlesEarly } from './early-pairs.ts';

/** Adds pairs to `pairs`, by row of the columns. */
export function settleAtSight(input: AccountColumns, pairs: EarlyPairs): AtSight {
  const { gl, bank, rows } = input;
  const reader = new FieldReader();
  const hashes = reader.hashes(gl, rows.gl);
  const mates = sharersOf(input, hashes, reader.hashes(bank, rows.bank));
  const taken = { gl: new Uint8Array(rows.gl.length), bank: new Uint8Array(rows.bank.length) };
  const { days, values } = compare(input, reader, mates);
  const referencesTrusted = values.areTrusted(input, () => rowsOfMates(rows, mates));
  const before = pairs.count;
  if (!referencesTrusted || !settlesEarly(input.parameters)) mates.fill(-1);
  for (let first = 0; first < mates.length; first += BATCH) settleBatch(rows, { mates, days, taken }, { first, pairs });
  return {
    referencesTrusted,
    count: pairs.count - before,
    mates,
    taken,
    hashes,
    known: referencesTrusted ? reader.known : new KnownReferences(),
  };
}

/**
 * The pairs that would be settled at sight, if no other rows carry their references and the references can be trusted.
 */
export function pairsAtSight(input: AccountColumns): AccountRows {
  const { gl, bank, rows } = input;
  const reader = new FieldReader();
  const mates = onlyMates(reader.hashes(gl, rows.gl), reader.hashes(bank, rows.bank));
  const { days } = compare(input, reader, mates);
  const settled = { gl: new Uint32Array(mates.length), bank: new Uint32Array(mates.length) };
  let count = 0;
  for (let g = 0; g < mates.length; g++) {
    if (mates[g] < 0 || days[g] === OUTSIDE) continue;
    settled.gl[count] = rows.gl[g];
    settled.bank[count++] = rows.bank[mates[g]];
  }
  return { gl: settled.gl.slice(0, count), bank: settled.bank.slice(0, count) };
}

/** For each ledger place the only bank place with its reference, else -1. `sharers` are taken as given. */
function sharersOf({ rows, sharers }: AccountColumns, gl: FieldHashes, bank: FieldHashes): Int32Array {
  if (sharers === undefined) return onlyMates(gl, bank);
  const known = { gl: placesOf(rows.gl, sharers.gl), bank: placesOf(rows.bank, sharers.bank) };
  const without = (of: FieldHashes, places: Uint32Array): FieldHashes => {
    const has = of.has.slice();
    for (const place of places) has[place] = 0;
    return { ...of, has };
  };
  const mates = onlyMates(without(gl, known.gl), without(bank, known.bank));
  for (let k = 0; k < known.gl.length; k++) mates[known.gl[k]] = known.bank[k];
  return mates;
}

/** Places of `rows` among `all`, which ascends. */
function placesOf(all: Uint32Array, rows: Uint32Array): Uint32Array {
  return rows.map((row) => {
    let from = 0;
    let to = all.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (all[middle] < row) from = middle + 1;
      else to = middle;
    }
    return from;
  });
}

/** Settles the mates of a batch of places whose days agree, and takes back the others. */
function settleBatch(
  rows: AccountRows,
  { mates, days, taken }: Pick<AtSight, 'mates' | 'taken'> & Pick<Compared, 'days'>,
  { first, pairs }: { readonly first: number; readonly pairs: EarlyPairs },
): void {
  const last = Math.min(mates.length, first + BATCH);
  for (let g = first; g < last; g++) {
    const b = mates[g];
    if (b < 0) continue;
    if (days[g] === OUTSIDE) {
      mates[g] = -1;
      continue;
    }
    pairs.push(rows.gl[g], rows.bank[b], { tier: 1, days: days[g], difference: 0, fee: FEE_NONE });
    taken.gl[g] = 1;
    taken.bank[b] = 1;
  }
}

interface Compared {
  /** For each ledger place the days of a pair that agrees, else OUTSIDE. */
  readonly days: Int32Array;
  /** References that one row a side carries. */
  readonly values: MetValues;
}

/** Takes back mates whose references are not equal (equal hashes are no proof), and compares the others. */
function compare(input: AccountColumns, reader: FieldReader, mates: Int32Array): Compared {
  const compared: Compared = { days: new Int32Array(mates.length).fill(OUTSIDE), values: new MetValues() };
  const sameCurrency = currenciesAgree(input);
  for (let first = 0; first < mates.length; first += BATCH) {
    const batch = mates.subarray(first, first + BATCH);
    reader.prefetch(input.bank, input.rows.bank, batch);
    compareBatch(input, { reader, batch, first, sameCurrency }, compared);
  }
  return compared;
}

interface BatchOfMates {
  readonly reader: FieldReader;
  /** Mates of the places from `first` on. */
  readonly batch: Int32Array;
  readonly first: number;
  readonly sameCurrency: Uint8Array;
}

function compareBatch(
  { gl, bank, rows, parameters }: AccountColumns,
  { reader, batch, first, sameCurrency }: BatchOfMates,
  compared: Compared,
): void {
  for (let k = 0; k < batch.length; k++) {
    const b = batch[k];
    if (b < 0) continue;
    const i = rows.gl[first + k];
    const j = rows.bank[b];
    if (!reader.sameField(gl.reference, i, bank.reference, j)) {
      batch[k] = -1;
      continue;
    }
    const x = gl.amount[i];
    const y = bank.amount[j];
    const isOneCurrency = sameCurrency[gl.currency[i] * bank.currencies.length + bank.currency[j]] === 1;
    compared.values.add(x, y, isOneCurrency);
    if (isOneCurrency && x === y) compared.days[first + k] = daysOfRows(gl, i, bank, j, parameters);
  }
}

function* rowsOfMates({ gl, bank }: AccountRows, mates: Int32Array): Generator<[gl: number, bank: number]> {
  for (let g = 0; g < mates.length; g++) if (mates[g] >= 0) yield [gl[g], bank[mates[g]]];
}

/** 1 at [ledger's currency x bank's currencies + bank's currency] where the two are one. */
const currenciesAgree = ({ gl, bank }: AccountColumns): Uint8Array =>
  Uint8Array.from(gl.currencies.flatMap((code) => bank.currencies.map((other) => (code === other ? 1 : 0))));
