// Matches one account from beginning to end: read and settle what needs no thought, tiers 1 to 3, net reversals, tiers
// 4 to 6, describe what is left. It works on one account alone, so that accounts go to different threads.

import { type Account, readAccount } from './account.ts';
import type { AccountSource } from './account-source.ts';
import { findCandidates, leftOf } from './candidates/candidates.ts';
import { type KeyHolders, keyHolders } from './keys/key-holders.ts';
import { describeOpen, type OpenFacts } from './outcome/open-rows.ts';
import { markedRows, type Netted, netReversals } from './reversals/reversals.ts';
import { TextScore } from './texts/text-score.ts';
import { type Matching, matchByKey } from './tiers/key-tiers.ts';
import type { LocalGroup } from './tiers/local-group.ts';
import { PairList } from './tiers/pair-list.ts';
import { takeClearOnes, takeOnlyOnes, takeOnlyOnesOfDay, takeSameOnes } from './tiers/score-tiers.ts';

export interface AccountMatch {
  readonly account: Account;
  readonly pairs: PairList;
  readonly groups: readonly LocalGroup[];
  readonly reversals: { readonly gl: readonly Netted[]; readonly bank: readonly Netted[] };
  readonly open: OpenFacts;
  readonly holders: KeyHolders;
  readonly notes: ReadonlySet<string>;
}

export function matchAccount(source: AccountSource): AccountMatch {
  const { parameters, calibration } = source;
  const account = readAccount(source);
  const { keys } = account;
  const matching: Matching = {
    source,
    account,
    keys,
    text: new TextScore(account, calibration),
    agreement: account.agreement,
    parameters,
    calibration,
    pairs: new PairList(Math.min(account.gl.n, account.bank.n)),
    groups: [],
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
  const holders = keyHolders(matching, facts);
  return { account, pairs: matching.pairs, groups: matching.groups, reversals, open, holders, notes: matching.notes };
}
