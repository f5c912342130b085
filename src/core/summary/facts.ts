// The facts of a session's summary: everything that its tables, its proof and its narrative may state. Nothing else is
// computed later. Amounts are minor units. Amounts of different currencies are never added: the single figures of a
// side are those of the main currency (the one with the most rows of both sides together, ties by code), and
// `currencies` lists every one.

import type { ClusterType } from '../records/documents/cluster-type.ts';
import type { StatedBalance } from '../records/documents/ingestion.ts';
import type { AccountLabels } from '../records/rows/accounts.ts';
import type { Side } from '../records/rows/columns.ts';
import type { AgeingBand } from './ageing.ts';
import type { AccountProof } from './proof/proof.ts';
import type { StatementPeriod } from './proof/statement.ts';
import type { CurrencyTally } from './tally.ts';

/** The balances that the files of a side state for one account. */
export interface AccountBalance extends StatedBalance {
  readonly side: Side;
}

export interface AccountsMet {
  /** The version of the partner's map; null: the run's own map; absent: no map. */
  readonly mapVersion?: number | null;
  /** Accounts, by number, that nothing brings together. */
  readonly apart?: AccountLabels;
}

export interface SideFacts {
  /** Rows read, rejected ones included: matched + reversed + open + pending + zero + out of period + declined + matched elsewhere + rejected. */
  readonly rows: number;
  readonly rejectedRows: number;
  /** How many of them are opening items; absent: none. */
  readonly openingRows?: number;
  readonly matchedRows: number;
  readonly reversedRows: number;
  readonly openRows: number;
  readonly pendingRows: number;
  readonly zeroRows: number;
  readonly outOfPeriodRows: number;
  /** Absent in older summaries. */
  readonly declinedRows?: number;
  /** Absent in older summaries. */
  readonly matchedElsewhereRows?: number;
  /** Signed sums in the main currency; a rejected row has no amount. */
  readonly amount: bigint;
  readonly matchedAmount: bigint;
  readonly reversedAmount: bigint;
  readonly openAmount: bigint;
  readonly pendingAmount: bigint;
  readonly outOfPeriodAmount: bigint;
  /** At the ends of the period; null when they are not known or the session has several accounts. */
  readonly openingBalance: bigint | null;
  readonly closingBalance: bigint | null;
  /** One for each currency, sorted by code. */
  readonly currencies: readonly CurrencyTally[];
}

export interface SummaryFacts {
  readonly currency: string;
  readonly gl: SideFacts;
  readonly bank: SideFacts;
  /** Groups that tiers made; netted reversals are not among them. */
  readonly matchedGroups: number;
  /** Originals netted with their reversal, both sides. */
  readonly reversalPairs: number;
  /** Groups by tier, "1" to "9", those by hand as "manual", netted reversals as "reversal"; zeros left out. */
  readonly byTier: Readonly<Record<string, number>>;
  readonly clusters: Readonly<Partial<Record<ClusterType, number>>>;
  readonly clusterCount: number;
  /** Clusters that were pending when the summary was written; absent in older summaries. */
  readonly clustersPending?: Readonly<Partial<Record<ClusterType, number>>>;
  /** The day that ages are counted to. */
  readonly asOfDay: number | null;
  readonly ageing: readonly AgeingBand[];
  readonly balances: readonly AccountBalance[];
  /** How accounts of different numbers were brought together; absent where nothing is to be said. */
  readonly accounts?: AccountsMet;
  /** One for each account and currency, in their order. */
  readonly proofs: readonly AccountProof[];
  /** The days that were reconciled; null when no row has a day. */
  readonly period: StatementPeriod | null;
  /**
   * 0 to 1, cut to nine decimals: matched rows, and the sum of their magnitudes in the main currency, of all that
   * were not rejected, on both sides together. Netted reversals are not matched.
   */
  readonly matchRate: { readonly count: number; readonly value: number };
}
