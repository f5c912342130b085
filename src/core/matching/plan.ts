// Cuts a session into accounts before matching: assigns the rows of each side to accounts. Rows with a flag (pending,
// zero, out of period) take no part and are left out here.

import { type AlignedAccounts, alignAccounts, type HowAccountsMeet } from '../records/rows/accounts.ts';
import { sharedUint32 } from '../records/rows/allocate.ts';
import type { RowColumns, Side } from '../records/rows/columns.ts';
import type { AccountColumns, AccountRows } from './account-source.ts';
import type { MatchOutcome } from './outcome/outcome.ts';

export interface MatchPlan {
  /** Accounts in ascending order of their names. */
  readonly accounts: readonly (AccountRows & Pick<AccountColumns, 'sharers'> & { readonly name: string })[];
}

function usedLabels(columns: RowColumns): number[] {
  const used = new Uint8Array(columns.accounts.length);
  for (let i = 0; i < columns.count; i++) used[columns.account[i]] = 1;
  return [...used.keys()].filter((label) => used[label]);
}

/** Rows of each account, ascending, as views of one shared array. */
function split(columns: RowColumns, accountOf: Uint16Array, accounts: number): Uint32Array[] {
  const start = new Uint32Array(accounts + 1);
  for (let i = 0; i < columns.count; i++) if (columns.flags[i] === 0) start[accountOf[columns.account[i]] + 1]++;
  for (let a = 0; a < accounts; a++) start[a + 1] += start[a];
  const rows = sharedUint32(start[accounts]);
  const fill = start.slice();
  for (let i = 0; i < columns.count; i++) if (columns.flags[i] === 0) rows[fill[accountOf[columns.account[i]]]++] = i;
  return Array.from({ length: accounts }, (_, a) => rows.subarray(start[a], start[a + 1]));
}

/** The open rows of an outcome as one account. */
export function planOfOpen({ open }: Pick<MatchOutcome, 'open'>): MatchPlan {
  const rowsOf = (side: Side): Uint32Array => {
    const rows = sharedUint32(open[side].count);
    rows.set(open[side].row);
    return rows.sort();
  };
  return { accounts: [{ name: '', gl: rowsOf('gl'), bank: rowsOf('bank') }] };
}

/** The accounts by the labels that rows carry. `how`: see alignAccounts. */
export function numberedAccounts(
  gl: RowColumns,
  bank: RowColumns,
  how: HowAccountsMeet | null = null,
): AlignedAccounts {
  const used = { gl: usedLabels(gl), bank: usedLabels(bank) };
  const aligned = alignAccounts(
    used.gl.map((label) => gl.accounts[label]),
    used.bank.map((label) => bank.accounts[label]),
    how,
  );
  const byLabel = (labels: number[], numbers: Uint16Array, count: number): Uint16Array => {
    const accountOf = new Uint16Array(count);
    labels.forEach((label, k) => {
      accountOf[label] = numbers[k];
    });
    return accountOf;
  };
  return {
    ...aligned,
    gl: byLabel(used.gl, aligned.gl, gl.accounts.length),
    bank: byLabel(used.bank, aligned.bank, bank.accounts.length),
  };
}

export function planSession(gl: RowColumns, bank: RowColumns, numbered = numberedAccounts(gl, bank)): MatchPlan {
  const glRows = split(gl, numbered.gl, numbered.names.length);
  const bankRows = split(bank, numbered.bank, numbered.names.length);
  return { accounts: numbered.names.map((name, a) => ({ name, gl: glRows[a], bank: bankRows[a] })) };
}
