// DuckDB doing the least that could be called the same as a run of a kind: rows or sums joined by the key of the kind as
// it stands, what agrees and what is left written as CSV. Cut or quoted keys, tolerances, days, reversals, fees,
// several passes and reasons are not looked at. It is timed as a whole, from spawn to exit.

import { join } from 'node:path';
import { connect, selectFile } from './duckdb.ts';
import type { Month } from './inputs.ts';
import type { Kind } from './kinds.ts';
import { scriptInput } from './measure.ts';

export interface KindPeerInput {
  readonly kind: Kind;
  readonly files: Month;
  readonly out: string;
}

const { kind, files, out } = scriptInput<KindPeerInput>();
const connection = await connect();
const csv = (path: string, skip = 0) => `read_csv('${path}', header = true, all_varchar = true, skip = ${skip},
  delim = ',', quote = '"', null_padding = true)`;
const cash = `(coalesce("Debit", '0')::decimal(18,2) - coalesce("Credit", '0')::decimal(18,2))`;
const whole = (side: 'gl' | 'bank', keys: string) =>
  `select ${keys}, sum(money) as money, count(*) as members from (${selectFile(side, { path: files[side], accounts: files.accounts })}) group by all`;

/** A table a side, of the key and what must agree under it; lines are numbered where each is one. */
const SIDES: Readonly<Record<Kind, Readonly<Record<'gl' | 'bank', string>>>> = {
  banking: {
    gl: whole('gl', "account || '/' || reference as key, source_id as line"),
    bank: whole('bank', "account || '/' || reference as key, source_id as line"),
  },
  bulk: {
    gl: whole('gl', "account || '/' || valued || '/' || sign(money) || '/' || coalesce(reference, '') as key"),
    bank: whole('bank', "account || '/' || valued || '/' || sign(money) || '/' || coalesce(reference, '') as key"),
  },
  nip: {
    gl: `select regexp_extract("Narration", '[0-9]{30}') as key, sum(${cash}) as money from ${csv(files.gl)}
      where "Narration" not like '%COMM %' group by 1`,
    bank: `select replace("SESSION ID", '''', '') as key, -"AMOUNT"::decimal(18,2) as money
      from ${csv(files.bank, 2)} where "RESPONSE" = '00'`,
  },
  atm: {
    gl: `select "RRN" as key, sum(${cash}) as money from ${csv(files.gl)} group by 1`,
    bank: `select "RRN" as key, sum(case when "Transaction Type" like '0420%' then 1 else -1 end *
      "Amount"::decimal(18,2)) as money from ${csv(files.bank)} where "Response Code" = '00' group by 1`,
  },
  asset: {
    gl: `select "Portfolio" || '/' || coalesce("ISIN", "Local Code") as key, sum("Quantity"::decimal(28,4)) as units,
      sum("Market Value"::decimal(28,4)) as money from ${csv(files.gl)} group by 1`,
    bank: `select "Safekeeping Account" || '/' || "Security ID" as key, sum("Units"::decimal(28,4)) as units,
      sum("Market Value"::decimal(28,4)) as money from ${csv(files.bank)} group by 1`,
  },
};

for (const side of ['gl', 'bank'] as const) await connection.run(`create table ${side} as ${SIDES[kind][side]}`);
const agree = `gl.money = bank.money${kind === 'asset' ? ' and gl.units = bank.units' : ''}`;
await connection.run(`create table pairs as select gl.key, gl.money, bank.money as bank_money, ${agree} as agree
  from gl full join bank on gl.key = bank.key`);
for (const [name, which] of [
  ['agree', 'agree'],
  ['open', 'agree is not true'],
]) {
  await connection.run(`copy (select * from pairs where ${which}) to '${join(out, `${name}.csv`)}' (header)`);
}
const counted = await connection.runAndReadAll('select count(*) filter (agree) as agree from pairs');
process.stdout.write(JSON.stringify({ agree: Number(counted.getRowObjectsJson()[0]['agree']) }));
