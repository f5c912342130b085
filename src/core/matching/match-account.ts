// Matches one account from beginning to end. Line by line: settle early pairs, then fee lines, tiers 1, 2, 7, batches
// that a file states, and 3, then net reversals, then tiers 4 to 6 and 8. Bulk or lump sum: that method alone, then net
// reversals. At the end the open rows are described. Accounts are independent, so they can go to different threads.

import { otherSide, type Side } from '../records/rows/columns.ts';
import { type Account, readAccount } from './account.ts';
import type { AccountSource } from './account-source.ts';
import { holdContest } from './contest/hold-contest.ts';
import { LiveContest } from './contest/rounds.ts';
import { Learned } from './evidence/learned.ts';
import { prepareMatching } from './matching.ts';
import { isByLine } from './method.ts';
import { type Chargebacks, chargebacksOf } from './outcome/chargebacks.ts';
import { type KeyHolders, keyHolders } from './outcome/key-holders.ts';
import { describeOpen, type OpenFacts } from './outcome/open-rows.ts';
import type { Netted } from './reversals/netted.ts';
import { markedRows, netReversals } from './reversals/reversals.ts';
import { OPEN } from './side-numbers.ts';
import { batchByKey } from './sums/batch-by-key.ts';
import { batchBySum, type SeveralSums } from './sums/batch-by-sum.ts';
import { matchBulk } from './sums/bulk.ts';
import { groupFeeLines } from './sums/fee-lines.ts';
import { matchLump } from './sums/lump.ts';
import { takeNamedPayments } from './sums/named-payments.ts';
import { takeStatedBatches } from './sums/stated-batches.ts';
import { takeTier } from './tiers/evidence-tiers.ts';
import { matchByKey } from './tiers/key-tiers.ts';
import type { LocalGroup } from './tiers/local-group.ts';
import type { PairList } from './tiers/pair-list.ts';

export interface AccountMatch {
  readonly account: Account;
  readonly pairs: PairList;
  readonly groups: readonly LocalGroup[];
  readonly reversals: { readonly gl: readonly Netted[]; readonly bank: readonly Netted[] };
  readonly open: OpenFacts;
  /** For each local row the settled row of the columns that it takes back, or -1. */
  readonly chargebacks: Readonly<Record<Side, Chargebacks>>;
  readonly holders: KeyHolders;
  readonly notes: ReadonlySet<string>;
  /** The candidates that tiers 5 and 6 left. */
  readonly left: LiveContest;
}

export function matchAccount(source: AccountSource): AccountMatch {
  const { parameters } = source;
  const account = readAccount(source);
  const { keys } = account;
  const matching = prepareMatching(source, account);
  const byLine = isByLine(parameters.method);
  const marked = { gl: markedRows(matching, account.gl), bank: markedRows(matching, account.bank) };
  const expectedFees = byLine ? groupFeeLines(matching, marked) : null;
  const ambiguous = byLine ? matchByKey(matching) : [];
  if (byLine) batchByKey(matching, { marked });
  else if (parameters.method === 'bulk') matchBulk(matching);
  else matchLump(matching);
  if (byLine) takeNamedPayments(matching, source);
  const stated = byLine ? takeStatedBatches(matching, source) : [];
  const learned = new Learned(parameters);
  const equal = new LiveContest(holdContest(matching, { exact: true, window: parameters }, learned));
  if (byLine) takeTier(matching, equal, 3);
  const { costs } = equal.contest.tables;
  const reversals = parameters.netReversals
    ? {
        gl: netReversals(matching, { name: 'gl', keys: keys.gl, marked: marked.gl, costs }),
        bank: netReversals(matching, { name: 'bank', keys: keys.bank, marked: marked.bank, costs }),
      }
    : { gl: [], bank: [] };
  equal.keepOpen(account);
  if (byLine) takeTier(matching, equal, 4);
  const agreeing = new LiveContest(holdContest(matching, { exact: false, window: parameters }, learned));
  let several: SeveralSums | null = null;
  if (byLine) {
    takeTier(matching, agreeing, 5);
    takeTier(matching, agreeing, 6);
    several = batchBySum(matching, marked);
    if (parameters.method === 'line_by_line_and_lump_sum') matchLump(matching);
    agreeing.keepOpen(account);
  }
  const isOpen = ({ side, row, parts }: SeveralSums[number]): boolean =>
    account[side].state[row] === OPEN && parts.every((part) => account[otherSide(side)].state[part] === OPEN);
  if (several !== null) several = [...several, ...stated.filter(isOpen)];
  const open = describeOpen(matching, agreeing, { byKey: ambiguous, marked, several, expectedFees });
  const facts = { gl: open.gl.facts, bank: open.bank.facts };
  const holders = keyHolders(matching, facts);
  return {
    account,
    pairs: matching.pairs,
    groups: matching.groups,
    reversals,
    open,
    chargebacks: { gl: chargebacksOf(matching, 'gl'), bank: chargebacksOf(matching, 'bank') },
    holders,
    notes: matching.notes,
    left: agreeing,
  };
}
