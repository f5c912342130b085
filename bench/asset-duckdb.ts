// DuckDB comparing holdings with a custodian's report: lots summed by portfolio and identifier, joined by the identifier as
// it stands, differences written as CSV. CUSIPs beside ISINs, tolerances, days, currencies and reasons are not looked
// at, so it is the least that could be called the same.

import { join } from 'node:path';
import { connect } from './duckdb.ts';
import type { Month } from './inputs.ts';
import { scriptInput } from './measure.ts';

export interface AssetPeerInput {
  readonly holdings: Month;
  readonly out: string;
}

const { holdings, out } = scriptInput<AssetPeerInput>();
const connection = await connect();
const csv = (path: string) => `read_csv('${path}', header = true, all_varchar = true)`;
await connection.run(`create table gl as select "Portfolio" as account, coalesce("ISIN", "Local Code") as id,
  sum("Quantity"::decimal(28,4)) as units, sum("Market Value"::decimal(28,4)) as worth
  from ${csv(holdings.gl)} group by 1, 2`);
await connection.run(`create table bank as select "Safekeeping Account" as account, "Security ID" as id,
  sum("Units"::decimal(28,4)) as units, sum("Market Value"::decimal(28,4)) as worth
  from ${csv(holdings.bank)} group by 1, 2`);
await connection.run(`create table pairs as select gl.account, gl.id, gl.units, bank.units as bank_units, gl.worth,
  bank.worth as bank_worth from gl full join bank on gl.account = bank.account and (gl.id = bank.id)`);
await connection.run(`copy (select * from pairs where units is distinct from bank_units or worth is distinct from bank_worth)
  to '${join(out, 'breaks.csv')}' (header, delimiter ',')`);
await connection.run(`copy (select * from pairs where units = bank_units and worth = bank_worth)
  to '${join(out, 'agree.csv')}' (header, delimiter ',')`);
process.stdout.write('{}');
