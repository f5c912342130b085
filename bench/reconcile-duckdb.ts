// DuckDB reconciling two files from the command line, with exact stages only: the same reference and amount in the
// window, then the only row of an amount and day on both sides. It reads the files, writes pairs and open items as CSV,
// and is timed as a whole, from spawn to exit. References are compared as they stand; nothing is looked for in
// narrations and nothing is explained, so it is the least that could be called a reconciliation.

import { join } from 'node:path';
import { SIDES, type Side } from '../src/core/records/rows/columns.ts';
import { connect, selectFile } from './duckdb.ts';
import type { Month } from './inputs.ts';
import { scriptInput } from './measure.ts';

export interface ReconcileInput {
  readonly month: Month;
  readonly out: string;
  readonly days: number;
}

const { month, out, days } = scriptInput<ReconcileInput>();
const connection = await connect();

/** Rows of a side that are the only ones with such a key. */
const only = (side: Side, keys: string, which: string) =>
  `(select ${keys}, any_value(row) as ${side}, any_value(booked) as ${side}_booked, any_value(valued) as ${side}_valued
    from ${side} ${which} group by ${keys} having count(*) = 1)`;

const unmatched = (side: Side) => `anti join pairs on ${side}.row = pairs.${side}`;

const written = (side: Side) => `${side}.row + 2 as ${side}_line, ${side}.source_id as ${side}_id,
  ${side}.booked as ${side}_date, ${side}.money as ${side}_amount,
  ${side}.reference as ${side}_reference, ${side}.narration as ${side}_narration`;

const openItems = (side: Side) =>
  `select '${side}' as side, row + 2 as line, source_id, booked as date, money as amount, reference, narration
    from ${side} ${unmatched(side)}`;

const byReference = (side: Side) => only(side, 'account, reference, money', 'where reference is not null');
const byDay = (side: Side) => only(side, 'account, money, booked', unmatched(side));

for (const side of SIDES) {
  const rows = selectFile(side, { path: month[side], accounts: month.accounts });
  await connection.run(`create table ${side}_rows as ${rows}`);
  await connection.run(`create view ${side} as select rowid as row, * from ${side}_rows`);
}
await connection.run(`create table pairs as select gl, bank, 1 as tier
  from ${byReference('gl')} join ${byReference('bank')} using (account, reference, money)
  where least(abs(bank_booked - gl_booked), abs(bank_valued - gl_booked)) <= ${days}`);
await connection.run(`insert into pairs select gl, bank, 4 as tier
  from ${byDay('gl')} join ${byDay('bank')} using (account, money, booked)`);
await connection.run(`copy (select tier, ${written('gl')}, ${written('bank')}
  from pairs join gl on gl.row = pairs.gl join bank on bank.row = pairs.bank)
  to '${join(out, 'matches.csv')}' (header, delimiter ',')`);
await connection.run(`copy (${openItems('gl')} union all ${openItems('bank')})
  to '${join(out, 'open-items.csv')}' (header, delimiter ',')`);
process.stdout.write('{}');
