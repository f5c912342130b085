// The process of the run benchmark's peer: the same rows, one document each, into SQLite by a prepared statement, a
// thousand a transaction, as a plain design would keep them. Nothing is matched; reading the files is not timed.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readStatementFile } from '../src/adapters/files/read-statement.ts';
import { SIDES } from '../src/core/records/rows/columns.ts';
import { peakBytes, scriptInput, type Taken, timed } from './measure.ts';
import { documentOf } from './month-command.ts';
import type { SessionInput } from './run-session.ts';

export interface DocumentsAnswer {
  readonly taken: Taken;
  readonly rows: number;
  readonly peakBytes: number;
}

const ROWS_A_TRANSACTION = 1_000;

const { month, data } = scriptInput<SessionInput>();
const sides = SIDES.map((side) => {
  const request = { path: month[side], name: `${side}.csv`, side, defaultCurrency: 'NGN' };
  return { side, columns: readStatementFile(request).columns };
});
const database = new DatabaseSync(join(data, 'documents.db'));
database.exec(`pragma journal_mode = wal; pragma synchronous = full;
  create table documents (id text primary key, body text not null)`);
const insert = database.prepare('insert into documents (id, body) values (?, ?)');

const { taken } = await timed(() => {
  for (const { side, columns } of sides) {
    for (let from = 0; from < columns.count; from += ROWS_A_TRANSACTION) {
      const to = Math.min(columns.count, from + ROWS_A_TRANSACTION);
      database.exec('begin');
      for (let i = from; i < to; i++) insert.run(`${side}-${i}`, JSON.stringify(documentOf(columns, i)));
      database.exec('commit');
    }
  }
  database.close();
});
const answer: DocumentsAnswer = {
  taken,
  rows: sides.reduce((sum, { columns }) => sum + columns.count, 0),
  peakBytes: peakBytes(),
};
process.stdout.write(JSON.stringify(answer));
