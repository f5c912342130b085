// Adapts a file's rows to the kind of run: rows that the kind cannot use are rejected with their lines, and balances
// change sign with the amounts.

import { TieoutError } from '../../../core/errors.ts';
import { maskText } from '../../../core/reading/kinds/card-numbers.ts';
import { rowsOfKind } from '../../../core/reading/kinds/kind-rows.ts';
import type { ToldWay } from '../../../core/reading/kinds/told-way.ts';
import type { AccountBalance } from '../../../core/reading/proof/balance-proof.ts';
import { ROW_PENDING, type RowColumns } from '../../../core/records/rows/columns.ts';
import { keepRows } from '../../../core/records/rows/join-columns.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { FoundRows } from './found-rows.ts';

interface ReadForKind {
  readonly columns: RowColumns;
  readonly balances: readonly AccountBalance[];
  readonly warnings: readonly string[];
  /** Null if the kind asks for no direction. */
  readonly statedDirection: ToldWay | null;
}

type WithSentences = {
  readonly warnings: readonly string[];
  readonly rejected: readonly { line: number; reason: string }[];
};

/** The result or error of `read`, with card numbers masked in every sentence. Throws TieoutError. */
export function withoutCardNumbers<T extends WithSentences>(read: () => T): T {
  try {
    const file = read();
    const rejected = file.rejected.map((one) => ({ ...one, reason: maskText(one.reason) }));
    return { ...file, warnings: file.warnings.map(maskText), rejected };
  } catch (error) {
    if (!(error instanceof TieoutError)) throw error;
    const { code, message, file, line } = error;
    throw new TieoutError(code, maskText(message), {
      ...(file !== undefined && { file }),
      ...(line !== undefined && { line }),
    });
  }
}

/** Whether the kind of run gives the direction of rows for which the file does not. */
export const isDirectionGiven = ({ kind }: ReadRequest): boolean => kind?.isOfParties === true && kind.way !== null;

export function kindRowsOf({ kind }: ReadRequest, found: FoundRows): ReadForKind {
  const { columns, ofKind, balances, tally, headings, isSignUnknown, isSignGiven } = found;
  const isOfAccount = kind?.isOfParties !== true;
  if (kind === undefined || (isOfAccount && Object.keys(ofKind).length === 0))
    return { columns, balances, warnings: [], statedDirection: null };
  const rows = rowsOfKind(columns, ofKind, { kind, isSignUnknown, isSignGiven, headings });
  // The rows are unchanged, with more columns.
  if (isOfAccount) return { columns: rows.columns, balances, warnings: rows.warnings, statedDirection: null };
  const keep = new Uint8Array(columns.count).fill(1);
  for (const { row, reason } of rows.refused) {
    keep[row] = 0;
    tally.counts.entries--;
    tally.reject(columns.line[row], reason);
  }
  const kept = keepRows(rows.columns, keep);
  const turned = ({ opening, closing, ...rest }: AccountBalance): AccountBalance => ({
    ...rest,
    opening: opening === null ? null : -opening,
    closing: closing === null ? null : -closing,
  });
  return {
    columns: kept,
    balances: withSums(rows.isTurned ? balances.map(turned) : balances, kept),
    warnings: rows.warnings,
    statedDirection: rows.told,
  };
}

/** The balances with the number and sum of the rows that the kind keeps. */
function withSums(
  balances: readonly AccountBalance[],
  { count, amount, flags, account, currency }: RowColumns,
): AccountBalance[] {
  return balances.map((balance) => {
    const sum = { rows: 0, amount: 0n };
    for (let row = 0; row < count; row++) {
      if (account[row] !== balance.account || currency[row] !== balance.currency || flags[row] & ROW_PENDING) continue;
      sum.rows++;
      sum.amount += BigInt(amount[row]);
    }
    return { ...balance, ...sum };
  });
}
