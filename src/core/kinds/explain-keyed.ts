// Explains why two rows of a commercial run are a match or not: each identifier that the kind matches by, as both rows
// have it, the differences of amounts and days, and the obstacles. It has the form of every explanation
// (matching/outcome/explain.ts), and uses the keys and the outcome of matching itself.

import { DISAGREE } from '../matching/candidates/agreement.ts';
import {
  agreementOf,
  type BothColumns,
  daysOf,
  isOneCurrency,
  type KeyedRows,
  keyedRows,
  localRows,
} from '../matching/keyed-rows.ts';
import type { Explain, Explanation, KeyRelation } from '../matching/outcome/explain.ts';
import { feeLegsAt } from '../matching/outcome/fee-legs.ts';
import { groupOf, membersCount } from '../matching/outcome/match-groups.ts';
import type { Obstacle, RowPair } from '../matching/outcome/obstacle.ts';
import { takenBy } from '../matching/outcome/obstacles.ts';
import type { MatchOutcome } from '../matching/outcome/outcome.ts';
import type { MatchParameters } from '../matching/parameters.ts';
import type { ComparedIdentifier } from '../matching/reading/compared-identifiers.ts';
import { SET_ASIDE } from '../matching/side-numbers.ts';
import { daysApartOfRows, OUTSIDE } from '../matching/window.ts';
import { FEE_BASES } from '../records/groups/fee-basis.ts';
import { SIDES } from '../records/rows/columns.ts';
import type { KindKeys } from './kind-keys.ts';

interface ExplainedKeys {
  readonly columns: BothColumns;
  readonly outcome: MatchOutcome;
  readonly parameters: MatchParameters;
  readonly keysOf: (rows: KeyedRows) => KindKeys;
}

export function keyedExplainer({ columns, outcome, parameters, keysOf }: ExplainedKeys): Explain {
  const rows = keyedRows(columns, parameters);
  const keys = keysOf(rows);
  const local = { gl: localRows(rows.gl), bank: localRows(rows.bank) };
  return (of) => {
    const pair = { gl: local.gl[of.gl], bank: local.bank[of.bank] };
    const identifiers = comparedBy(keys, pair);
    const isOne = keys.isOne(pair);
    const fee = agreementOf(rows, pair);
    const inWindow = daysOf(rows, pair, parameters);
    const { groups } = outcome;
    const group = groupOf(groups.gl, of.gl);
    const isMatch = group >= 0 && group === groupOf(groups.bank, of.bank);
    const apart = daysApartOfRows(columns.gl, of.gl, columns.bank, of.bank);
    const difference = isOneCurrency(rows, pair) ? rows.gl.amount[pair.gl] - rows.bank.amount[pair.bank] : null;
    return {
      ...{ textScore: null, probability: null, evidence: [], runnerUp: null, sharedWords: [] },
      tier: isMatch ? groups.tier[group] : null,
      members: isMatch ? membersCount(groups, group) : null,
      keyRelation: relationOf({ isOne, identifiers }),
      identifiers,
      amountDifference: isMatch ? groups.difference[group] : difference,
      dateDifferenceDays: isMatch ? groups.days[group] : inWindow === OUTSIDE ? apart : inWindow,
      feeBasis: isMatch ? FEE_BASES[groups.feeBasis[group]] : fee === DISAGREE ? null : FEE_BASES[fee],
      feeLegs: isMatch ? feeLegsAt(parameters, { columns, groups }, group) : [],
      obstacles: isMatch ? [] : obstaclesOf({ rows, outcome, keys, isOne, fee, inWindow: inWindow !== OUTSIDE }, pair),
    } satisfies Explanation;
  };
}

/** The identifiers of both rows by key; equal ones once. */
function comparedBy({ shown }: KindKeys, { gl, bank }: RowPair): ComparedIdentifier[] {
  return shown.flatMap(({ name, of }): ComparedIdentifier[] => {
    const [ours, theirs] = [of('gl', gl), of('bank', bank)];
    if (ours !== '' && ours === theirs) return [{ identifier: ours, gl: name, bank: name }];
    return [
      ...(ours === '' ? [] : [{ identifier: ours, gl: name, bank: null }]),
      ...(theirs === '' ? [] : [{ identifier: theirs, gl: null, bank: name }]),
    ];
  });
}

function relationOf(of: { isOne: boolean; identifiers: readonly ComparedIdentifier[] }): KeyRelation {
  if (of.isOne) return 'same';
  const has = (side: 'gl' | 'bank') => of.identifiers.some((one) => one[side] !== null);
  return has('gl') && has('bank') ? 'different' : 'missing';
}

interface Compared {
  readonly rows: KeyedRows;
  readonly outcome: MatchOutcome;
  readonly keys: KindKeys;
  readonly isOne: boolean;
  readonly fee: number;
  readonly inWindow: boolean;
}

/** The obstacles, at least one, strongest first. */
function obstaclesOf({ rows, outcome, keys, isOne, fee, inWindow }: Compared, pair: RowPair): Obstacle[] {
  const setAside = SIDES.filter((side) => rows[side].state[pair[side]] === SET_ASIDE);
  if (setAside.length > 0) return setAside.map((side) => ({ kind: 'set_aside', side }));
  const found: Obstacle[] = isOne ? [] : [{ kind: 'no_common_identifier' }];
  found.push(...keys.against(pair));
  const [ours, theirs] = [rows.gl.amount[pair.gl], rows.bank.amount[pair.bank]];
  if (!isOneCurrency(rows, pair)) found.push({ kind: 'other_currency' });
  else if (ours > 0 !== theirs > 0) found.push({ kind: 'other_direction' });
  else if (fee === DISAGREE) found.push({ kind: 'amounts_disagree' });
  if (!inWindow) found.push({ kind: 'outside_window' });
  for (const side of SIDES) {
    const taken = takenBy(outcome, side, rows[side].row[pair[side]]);
    if (taken !== null) found.push(taken);
  }
  return found.length > 0 ? found : [{ kind: 'shared_identifier' }];
}
