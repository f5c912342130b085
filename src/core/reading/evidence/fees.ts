// Fees in a column of their own: the account moves by the amount less the fee, or by both. A running balance that
// follows from the two together, and not from the amount alone, proves it.

import type { MoneyReading } from '../readings.ts';
import type { Table } from '../table.ts';
import { plainTitle } from '../titles/header-synonyms.ts';
import { type Chain, chainOf } from './balance-chain.ts';
import { minorsOf, sampleAmounts } from './sample-amounts.ts';

const FEE = /\b(fees?|charges?|commission|gebuhr(en)?|frais|comision|surcharge)\b/;
const OTHERS = /\b(after|before|incl|net|gross|currency|ccy|total|date|type|description|name|code)\b/;

/** The column of fees that are not all zero, with the balance that follows from both; null where there is none. */
export function feesBeside(
  table: Table,
  reading: MoneyReading,
): { readonly column: number; readonly chain: Chain } | null {
  const columns = table.columns.filter((i) => {
    const title = plainTitle(table.titles[i]);
    const { nonZero, money, filled } = table.profiles[i];
    return i !== reading.amount && FEE.test(title) && !OTHERS.test(title) && nonZero > 0 && money >= filled * 0.9;
  });
  let best: { column: number; chain: Chain } | null = null;
  for (const column of columns) {
    const fees = minorsOf(sampleAmounts(table, column)).map((minor) => minor ?? 0);
    const balances = reading.balance < 0 ? [] : minorsOf(sampleAmounts(table, reading.balance));
    const variants = [1, -1].map((way) => reading.effects.map((effect, i) => effect + way * Math.abs(fees[i])));
    const chain = variants.map((effects) => chainOf(effects, balances)).reduce((a, b) => (b.hits > a.hits ? b : a));
    if (best === null || chain.hits > best.chain.hits) best = { column, chain };
  }
  return best;
}
