// A banking run's rows before matching: its accounts are brought together by the map that its terms give, then by equal
// numbers, then by the rows that meet.

import { accountsThatMeet } from '../../core/matching/accounts-that-meet.ts';
import { numberedAccounts } from '../../core/matching/plan.ts';
import type { SessionFile } from '../rows/session-files.ts';
import { type BankingTerms, type PreparedRun, prepareRun, type ToPrepare } from './prepare-run.ts';

/** Throws side_empty, and `usage` for an amount that no currency can have. */
export function prepareBanking(files: readonly SessionFile[], terms: BankingTerms, of: ToPrepare): PreparedRun {
  const prepared = prepareRun(files, terms, of);
  const { columns } = prepared;
  const { accounts: given = null } = terms;
  const accounts = numberedAccounts(columns.gl, columns.bank, {
    map: given?.map ?? [],
    pairsOf: (left) => accountsThatMeet(columns, left),
  });
  return { ...prepared, accounts, ...(given !== null && { mapVersion: given.version }) };
}
