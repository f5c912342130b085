// Fees in their own columns: the account moves by the amount less the fees, or by all of them. It is proven if the
// balance follows from them together, but not from the amount alone.

import {
  CHARGES,
  COMMISSIONS,
  FEES,
  FEES_ABROAD,
  LEVIES,
  OTHER_TAXES,
  TAXES,
  TAXES_ABROAD,
} from '../../words/fee-words.ts';
import { wholeWords } from '../../words/whole-words.ts';
import { type Chain, chainOf } from '../evidence/balance-chain.ts';
import { movedBetween } from '../evidence/balances-beside.ts';
import { minorsOf, sampleAmounts } from '../evidence/sample-amounts.ts';
import type { Table } from '../table/table.ts';
import { plainTitle } from '../words/plain-title.ts';
import { type MoneyReading, moneyColumns } from './money-reading.ts';

const FEE = wholeWords(...FEES, ...CHARGES, ...COMMISSIONS, ...FEES_ABROAD);
/** Taxes and levies beside an entry, which are no fees: only a proof includes them. */
const LEVY = wholeWords(...TAXES, ...LEVIES, ...OTHER_TAXES, ...TAXES_ABROAD, 'COSTS?', 'KOSTEN');
const OTHERS = /\b(after|before|incl|net|gross|currency|ccy|total|date|type|description|name|code)\b/;
/** Most columns of fees that are tried together. */
const MOST = 4;

interface Fees {
  readonly columns: readonly number[];
  readonly chain: Chain;
  /** -1 if the account moves by the amount with its sign turned. */
  readonly way: 1 | -1;
  /** Their titles say that they are fees. */
  readonly areTitled: boolean;
}

/** The columns of fees that are not all zero, and the balance with all of them; null if there are none. */
export function feesBeside(table: Table, reading: MoneyReading): Fees | null {
  const own = [...moneyColumns(reading), reading.balance];
  const columns = table.columns
    .filter((i) => {
      const title = plainTitle(table.titles[i]);
      const { nonZero, money, filled } = table.profiles[i];
      const isNamed = (FEE.test(title) || LEVY.test(title)) && !OTHERS.test(title);
      return !own.includes(i) && isNamed && nonZero > 0 && money >= filled * 0.9;
    })
    .slice(0, MOST);
  let best: Fees | null = null;
  for (const some of combinations(columns)) {
    const fees = table.rows.map(() => 0);
    for (const column of some)
      for (const [i, minor] of minorsOf(sampleAmounts(table, column)).entries()) fees[i] += Math.abs(minor ?? 0);
    const areTitled = some.every((column) => FEE.test(plainTitle(table.titles[column])));
    const { chain, way } = chainWith(table, reading, fees);
    if (best === null || chain.hits > best.chain.hits) best = { columns: some, chain, way, areTitled };
  }
  return best;
}

/** How the balance follows from the amounts and those fees. */
function chainWith(
  table: Table,
  { effects, balance, beside }: MoneyReading,
  fees: readonly number[],
): Pick<Fees, 'chain' | 'way'> {
  const balances = balance < 0 ? [] : minorsOf(sampleAmounts(table, balance));
  const of = (way: 1 | -1): Pick<Fees, 'chain' | 'way'> => {
    const moved = effects.map((effect, i) => way * effect - fees[i]);
    return { chain: beside === null ? chainOf(moved, balances) : movedBetween(beside, moved), way };
  };
  const [asRead, turned] = [of(1), of(-1)];
  return turned.chain.hits > asRead.chain.hits ? turned : asRead;
}

/** All choices of some of the columns, single ones first. */
const combinations = (columns: readonly number[]): number[][] =>
  Array.from({ length: 2 ** columns.length - 1 }, (_, i) =>
    columns.filter((_one, bit) => ((i + 1) >> bit) % 2 === 1),
  ).sort((a, b) => a.length - b.length);
