// The input of a compute thread for matching one account: all rows of both sides in shared memory, and the account's
// rows.

import type { AccountRows } from '../../core/matching/account-source.ts';
import type { MatchParameters } from '../../core/matching/parameters.ts';
import type { RowColumns } from '../../core/records/rows/columns.ts';

export interface AccountTask {
  readonly gl: RowColumns;
  readonly bank: RowColumns;
  readonly rows: AccountRows;
  readonly parameters: MatchParameters;
  /** See account-source.ts. */
  readonly sharers?: AccountRows | undefined;
}
