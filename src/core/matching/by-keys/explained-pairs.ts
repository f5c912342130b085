// Matches with a difference: two open rows that alone have a key and direction on their sides, and whose amounts differ
// by what the run allows or by a fee of the kind's tariff. A reversal has the other direction, so it does not stop its
// original from being matched.

import { RowServices, serviceOfPair } from '../../fees/row-services.ts';
import type { Side } from '../../records/rows/columns.ts';
import { Agreement, DISAGREE } from '../candidates/agreement.ts';
import type { MatchParameters } from '../parameters.ts';
import { OUTSIDE } from '../window.ts';
import { type KeyArrays, NO_KEY } from './key-arrays.ts';
import type { KeyedGroup } from './keyed-outcome.ts';
import type { KeyedRows, PairOfRows, Taken } from './keyed-rows.ts';

interface ExplainingTerms {
  readonly keys: KeyArrays;
  readonly tier: number;
  readonly parameters: MatchParameters;
  readonly isRefused: (pair: PairOfRows) => boolean;
  /** FEE_* of a difference that the kind explains, null for one that it does not. */
  readonly basisOf: (pair: PairOfRows) => number | null;
}

export function explainedPairs(rows: KeyedRows, taken: Taken, terms: ExplainingTerms): KeyedGroup[] {
  const { keys, tier, parameters, isRefused, basisOf } = terms;
  const currencies = rows.columns.gl.currencies;
  const agreement = new Agreement(parameters, currencies);
  const services = new RowServices({ asked: !agreement.exactOnly, service: parameters.fees.service });
  const alone = {
    gl: aloneByKey(rows, taken, { side: 'gl', keys }),
    bank: aloneByKey(rows, taken, { side: 'bank', keys }),
  };
  const groups: KeyedGroup[] = [];
  for (let key = 0; key < alone.gl.length; key++) {
    const gl = alone.gl[key];
    const bank = alone.bank[key];
    if (gl < 0 || bank < 0) continue;
    const pair = { gl, bank };
    const currency = rows.currency('gl', gl);
    if (currency !== rows.currency('bank', bank) || isRefused(pair)) continue;
    const days = rows.days(pair, parameters);
    if (days === OUTSIDE) continue;
    const x = rows.amount('gl', gl);
    const y = rows.amount('bank', bank);
    const service = serviceOfPair(services.of(rows.columns.gl, gl), services.of(rows.columns.bank, bank));
    const allowed = agreement.of(x, y, currencies.indexOf(currency), service);
    const feeBasis = allowed === DISAGREE ? basisOf(pair) : allowed;
    if (feeBasis === null) continue;
    groups.push({ gl: [gl], bank: [bank], tier, days, feeBasis });
    taken.take('gl', gl);
    taken.take('bank', bank);
  }
  return groups;
}

const NONE = -1;
const SEVERAL = -2;
/** Money out, nothing, money in. */
const DIRECTIONS = 3;

/** The only open row with each key and direction, NONE or SEVERAL. */
function aloneByKey(
  rows: KeyedRows,
  taken: Taken,
  { side, keys }: { readonly side: Side; readonly keys: KeyArrays },
): Int32Array {
  const alone = new Int32Array(keys.count * DIRECTIONS).fill(NONE);
  for (const row of rows.inTime[side]) {
    const key = keys.of[side][row];
    if (key === NO_KEY || !taken.isOpen(side, row)) continue;
    const at = key * DIRECTIONS + Math.sign(rows.amount(side, row)) + 1;
    alone[at] = alone[at] === NONE ? row : SEVERAL;
  }
  return alone;
}
