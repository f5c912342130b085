// Which column may be the account of the file itself (the own account). Accounts that change from row to row, while one
// running balance goes through all of them, belong to payers and payees.

import { type ColumnProfile, isText } from '../cells/cell-profile.ts';
import type { Chain } from '../evidence/balance-chain.ts';
import { type Candidate, candidate } from '../table/candidate.ts';
import type { Table } from '../table/table.ts';
import { preambleFacts } from '../titles/preamble.ts';

/** A title of this weight (“Kontonummer”) may mean the other party's account; one of more weight means the own. */
const DOUBTFUL_TITLE = 2;

/** If this share of rows has another account than the row above, the column is not the own account. */
const CHANGING = 0.3;

/** If this share of the balances follows from row to row, one running balance goes through all accounts. */
const FOLLOWING = 0.8;

/** A doubtful title needs an account that comes again: this many different ones, or one in four rows at most. */
const FEW_ACCOUNTS = 20;

/**
 * Columns that may be the own account, the likeliest first. A column of other parties' accounts is a part of the
 * narration.
 */
export function accountCandidates(table: Table, chain: Chain | null): Candidate[] {
  const field = 'account';
  const isPlain = (i: number) => table.weight(i, field) > DOUBTFUL_TITLE;
  const isAccount = (p: ColumnProfile, i: number) =>
    // Sort code and number, 20-12-34 12345678, look like a day and a time.
    (isText(p) || (p.filled > 0 && isPlain(i))) &&
    p.currencies === 0 &&
    (table.rows.some((row) => /\d{3}/.test(row[i] ?? '')) || areCodes(table, i)) &&
    (p.distinct <= Math.max(FEW_ACCOUNTS, p.filled / 4) || isPlain(i)) &&
    // The other party's account differs from row to row.
    (p.distinct < p.filled || p.filled === 1 || table.weight(i, field) !== DOUBTFUL_TITLE);
  const own = preambleFacts(table.above)
    .flatMap(({ kind, value }) => (kind === 'account' ? [digitsOf(value)] : []))
    .filter((account) => account !== '');
  return table.titled(field, isAccount).map((column) => {
    const words = table.quoted(column);
    if (isOfOthers(table, column, chain))
      return candidate(
        'narration',
        column,
        'strong',
        `${words}, of others: one running balance goes through all of them`,
      );
    return !isPlain(column) && own.length > 0 && !table.filled(column).some((cell) => isOneOf(cell, own))
      ? candidate('narration', column, 'strong', `${words}, of others: the file’s own account stands above the titles`)
      : candidate(field, column, 'strong', words);
  });
}

const digitsOf = (account: string): string => account.replace(/[^\p{L}\d]/gu, '').toUpperCase();

/** Fewer letters and digits are a part of too many accounts. */
const LEAST_OF_ACCOUNT = 3;

/** Whether an account is one of those, of which either may be a part of the other: a number and its IBAN. */
function isOneOf(cell: string, accounts: readonly string[]): boolean {
  const digits = digitsOf(cell);
  if (digits.length < LEAST_OF_ACCOUNT) return accounts.includes(digits);
  return accounts.some((account) => account.includes(digits) || digits.includes(account));
}

/** Whether the accounts are those of payers and payees. */
function isOfOthers(table: Table, column: number, chain: Chain | null): boolean {
  if (chain === null || chain.checks < 2 || chain.hits < chain.checks * FOLLOWING) return false;
  const { rows } = table;
  const changes = rows.filter((row, i) => i > 0 && (row[column] ?? '') !== (rows[i - 1][column] ?? '')).length;
  return changes >= (rows.length - 1) * CHANGING;
}

/** Whether the cells are short names of accounts, such as A1 or BANK-2: each filled one is a word with a digit. */
function areCodes(table: Table, column: number): boolean {
  if (table.weight(column, 'account') <= DOUBTFUL_TITLE) return false;
  const cells = table.filled(column);
  return cells.length > 0 && cells.every((c) => /^(?=.*\d)[A-Za-z0-9/_.-]{1,34}$/.test(c));
}
