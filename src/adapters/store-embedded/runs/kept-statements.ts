// Kept statements in SQLite: rows that are only ever added.

import type { KeptStatement } from '../../../core/records/kept-statement.ts';
import type { KeptStatements } from '../../../ports/kept-statements.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import type { Keys } from '../keys.ts';

type Row = { digest: string; content_type: string; position: number; kept_at: number; text: string };

const SELECT = `select digest, content_type, position, kept_at, text from kept_statement
  where session = ? and digest = ?`;

export const keptStatementOperations = (db: Database, keys: Keys): Synchronous<KeptStatements> => ({
  keep: (key, { digest, contentType, position, keptAt, text }) =>
    db.transaction(() => {
      const session = keys.session(key);
      db.run(
        `insert into kept_statement (session, digest, content_type, position, kept_at, text)
           values (?, ?, ?, ?, ?, ?) on conflict (session, digest) do nothing`,
        ...[session, digest, contentType, position, keptAt, text],
      );
      return toStatement(db.get<Row>(SELECT, session, digest)!);
    }),
  get(key, digest) {
    const row = db.get<Row>(SELECT, keys.knownSession(key), digest);
    return row && toStatement(row);
  },
});

const toStatement = ({ digest, content_type, position, kept_at, text }: Row): KeptStatement => ({
  ...{ digest, contentType: content_type, position, keptAt: kept_at, text },
});
