// DuckDB as a peer: an in-memory database with as many threads as the machine has cores, and how both
// benchmarks against it read a file. Every column that could be a reference is text: a reader that infers types turns
// 30-digit numbers into floats and merges them.

import { availableParallelism } from 'node:os';
import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import type { Side } from '../src/core/records/rows/columns.ts';

export async function connect(): Promise<DuckDBConnection> {
  const instance = await DuckDBInstance.create(':memory:', { threads: String(availableParallelism()) });
  return instance.connect();
}

/** The columns of both files in their order: what each is called here, and its type. */
const FIELDS = [
  ['source_id', 'varchar'],
  ['booked', 'date'],
  ['valued', 'date'],
  ['account', 'varchar'],
  ['reference', 'varchar'],
  ['narration', 'varchar'],
  ['first', 'decimal(18,2)'],
  ['second', 'decimal(18,2)'],
  ['balance', 'decimal(18,2)'],
] as const;

/**
 * A select over one file of a made-up month: source_id, the dates booked and valued, account, reference, narration and
 * money, the signed cash effect. A month of one account has no account column.
 */
export function selectFile(side: Side, { path, accounts }: { path: string; accounts: number }): string {
  const present = FIELDS.filter(([name]) => name !== 'account' || accounts > 1);
  const columns = present.map(([name, type]) => `'${name}': '${type}'`).join(', ');
  // The ledger's debits are money in, and stand first; the statement's withdrawals stand first.
  const [moneyIn, moneyOut] = side === 'gl' ? ['first', 'second'] : ['second', 'first'];
  return `
    select source_id, booked, valued, ${accounts > 1 ? 'account' : "'' as account"}, reference, narration,
      (coalesce(${moneyIn}, 0) - coalesce(${moneyOut}, 0))::decimal(18,2) as money
    from read_csv('${path}', header = true, delim = ',', quote = '"', auto_detect = false, columns = {${columns}})`;
}
