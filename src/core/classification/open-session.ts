// The input of a classification rule: both sides' rows, the findings of matching about open rows, the parameters of the
// run, and the near rows that reasons name. A row is named in two ways: `row` indexes the side's RowColumns, `item`
// indexes the side's OpenRows. Rules work on items, because the findings of matching are by item.

import type { OpenRows } from '../matching/outcome/outcome.ts';
import type { MatchParameters } from '../matching/parameters.ts';
import type { AskedPeriod } from '../records/documents/period.ts';
import type { RowColumns, Side } from '../records/rows/columns.ts';
import type { NearRows } from './near/near-rows.ts';

export interface OpenSession {
  readonly columns: Readonly<Record<Side, RowColumns>>;
  readonly open: Readonly<Record<Side, OpenRows>>;
  readonly parameters: MatchParameters;
  readonly near: NearRows;
  /** The days that the run was asked for; null where it named no bound. */
  readonly period: AskedPeriod;
}

/** The columns, and which rows are open. */
export type OpenItems = Pick<OpenSession, 'columns' | 'open'>;

export function rowOf(session: OpenItems, side: Side, item: number): number {
  return session.open[side].row[item];
}

export function hasFact(session: OpenSession, side: Side, item: number, fact: number): boolean {
  return (session.open[side].facts[item] & fact) !== 0;
}

/** Signed cash effect of an open item in minor units of currencyOf. */
export function amountOf(session: OpenItems, side: Side, item: number): number {
  return session.columns[side].amount[rowOf(session, side, item)];
}

/** ISO 4217 code of an open item. */
export function currencyOf(session: OpenItems, side: Side, item: number): string {
  const columns = session.columns[side];
  return columns.currencies[columns.currency[rowOf(session, side, item)]] ?? '';
}
