// The open items that a cluster pairs one to one as the same transaction on both sides, summed by currency: they are
// open, but neither side lacks them, so the proof treats them as corrections and not as outstanding items. Pairs in
// two currencies cannot be compared and stay outstanding on each side.

import { type ClusterSet, membersOf } from '../classification/cluster-set.ts';
import { amountOf, currencyOf, type OpenItems } from '../classification/open-session.ts';

export interface OpenPairs {
  readonly pairs: number;
  /** Signed minor units. */
  readonly glAmount: bigint;
  readonly bankAmount: bigint;
}

export const NO_OPEN_PAIRS: OpenPairs = { pairs: 0, glAmount: 0n, bankAmount: 0n };

/** By currency code. */
export function openPairsOf(session: OpenItems, clusters: ClusterSet): Map<string, OpenPairs> {
  const byCurrency = new Map<string, OpenPairs>();
  for (let c = 0; c < clusters.count; c++) {
    if (clusters.grounds[clusters.ground[c]!]!.rule.shape !== 'pair') continue;
    const { gl, bank } = membersOf(clusters, c);
    const currency = currencyOf(session, 'gl', gl[0]!);
    if (currency !== currencyOf(session, 'bank', bank[0]!)) continue;
    const known = byCurrency.get(currency) ?? NO_OPEN_PAIRS;
    byCurrency.set(currency, {
      pairs: known.pairs + 1,
      glAmount: known.glAmount + BigInt(amountOf(session, 'gl', gl[0]!)),
      bankAmount: known.bankAmount + BigInt(amountOf(session, 'bank', bank[0]!)),
    });
  }
  return byCurrency;
}
