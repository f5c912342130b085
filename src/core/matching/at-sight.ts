// Settles what needs no thought: a reference that exactly one row a side carries in its reference field, with the same
// currency and amount, in the window. Most rows of an ordinary month go so, before any narration is read.
// Also asks whether the reference columns are references at all: equal numbers beside unlike amounts are not.
// Rules: docs/decisions/matching-definitions.md, "At sight" and "Whether the reference field is one".

import { NO_DAY } from '../calendar.ts';
import { canonicalPlaces } from '../records/canonical-order.ts';
import type { RowColumns } from '../records/columns.ts';
import { type AccountRows, currencyNumbers } from './account.ts';
import type { MatchParameters } from './parameters.ts';
import { daysWithin, OUTSIDE } from './window.ts';

const LEAST_SAMPLES_OF_TRUST = 20;
const LEAST_AGREEING_SHARE = 5; // one in five
const CLOSE_AMOUNT = 10; // a tenth

export interface AtSight {
  /** False when each side numbered its own rows: reference fields are then no identifiers. */
  readonly referencesTrusted: boolean;
  /** Pairs in the ledger's canonical order, by row of the columns. */
  readonly count: number;
  readonly gl: Uint32Array;
  readonly bank: Uint32Array;
  readonly days: Int32Array;
  readonly amount: Float64Array;
  /** Index into the account's currencies. */
  readonly currency: Uint8Array;
  /** The identifier that made each pair. */
  readonly references: Uint32Array;
  /** 1 for each row (in the order of the account's rows) that was settled. */
  readonly taken: { readonly gl: Uint8Array; readonly bank: Uint8Array };
}

export interface Unsettled {
  readonly gl: RowColumns;
  readonly bank: RowColumns;
  readonly rows: AccountRows;
  /** Identifier of each row's reference field, or -1. */
  readonly references: { readonly gl: Int32Array; readonly bank: Int32Array };
  /** Identifiers are below it. */
  readonly texts: number;
  /** The account's currencies so far; new ones are added. */
  readonly currencies: string[];
  readonly parameters: MatchParameters;
}

/** Places in rows.gl and rows.bank. */
interface SharedReference {
  readonly g: number;
  readonly b: number;
}

export function settleAtSight(input: Unsettled): AtSight {
  const { rows, references, texts } = input;
  const taken = { gl: new Uint8Array(rows.gl.length), bank: new Uint8Array(rows.bank.length) };
  const glPlace = onlyPlaces(references.gl, texts);
  const bankPlace = onlyPlaces(references.bank, texts);
  if (!areReferences(input, glPlace, bankPlace))
    return collect(input, { taken, mate: new Int32Array(0), trusted: false });
  const mate = new Int32Array(rows.gl.length).fill(-1);
  for (let g = 0; g < rows.gl.length; g++) {
    const reference = references.gl[g]!;
    if (reference < 0 || glPlace[reference] !== g) continue;
    const b = bankPlace[reference]!;
    if (b < 0 || !agree(input, { g, b }) || daysOf(input, { g, b }) === OUTSIDE) continue;
    mate[g] = b;
    taken.gl[g] = 1;
    taken.bank[b] = 1;
  }
  return collect(input, { taken, mate, trusted: true });
}

interface Settled {
  readonly taken: AtSight['taken'];
  /** Place of the bank row by place of the GL row, or -1. */
  readonly mate: Int32Array;
  readonly trusted: boolean;
}

/** The pairs in canonical order. */
function collect(input: Unsettled, { taken, mate, trusted }: Settled): AtSight {
  const places = new Uint32Array(mate.length);
  let count = 0;
  for (let g = 0; g < mate.length; g++) if (mate[g]! >= 0) places[count++] = g;
  const glRows = places.subarray(0, count).map((g) => input.rows.gl[g]!);
  const order = canonicalPlaces(input.gl, glRows);
  const codeOf = currencyNumbers(input.gl.currencies, input.currencies);
  const out = {
    gl: new Uint32Array(count),
    bank: new Uint32Array(count),
    days: new Int32Array(count),
    amount: new Float64Array(count),
    currency: new Uint8Array(count),
    references: new Uint32Array(count),
  };
  for (let p = 0; p < count; p++) {
    const g = places[order[p]!]!;
    const b = mate[g]!;
    out.gl[p] = input.rows.gl[g]!;
    out.bank[p] = input.rows.bank[b]!;
    out.days[p] = daysOf(input, { g, b });
    out.amount[p] = input.gl.amount[out.gl[p]!]!;
    out.currency[p] = codeOf[input.gl.currency[out.gl[p]!]!]!;
    out.references[p] = input.references.gl[g]!;
  }
  return { referencesTrusted: trusted, count, taken, ...out };
}

/** By identifier the only place that carries it; negative when there is none or several. */
function onlyPlaces(references: Int32Array, texts: number): Int32Array {
  const placeOf = new Int32Array(texts).fill(-1);
  for (let k = 0; k < references.length; k++) {
    const id = references[k]!;
    if (id >= 0) placeOf[id] = placeOf[id] === -1 ? k : -2;
  }
  return placeOf;
}

const sameCurrency = ({ gl, bank }: Unsettled, i: number, j: number): boolean =>
  gl.currencies[gl.currency[i]!] === bank.currencies[bank.currency[j]!];

function agree(input: Unsettled, { g, b }: SharedReference): boolean {
  const i = input.rows.gl[g]!;
  const j = input.rows.bank[b]!;
  return input.gl.amount[i] === input.bank.amount[j] && sameCurrency(input, i, j);
}

function daysOf({ gl, bank, rows, parameters }: Unsettled, { g, b }: SharedReference): number {
  const i = rows.gl[g]!;
  const j = rows.bank[b]!;
  const day = gl.bookingDay[i] === NO_DAY ? gl.valueDay[i]! : gl.bookingDay[i]!;
  const booked = bank.bookingDay[j] === NO_DAY ? bank.valueDay[j]! : bank.bookingDay[j]!;
  const valued = bank.valueDay[j] === NO_DAY ? booked : bank.valueDay[j]!;
  return daysWithin(booked - day, valued - day, parameters);
}

/** Whether references that one row a side carries stand beside amounts that are alike. */
function areReferences(input: Unsettled, glPlace: Int32Array, bankPlace: Int32Array): boolean {
  const { gl, bank, rows } = input;
  let shared = 0;
  let agreeing = 0;
  for (let id = 0; id < glPlace.length; id++) {
    const g = glPlace[id]!;
    const b = bankPlace[id]!;
    if (g < 0 || b < 0) continue;
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
