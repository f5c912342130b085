// Which account of the books is which of the bank is decided before matching (src/core/records/rows/accounts.ts, tested by
// itself). The reference takes rows whose accounts already bear one name on both sides.

import { alignAccounts } from '../../src/core/records/rows/accounts.ts';
import type { RefRow } from './ref-row.ts';

interface BothSides {
  readonly gl: readonly RefRow[];
  readonly bank: readonly RefRow[];
}

/** The same session with each account under its common name. */
export function aligned<S extends BothSides>(session: S): S {
  const labels = (rows: readonly RefRow[]) => [...new Set(rows.map((row) => row.account))];
  const [glLabels, bankLabels] = [labels(session.gl), labels(session.bank)];
  const { gl, bank, names } = alignAccounts(glLabels, bankLabels);
  const rename = (rows: readonly RefRow[], own: string[], numbers: Uint16Array) =>
    rows.map((row) => ({ ...row, account: names[numbers[own.indexOf(row.account)]] }));
  return { ...session, gl: rename(session.gl, glLabels, gl), bank: rename(session.bank, bankLabels, bank) };
}
