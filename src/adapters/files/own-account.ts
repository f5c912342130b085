// Of a ledger that holds a whole journal the lines of the account that was named; the others are set aside, each with its
// line. Where none was named, or one that the file does not have, the file asks.

import type { Question } from '../../core/reading/decide.ts';
import { isWholeJournal, journalQuestion } from '../../core/reading/evidence/whole-journal.ts';
import type { AccountBalance } from '../../core/reading/proof/balance-proof.ts';
import type { RowColumns } from '../../core/records/rows/columns.ts';
import { keepRows } from '../../core/records/rows/join-columns.ts';
import type { ReadRequest } from './read-request.ts';
import type { RowReader } from './scan/read-rows.ts';

export interface OwnAccount {
  readonly columns: RowColumns;
  readonly balances: readonly AccountBalance[];
  readonly question: Question | null;
}

export function ownAccountOf(
  { side, kind, defaultAccount }: ReadRequest,
  reader: RowReader,
  read: Pick<OwnAccount, 'columns' | 'balances'>,
): OwnAccount {
  const { columns, balances } = read;
  if (side !== 'gl' || kind !== undefined || !isWholeJournal(columns)) return { columns, balances, question: null };
  const { accounts, account, count, line } = columns;
  const own = accounts.indexOf(reader.layout.given.account ?? defaultAccount ?? '');
  if (own < 0) return { columns, balances, question: journalQuestion(accounts.filter((name) => name !== '')) };
  const keep = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    if (account[i] === own) keep[i] = 1;
    else reader.leaveOut(line[i]!, `of account ${accounts[account[i]!]}, another than the one that was named`);
  }
  return {
    columns: keepRows(columns, keep),
    balances: balances.filter((one) => one.account === own),
    question: null,
  };
}
