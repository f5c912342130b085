// Answers of calls with a key in SQLite.

import type { KeptAnswers } from '../../../ports/calls/kept-answers.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';

type Row = { digest: string; attempt: string; begun_at: number; told: string | null; packed: Uint8Array | null };

export const keptAnswerOperations = (db: Database): Synchronous<KeptAnswers> => ({
  begin: ({ caller, key }, { id, digest, now, until }) =>
    db.transaction(() => {
      db.run('delete from kept_answer where expires_at < ?', now);
      const known = db.get<Row>(
        'select digest, attempt, begun_at, told, packed from kept_answer where caller = ? and key = ?',
        caller,
        key,
      );
      if (known !== null) {
        const { told, packed, begun_at: begunAt, attempt } = known;
        if (attempt === id && told === null) return null;
        return { digest: known.digest, begunAt, answer: told === null ? null : { told: JSON.parse(told), packed } };
      }
      db.run(
        'insert into kept_answer (caller, key, digest, attempt, begun_at, expires_at) values (?, ?, ?, ?, ?, ?)',
        caller,
        key,
        digest,
        id,
        now,
        until,
      );
      return null;
    }),
  finish: ({ caller, key }, { packed, told }) =>
    void db.run(
      'update kept_answer set told = ?, packed = ? where caller = ? and key = ?',
      JSON.stringify(told),
      packed,
      caller,
      key,
    ),
  forget: ({ caller, key }, attemptId) =>
    void db.run(
      'delete from kept_answer where caller = ? and key = ? and attempt = ? and told is null',
      caller,
      key,
      attemptId,
    ),
});
