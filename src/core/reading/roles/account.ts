// Which column may be the own account. Accounts that change from row to row, while one running balance goes through all
// of them, belong to payers and payees.

import { type ColumnProfile, isText } from '../cells/cell-profile.ts';
import type { Chain } from '../evidence/balance-chain.ts';
import { type Candidate, candidate } from '../table/candidate.ts';
import type { Table } from '../table/table.ts';

/** Share of rows with another account than the row above, from which on the column cannot be the own account. */
const CHANGING = 0.3;

/** Share of the balances that must follow through all of the accounts. */
const FOLLOWING = 0.8;

/**
 * Columns that may be the own account, the likeliest first. A column of other parties' accounts is a part of the
 * narration.
 */
export function accountCandidates(table: Table, chain: Chain | null): Candidate[] {
  const field = 'account';
  const isAccount = (p: ColumnProfile, i: number) =>
    // Sort code and number, 20-12-34 12345678, look like a day and a time.
    (isText(p) || (p.filled > 0 && table.weight(i, field) > 2)) &&
    p.currencies === 0 &&
    (table.rows.some((row) => /\d{3}/.test(row[i] ?? '')) || areCodes(table, i)) &&
    (p.distinct <= Math.max(20, p.filled / 4) || table.weight(i, field) > 2) &&
    // “Kontonummer” may be the other party's, which differs from row to row.
    (p.distinct < p.filled || p.filled === 1 || table.weight(i, field) !== 2);
  return table.titled(field, isAccount).map((column) => {
    const words = table.quoted(column);
    return isOfOthers(table, column, chain)
      ? candidate('narration', column, 'strong', `${words}, of others: one running balance goes through all of them`)
      : candidate(field, column, 'strong', words);
  });
}

function isOfOthers(table: Table, column: number, chain: Chain | null): boolean {
  if (chain === null || chain.checks < 2 || chain.hits < chain.checks * FOLLOWING) return false;
  const { rows } = table;
  const changes = rows.filter((row, i) => i > 0 && (row[column] ?? '') !== (rows[i - 1][column] ?? '')).length;
  return changes >= (rows.length - 1) * CHANGING;
}

/** Short names of accounts, A1 or BANK-2: single words with a digit in every row that has any. */
function areCodes(table: Table, column: number): boolean {
  if (table.weight(column, 'account') <= 2) return false;
  const cells = table.filled(column);
  return cells.length > 0 && cells.every((c) => /^(?=.*\d)[A-Za-z0-9/_.-]{1,34}$/.test(c));
}
