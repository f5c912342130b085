// Reads the file of --chart as a chart of accounts, and says of how many proposed entries it has no account.

import { TieoutError } from '../../core/errors.ts';
import { type Chart, parseChart } from '../../core/summary/chart/chart.ts';
import { journalEntries } from '../../core/summary/statement/journal-entries.ts';
import type { Reconciliation } from '../../workflows/runs/reconciliation.ts';
import { givenJson } from './given-file.ts';

/** Throws file_unreadable or usage. */
export function readChart(file: string): Chart {
  const invalid = (sentence: string) => new TieoutError('usage', `${file} is no chart of accounts: ${sentence}`);
  return parseChart(givenJson(file, { what: 'a chart of accounts', option: '--chart' }, invalid), invalid);
}

/** Empty if the chart has an account for every proposed entry, or if there is no chart. */
export function chartWarnings(result: Reconciliation): string[] {
  if (result.chart === null) return [];
  let [all, without] = [0, 0];
  for (const { debit, credit } of journalEntries(result, result.chart.chart)) {
    all++;
    if (debit.code === null || credit.code === null) without++;
  }
  if (without === 0) return [];
  return [`The chart of accounts lacks an account of ${without} of the ${all} entries in journals.csv.`];
}
