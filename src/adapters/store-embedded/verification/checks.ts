// Checks and used tokens in SQLite.

import type { KeptCheck, Scope } from '../../../core/records/documents/check.ts';
import { type Checks, MOST_CHECKS_LISTED } from '../../../ports/verification/checks.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';

type StoredCheck = {
  tenant: string;
  partner: string;
  check_id: string;
  route: string;
  digest: string;
  subject_ref: string | null;
  created_at: number;
  expires_at: number;
  answer: string;
};

const COLUMNS = 'tenant, partner, check_id, route, digest, subject_ref, created_at, expires_at, answer';

export function checkOperations(db: Database): Synchronous<Checks> {
  const find = ({ tenant, partner }: Scope, id: string): KeptCheck | null => {
    const row = db.get<StoredCheck>(
      `select ${COLUMNS} from kept_check where tenant = ? and partner = ? and check_id = ?`,
      ...[tenant, partner, id],
    );
    return row && toCheck(row);
  };
  return {
    add: (check) =>
      db.transaction(() => {
        const { scope, checkId, route, requestDigest, subjectRef, createdAt, expiresAt, answer } = check;
        db.run(
          `insert into kept_check (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?)
             on conflict (tenant, partner, check_id) do nothing`,
          ...[scope.tenant, scope.partner, checkId, route, requestDigest, subjectRef, createdAt, expiresAt],
          JSON.stringify(answer),
        );
        return find(scope, checkId)!;
      }),
    update: ({ tenant, partner }, checkId, answer, expected) =>
      db.run(
        'update kept_check set answer = ? where tenant = ? and partner = ? and check_id = ? and answer = ?',
        ...[JSON.stringify(answer), tenant, partner, checkId, JSON.stringify(expected)],
      ) === 1,
    get: (scope, ids) => ids.map((id) => find(scope, id)).filter((one) => one !== null),
    ofSubject: ({ tenant, partner }, subjectRef) =>
      db
        .all<{ check_id: string }>(
          `select check_id from kept_check where tenant = ? and partner = ? and subject_ref = ?
             order by created_at desc, check_id limit ${MOST_CHECKS_LISTED}`,
          ...[tenant, partner, subjectRef],
        )
        .map(({ check_id }) => check_id),
    use: (token, until) =>
      db.run('insert into used_token (token, expires_at) values (?, ?) on conflict do nothing', token, until) === 1,
    prune: (now) =>
      db.transaction(() => {
        db.run('delete from used_token where expires_at < ?', now);
        return db.run('delete from kept_check where expires_at < ?', now);
      }),
  };
}

const toCheck = (row: StoredCheck): KeptCheck => ({
  scope: { tenant: row.tenant, partner: row.partner },
  checkId: row.check_id,
  route: row.route,
  requestDigest: row.digest,
  subjectRef: row.subject_ref,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  answer: JSON.parse(row.answer),
});
