// One account of both sides, as matching works on it. The easy rows are settled first: at sight by the reference field,
// then at a glance by the key. The other rows are the remainder: their numbers are gathered in canonical order and
// their words are read. Local row i is row `row[i]` of the columns.

import { canonicalPlaces } from '../records/rows/canonical-order.ts';
import { type RowColumns, SIDES, type Side } from '../records/rows/columns.ts';
import type { AccountSource } from './account-source.ts';
import { Agreement } from './candidates/agreement.ts';
import { chooseKeys, type Keys, keysAt } from './keys/keys.ts';
import { type Residue, readResidue } from './keys/residue.ts';
import type { ByteInterner } from './reading/byte-interner.ts';
import { currencyNumbers, type ServedRows, type SideNumbers, sideNumbers } from './side-numbers.ts';
import { type SideWords, WordReader } from './texts/row-words.ts';
import { type SettledOfSeveral, settleAtAGlance } from './tiers/at-a-glance.ts';
import { settleAtSight } from './tiers/at-sight.ts';
import { EarlyPairs } from './tiers/early-pairs.ts';

export interface AccountSide extends SideNumbers, ServedRows {
  readonly text: SideWords;
  /** The settlement session's identifier, or -1. */
  readonly session: Int32Array;
  /** 1 for rows that were settled early; they are here only when they must be explained. */
  readonly settled: Uint8Array;
  /** Place of each row in the residue. */
  readonly place: Uint32Array;
}

export interface Account {
  readonly gl: AccountSide;
  readonly bank: AccountSide;
  readonly currencies: readonly string[];
  readonly agreement: Agreement;
  /** Keys of the local rows. */
  readonly keys: Keys;
  /** Tokens by number. */
  readonly words: ByteInterner;
  readonly residue: Residue;
  readonly early: EarlyPairs;
  readonly settledOfSeveral: readonly SettledOfSeveral[];
  /** Words of rows that were settled early, read where the remainder is too small to show which words are rare. */
  readonly background: readonly SideWords[];
}

/** If fewer rows than this are left, settled rows are read too, at most this many of a side. */
const FEW_ROWS = 256;
const MOST_BACKGROUND = 2_048;

export function readAccount(source: AccountSource): Account {
  const { gl, bank, rows, parameters, calibration, withSettled = false } = source;
  const early = new EarlyPairs(Math.min(rows.gl.length, rows.bank.length));
  const residue = readResidue(source, settleAtSight(source, early), withSettled);
  const keys = chooseKeys(residue, source, calibration);
  const currencies: string[] = [];
  const codes = {
    gl: currencyNumbers(gl.currencies, currencies),
    bank: currencyNumbers(bank.currencies, currencies),
  };
  const agreement = new Agreement(parameters, currencies);
  const settled = settleAtAGlance({ gl, bank, residue, keys, parameters, agreement, currencies: codes }, early);
  const places = {
    gl: openPlaces(gl, residue.gl.row, withSettled ? null : settled.gl),
    bank: openPlaces(bank, residue.bank.row, withSettled ? null : settled.bank),
  };
  const reader = new WordReader(places.gl.length + places.bank.length);
  const left = rows.gl.length + rows.bank.length - 2 * early.count;
  const sideOf = (name: 'gl' | 'bank', columns: RowColumns): AccountSide => {
    const place = places[name];
    const rows = pick(residue[name].row, place, new Uint32Array(place.length));
    const numbers = sideNumbers(columns, rows, codes[name]);
    return {
      ...numbers,
      service: Uint8Array.from(rows, (row) => agreement.services.of(columns, row)),
      place,
      session: pick(residue[name].identifiers.session, place, new Int32Array(place.length)),
      settled: pick(settled[name], place, new Uint8Array(place.length)),
      text: reader.read(columns, numbers.row),
    };
  };
  const sides = { gl: sideOf('gl', gl), bank: sideOf('bank', bank) };
  return {
    ...sides,
    background: SIDES.map((side) => reader.read(source[side], backgroundOf(source[side], early, side, left))),
    currencies,
    agreement,
    keys: keysAt(keys, places),
    words: reader.texts,
    residue,
    early,
    settledOfSeveral: settled.ofSeveral,
  };
}

/** The first rows in canonical order that were settled early; none where enough other rows are left. */
function backgroundOf(columns: RowColumns, early: EarlyPairs, side: Side, left: number): Uint32Array {
  if (left >= FEW_ROWS) return new Uint32Array(0);
  const rows = early[side].subarray(0, early.count);
  const places = canonicalPlaces(columns, rows).subarray(0, MOST_BACKGROUND);
  return pick(rows, places, new Uint32Array(places.length));
}

/** Places of the rows that are not settled, in canonical order. */
function openPlaces(columns: RowColumns, rows: Uint32Array, settled: Uint8Array | null): Uint32Array {
  const open = new Uint32Array(rows.length);
  let n = 0;
  for (let k = 0; k < rows.length; k++) if (settled === null || settled[k] === 0) open[n++] = k;
  const places = open.subarray(0, n);
  return pick(places, canonicalPlaces(columns, pick(rows, places, new Uint32Array(n))), new Uint32Array(n));
}

function pick<T extends Uint32Array | Int32Array | Uint8Array>(values: T, places: Uint32Array, picked: T): T {
  for (let i = 0; i < places.length; i++) picked[i] = values[places[i]];
  return picked;
}
