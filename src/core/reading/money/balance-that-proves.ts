// Which balance the entries of a reading follow, and whether that proves the reading: a chain from row to row or, for
// shuffled rows, entries that meet.

import { type Chain, chainOf, isProof } from '../evidence/balance-chain.ts';
import type { SampleMoney } from '../evidence/sample-amounts.ts';
import { meetings } from '../proof/unordered-balance.ts';
import { type Candidate, classOf } from '../table/candidate.ts';
import type { Table } from '../table/table.ts';

export interface Proven {
  readonly balance: number;
  readonly chain: Chain;
  readonly words: string;
  readonly isProof: boolean;
}

/** The balance that the entries follow best; null if none is proven, with the result for the titled one. */
export function bestProof(
  table: Table,
  of: {
    readonly money: SampleMoney;
    readonly balances: readonly Candidate[];
    readonly balanceMarks: number;
    readonly variants: readonly (readonly number[])[];
  },
): Proven | null {
  let best: Proven | null = null;
  for (const { column, evidence } of of.balances) {
    const isTitled = classOf(evidence) !== 'weak';
    const balances = of.money.balances(column, isTitled ? of.balanceMarks : -1);
    if (balances.every((balance) => balance === null)) continue;
    const chains = of.variants.map((effects) => chainOf(effects, balances));
    const chain = chains.reduce((a, b) => (b.hits > a.hits ? b : a));
    const met = isProof(chain) ? 0 : Math.max(...of.variants.map((amounts) => meetings({ amounts, balances })));
    const proven = isProof(chain) || isMet(met, table.rows.length);
    const words = isProof(chain)
      ? `the running balance proves it (${chain.hits} of ${chain.checks} rows)`
      : `the balances prove it (${met} rows meet another)`;
    const found = { balance: column, chain, words, isProof: proven };
    // A titled balance that proves as much comes before another column.
    if (best === null || (proven && !best.isProof) || (proven === best.isProof && chain.hits > best.chain.hits))
      best = found;
  }
  return best;
}

/** Entries of a shuffled sample that must meet before they prove anything. */
const MEETINGS = 4;

const MET_SHARE = 0.95;

const isMet = (met: number, rows: number): boolean => met >= MEETINGS && met >= (rows - 1) * MET_SHARE;
