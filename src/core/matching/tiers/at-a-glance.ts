// Settles pairs by their keys alone. If one row a side carries a key, the two rows must agree in currency, direction
// and amount and lie in the window. If several rows carry a key, amounts that one row a side has are settled. No other
// row could be meant, so narrations need not be compared. Texts are read only for the rows left, the remainder. Rules:
// docs/decisions/matching-definitions.md, "At a glance".

import { serviceOfPair } from '../../fees/row-services.ts';
import type { RowColumns } from '../../records/rows/columns.ts';
import { type Agreement, DISAGREE } from '../candidates/agreement.ts';
import { onlyOnesOfAmount } from '../keys/key-amounts.ts';
import type { Keys } from '../keys/keys.ts';
import type { Residue, ResidueSide } from '../keys/residue.ts';
import type { SideKeys } from '../keys/side-keys.ts';
import type { MatchParameters } from '../parameters.ts';
import { daysOfRows, OUTSIDE } from '../window.ts';
import { type EarlyPairs, settlesEarly } from './early-pairs.ts';

interface GlanceInput {
  readonly gl: RowColumns;
  readonly bank: RowColumns;
  readonly residue: Residue;
  readonly keys: Keys;
  readonly parameters: MatchParameters;
  readonly agreement: Agreement;
  /** Number of each side's currencies in the account's numbering. */
  readonly currencies: { readonly gl: readonly number[]; readonly bank: readonly number[] };
}

/** A pair that was settled although other rows carry its key too. */
export interface SettledOfSeveral {
  readonly key: number;
  /** Row of the ledger's columns; the bank's has its currency and amount. */
  readonly gl: number;
}

interface Settled {
  /** 1 for each row of the residue that is settled, at sight or at a glance. */
  readonly gl: Uint8Array;
  readonly bank: Uint8Array;
  readonly ofSeveral: SettledOfSeveral[];
}

/** Adds pairs to `pairs`. */
export function settleAtAGlance(input: GlanceInput, pairs: EarlyPairs): Settled {
  const { gl, bank, residue, keys, agreement, currencies, parameters } = input;
  const settled: Settled = { gl: residue.gl.settled.slice(), bank: residue.bank.settled.slice(), ofSeveral: [] };
  const settle = (g: number, b: number): void => {
    const i = residue.gl.row[g];
    const j = residue.bank.row[b];
    const currency = currencies.gl[gl.currency[i]];
    if (currency !== currencies.bank[bank.currency[j]]) return;
    const days = daysOfRows(gl, i, bank, j, parameters);
    if (days === OUTSIDE) return;
    const service = serviceOfPair(agreement.services.of(gl, i), agreement.services.of(bank, j));
    const fee = agreement.of(gl.amount[i], bank.amount[j], currency, service);
    if (fee === DISAGREE) return;
    const difference = gl.amount[i] - bank.amount[j];
    pairs.push(i, j, { tier: difference === 0 ? 1 : 2, days, difference, fee });
    settled.gl[g] = 1;
    settled.bank[b] = 1;
  };
  if (!settlesEarly(parameters)) return settled;
  const only = { gl: onlyRows(residue.gl, keys.gl), bank: onlyRows(residue.bank, keys.bank) };
  for (let key = 0; key < only.gl.length; key++) {
    if (only.gl[key] >= 0 && only.bank[key] >= 0) settle(only.gl[key], only.bank[key]);
  }
  const several = { gl: rowsOfSeveral(input, 'gl', only), bank: rowsOfSeveral(input, 'bank', only) };
  const mates = onlyOnesOfAmount(several.gl, several.bank);
  for (let k = 0; k < mates.length; k++) {
    if (mates[k] < 0) continue;
    const g = several.gl.row[k];
    settle(g, several.bank.row[mates[k]]);
    if (settled.gl[g] === 1) settled.ofSeveral.push({ key: several.gl.key[k], gl: residue.gl.row[g] });
  }
  return settled;
}

const NONE = -1;
const SEVERAL = -2;

/** For each identifier the only row whose key it is, NONE or SEVERAL. */
function onlyRows(side: ResidueSide, { key, texts }: SideKeys): Int32Array {
  const rowOf = new Int32Array(texts.count).fill(NONE);
  for (let i = 0; i < side.n; i++) {
    const id = key[i];
    if (id >= 0 && side.settled[i] === 0) rowOf[id] = rowOf[id] === NONE ? i : SEVERAL;
  }
  return rowOf;
}

/** The rows of keys that both sides carry and one of them more than once. */
function rowsOfSeveral(
  { gl, bank, residue, keys, currencies }: GlanceInput,
  name: 'gl' | 'bank',
  only: { readonly gl: Int32Array; readonly bank: Int32Array },
) {
  const columns = name === 'gl' ? gl : bank;
  const side = residue[name];
  const { key } = keys[name];
  const row = new Uint32Array(side.n);
  let n = 0;
  for (let i = 0; i < side.n; i++) {
    const id = key[i];
    if (id < 0 || side.settled[i] === 1 || only.gl[id] === NONE || only.bank[id] === NONE) continue;
    if (only.gl[id] === SEVERAL || only.bank[id] === SEVERAL) row[n++] = i;
  }
  const rows = row.subarray(0, n);
  const picked = { row: rows, key: new Int32Array(n), amount: new Float64Array(n), currency: new Uint8Array(n) };
  for (let k = 0; k < n; k++) {
    const at = side.row[rows[k]];
    picked.key[k] = key[rows[k]];
    picked.amount[k] = columns.amount[at];
    picked.currency[k] = currencies[name][columns.currency[at]];
  }
  return picked;
}
