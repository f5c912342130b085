// Which balance the entries of a reading follow, and whether that proves the reading: a chain from row to row or, for
// shuffled rows, entries that meet.

import { type Chain, chainOf, isProof } from '../evidence/balance-chain.ts';
import { directionOfDays } from '../evidence/balances-beside.ts';
import type { RowGroups } from '../evidence/row-groups.ts';
import type { SampleMoney } from '../evidence/sample-amounts.ts';
import { unsignedChain } from '../evidence/unsigned-chain.ts';
import { meetings } from '../proof/unordered-balance.ts';
import { type Candidate, classOf } from '../table/candidate.ts';
import type { Table } from '../table/table.ts';

export interface Proven {
  readonly balance: number;
  readonly chain: Chain;
  readonly words: string;
  readonly isProof: boolean;
  /** The step of the balance in each row, if nothing else gives the direction of the amounts; else null. */
  readonly steps: readonly (number | null)[] | null;
  /** The column of the accounts or currencies that have a balance each; -1 if one balance goes through all rows. */
  readonly groupedBy: number;
}

/** The balance that the entries follow best; null if none is proven, with the result for the titled one. */
export function bestProof(
  table: Table,
  of: {
    readonly money: SampleMoney;
    readonly balances: readonly Candidate[];
    readonly balanceMarks: number;
    readonly variants: readonly (readonly number[])[];
    /** The amounts, if a step of the balance may give their direction; else null. */
    readonly unsigned: readonly number[] | null;
    readonly groups: readonly RowGroups[];
    /** Whether only rows that follow each other prove, because figures of any kind meet one another. */
    readonly isHidden: boolean;
  },
): Proven | null {
  const best = bestOf(table, of, undefined);
  if (best === null || best.isProof) return best;
  for (const groups of of.groups) {
    const found = bestOf(table, of, groups);
    if (found?.isProof === true) return found;
  }
  return best;
}

function bestOf(table: Table, of: Parameters<typeof bestProof>[1], groups: RowGroups | undefined): Proven | null {
  let best: Proven | null = null;
  for (const { column, evidence } of of.balances) {
    const isTitled = classOf(evidence) !== 'weak';
    const balances = of.money.balances(column, isTitled ? of.balanceMarks : -1);
    if (balances.every((balance) => balance === null)) continue;
    const chains = of.variants.map((effects) => chainOf(effects, balances, groups?.of));
    const signed = chains.reduce((a, b) => (b.hits > a.hits ? b : a));
    const stepped =
      isProof(signed) || of.unsigned === null
        ? null
        : unsignedChain({ amounts: of.unsigned, balances, groups: groups?.of }, directionOfDays(table));
    const steps = stepped !== null && isProof(stepped) ? stepped.steps : null;
    const chain = steps === null ? signed : stepped!;
    const isChained = isProof(chain);
    const met =
      isChained || groups !== undefined || of.isHidden || !areDifferent(of.variants[0])
        ? 0
        : Math.max(...of.variants.map((amounts) => meetings({ amounts, balances })));
    const proven = isChained || isMet(met, table.rows.length);
    const words = isChained
      ? `the running balance proves it (${chain.hits} of ${chain.checks} rows)`
      : `the balances prove it (${met} rows meet another)`;
    const groupedBy = groups?.column ?? -1;
    const found = { balance: column, chain, words, isProof: proven, steps, groupedBy };
    // A titled balance that proves as much comes before another column.
    if (best === null || (proven && !best.isProof) || (proven === best.isProof && chain.hits > best.chain.hits))
      best = found;
  }
  return best;
}

/** Entries of a shuffled sample that must meet before they prove anything. */
const MEETINGS = 4;

const MET_SHARE = 0.95;

/** Whether there are enough different amounts: small numbers that repeat meet one another by chance. */
const areDifferent = (amounts: readonly number[]): boolean =>
  new Set(amounts.filter((amount) => amount !== 0).map(Math.abs)).size > MEETINGS;

const isMet = (met: number, rows: number): boolean => met >= MEETINGS && met >= (rows - 1) * MET_SHARE;
