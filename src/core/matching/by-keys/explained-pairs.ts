// Open rows that are alone with their key and direction on both sides and whose amounts differ by what the run allows, or
// by what the kind's own tariff explains: they are a match with a difference. What takes a transaction back goes the other
// way, so that it keeps nobody's original from its match.

import { RowServices, serviceOfPair } from '../../fees/row-services.ts';
import type { Side } from '../../records/rows/columns.ts';
import { Agreement, DISAGREE } from '../candidates/agreement.ts';
import type { MatchParameters } from '../parameters.ts';
import type { KeyedGroup } from './keyed-outcome.ts';
import { daysBetween, type KeyedRows, type PairOfRows, type Taken } from './keyed-rows.ts';

interface ExplainingTerms {
  readonly keyOf: (side: Side, row: number) => string | null;
  readonly tier: number;
  readonly parameters: MatchParameters;
  readonly isRefused: (pair: PairOfRows) => boolean;
  /** FEE_* of a difference that the kind explains, null for one that it does not. */
  readonly basisOf: (pair: PairOfRows) => number | null;
}

export function explainedPairs(rows: KeyedRows, taken: Taken, terms: ExplainingTerms): KeyedGroup[] {
  const { keyOf, tier, parameters, isRefused, basisOf } = terms;
  const currencies = rows.columns.gl.currencies;
  const agreement = new Agreement(parameters, currencies);
  const services = new RowServices({ asked: !agreement.exactOnly, service: parameters.fees.service });
  const alone = {
    gl: aloneByKey(rows, taken, { side: 'gl', keyOf }),
    bank: aloneByKey(rows, taken, { side: 'bank', keyOf }),
  };
  const groups: KeyedGroup[] = [];
  for (const [key, gl] of alone.gl) {
    const bank = alone.bank.get(key) ?? null;
    if (gl === null || bank === null) continue;
    const pair = { gl, bank };
    const currency = rows.currency('gl', gl);
    if (currency !== rows.currency('bank', bank) || isRefused(pair)) continue;
    const days = daysBetween(rows.columns, pair, parameters);
    if (days === null) continue;
    const [x, y] = [rows.amount('gl', gl), rows.amount('bank', bank)];
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

/** For each key and direction the only open row that has them; null if several have. */
function aloneByKey(
  rows: KeyedRows,
  taken: Taken,
  { side, keyOf }: { readonly side: Side; readonly keyOf: ExplainingTerms['keyOf'] },
): ReadonlyMap<string, number | null> {
  const alone = new Map<string, number | null>();
  for (const row of rows.inTime[side]) {
    const own = taken.isOpen(side, row) ? keyOf(side, row) : null;
    if (own === null) continue;
    const key = `${Math.sign(rows.amount(side, row))} ${own}`;
    alone.set(key, alone.has(key) ? null : row);
  }
  return alone;
}
