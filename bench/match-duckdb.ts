// The process in which DuckDB matches: the same files loaded into tables first, then the statements of match-sql.ts,
// timed together and by stage, as often as asked, on tables of its own each time.

import { writeFileSync } from 'node:fs';
import { SIDES } from '../src/core/records/rows/columns.ts';
import { connect, selectFile } from './duckdb.ts';
import type { MatchAnswer, MatchInput } from './match-definition.ts';
import { MATCH_STATEMENTS, PAIRS_SQL } from './match-sql.ts';
import { forgetPeak, peakBytes, scriptInput, timed } from './measure.ts';

const { month, runs, pairsFile } = scriptInput<MatchInput>();
const connection = await connect();
for (const side of SIDES) {
  await connection.run(`create table ${side}_rows as
    select account, reference, narration, (money * 100)::bigint as amount,
      (booked - date '1970-01-01')::integer as day, (valued - date '1970-01-01')::integer as value_day
    from (${selectFile(side, { path: month[side], accounts: month.accounts })})`);
}
forgetPeak();

let stages = new Map<string, number>();

async function match(): Promise<void> {
  stages = new Map();
  for (const { stage, sql } of MATCH_STATEMENTS) {
    const { taken } = await timed(() => connection.run(sql));
    stages.set(stage, (stages.get(stage) ?? 0) + taken.seconds);
  }
}

async function dropTables(): Promise<void> {
  for (const { sql } of MATCH_STATEMENTS) {
    await connection.run(`drop table ${/create temp table (\w+)/.exec(sql)![1]}`);
  }
}

const taken = [(await timed(match)).taken];
const peak = peakBytes();
while (taken.length < runs) {
  await dropTables();
  taken.push((await timed(match)).taken);
}
const answer: MatchAnswer = {
  taken,
  stages: [...stages].map(([stage, seconds]) => ({ stage, seconds })),
  peakBytes: peak,
  peakBytesLater: peakBytes(),
};
const pairs = (await connection.runAndReadAll(PAIRS_SQL)).getColumns();
const lines = new Int32Array(pairs[0].length * 3);
for (let i = 0; i < pairs[0].length; i++) for (let k = 0; k < 3; k++) lines[3 * i + k] = Number(pairs[k][i]);
writeFileSync(pairsFile, lines);
process.stdout.write(JSON.stringify(answer));
