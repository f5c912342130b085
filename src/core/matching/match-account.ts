// Matches one account from beginning to end: read and settle what needs no thought, tiers 1 to 3, net reversals, tiers
// 4 to 6, describe what is left. It works on one account alone, so that accounts go to different threads.

import type { RowColumns } from '../records/columns.ts';
import { type Account, type AccountRows, readAccount } from './account.ts';
import type { Calibration } from './calibration.ts';
import { findCandidates, leftOf } from './candidates.ts';
import { type KeyHolders, keyHolders } from './key-holders.ts';
import { type Matching, matchByKey } from './key-tiers.ts';
import { describeOpen, type OpenFacts } from './open-rows.ts';
import { PairList } from './pair-list.ts';
import type { MatchParameters } from './parameters.ts';
import { markedRows, type Netted, netReversals } from './reversals.ts';
import { takeClearOnes, takeOnlyOnes, takeOnlyOnesOfDay, takeSameOnes } from './score-tiers.ts';
import { TextScore } from './text-score.ts';

export interface AccountMatch {
  readonly account: Account;
  readonly pairs: PairList;
  readonly reversals: { readonly gl: readonly Netted[]; readonly bank: readonly Netted[] };
  readonly open: OpenFacts;
  readonly holders: KeyHolders;
  readonly notes: ReadonlySet<string>;
}

export interface AccountInput {
  readonly gl: RowColumns;
  readonly bank: RowColumns;
  readonly rows: AccountRows;
  readonly parameters: MatchParameters;
  readonly calibration: Calibration;
}

export function matchAccount({ gl, bank, rows, parameters, calibration }: AccountInput): AccountMatch {
  const account = readAccount({ gl, bank, rows, parameters, calibration });
  const { keys } = account;
  const matching: Matching = {
    account,
    keys,
    text: new TextScore(account, calibration),
    agreement: account.agreement,
    parameters,
    calibration,
    pairs: new PairList(Math.min(account.gl.n, account.bank.n)),
    notes: new Set(),
  };
  const ambiguous = matchByKey(matching);
  const exact = findCandidates(matching, true);
  takeClearOnes(matching, exact, 3, takeSameOnes(matching, exact));
  const marked = { gl: markedRows(matching, account.gl), bank: markedRows(matching, account.bank) };
  const reversals = parameters.netReversals
    ? {
        gl: netReversals(matching, account.gl, keys.gl, marked.gl),
        bank: netReversals(matching, account.bank, keys.bank, marked.bank),
      }
    : { gl: [], bank: [] };
  takeOnlyOnes(matching, leftOf(matching, exact), 4);
  takeOnlyOnesOfDay(matching, leftOf(matching, exact));
  const agreeing = findCandidates(matching, false);
  takeClearOnes(matching, agreeing, 5);
  takeOnlyOnes(matching, leftOf(matching, agreeing), 6);
  const open = describeOpen(matching, leftOf(matching, agreeing), { byKey: ambiguous, marked });
  const facts = { gl: open.gl.facts, bank: open.bank.facts };
  const holders = keyHolders(matching, { gl, bank }, facts);
  return { account, pairs: matching.pairs, reversals, open, holders, notes: matching.notes };
}
