// Checks and used tokens in SQLite. What a check says of a person is in a personal text.

import type { CheckState, CheckStatus, KeptCheck, Scope } from '../../../core/records/documents/check.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import { type Checks, type CheckTally, MOST_CHECKS_LISTED } from '../../../ports/verification/checks.ts';
import { conditionsOf } from '../connection/conditions.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import { putPersonal, refKey } from './personal.ts';

type StoredCheck = {
  id: number;
  tenant: string;
  partner: string;
  check_id: string;
  route: string;
  created_at: number;
  expires_at: number;
  status: string | null;
  state: string | null;
  actor: string | null;
  batch_id: string | null;
  /** JSON: digest, subject_ref, answer. */
  content: string;
};

const COLUMNS =
  'tenant, partner, check_id, route, ref_key, created_at, expires_at, status, state, actor, batch_id' as const;
const SELECT = `select kept_check.*, content from kept_check join personal on personal.id = kept_check.id`;

export function checkOperations(db: Database): Synchronous<Checks> {
  const find = ({ tenant, partner }: Scope, id: string): { readonly id: number; readonly check: KeptCheck } | null => {
    const row = db.get<StoredCheck>(
      `${SELECT} where tenant = ? and partner = ? and check_id = ?`,
      ...[tenant, partner, id],
    );
    return row && { id: row.id, check: toCheck(row) };
  };
  return {
    add: (check) =>
      db.transaction(() => {
        const { scope, checkId, route, subjectRef, createdAt, expiresAt, status, state, actor, batchId } = check;
        const id = db.insert(
          `insert into kept_check (${COLUMNS}) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
             on conflict (tenant, partner, check_id) do nothing`,
          ...[scope.tenant, scope.partner, checkId, route, subjectRef === null ? null : refKey(scope, subjectRef)],
          ...[createdAt, expiresAt, status, state, actor, batchId],
        );
        if (id !== null) putPersonal(db, id, contentOf(check));
        return find(scope, checkId)!.check;
      }),
    update: (scope, checkId, to, expected) =>
      db.erasing(() => {
        const found = find(scope, checkId);
        if (found === null || JSON.stringify(found.check.answer) !== JSON.stringify(expected)) return false;
        db.run('update kept_check set status = ?, state = ? where id = ?', to.status, to.state, found.id);
        putPersonal(db, found.id, contentOf({ ...found.check, ...to }));
        return true;
      }),
    get: (scope, ids) => ids.map((id) => find(scope, id)?.check ?? null).filter((one) => one !== null),
    ofSubject: (scope, subjectRef) =>
      db
        .all<{ check_id: string }>(
          `select check_id from kept_check join personal on personal.id = kept_check.id
             where tenant = ? and partner = ? and ref_key = ? and json_extract(content, '$.subject_ref') = ?
             order by created_at desc, check_id limit ${MOST_CHECKS_LISTED}`,
          ...[scope.tenant, scope.partner, refKey(scope, subjectRef), subjectRef],
        )
        .map(({ check_id }) => check_id),
    search(asked, after, limit) {
      const { tenant, partner, subjectRef } = asked;
      const key = partner === null || subjectRef === null ? null : refKey({ tenant, partner }, subjectRef);
      const { sql, values } = conditionsOf([
        ['tenant = ?', tenant],
        ['partner = ?', partner],
        ['route = ?', asked.route],
        ['status = ?', asked.status],
        ['state = ?', asked.state],
        ["ref_key = ? and json_extract(content, '$.subject_ref') = ?", key, subjectRef],
        ['batch_id = ?', asked.batchId],
        ['actor = ?', asked.actor],
        ['created_at >= ?', asked.from],
        ['created_at < ?', asked.before],
        ['expires_at > ?', asked.keptAt],
        ['created_at <= ?', after?.createdAt ?? null],
        ['(created_at < ? or check_id > ?)', after?.createdAt ?? null, after?.checkId ?? null],
      ]);
      const rows = db.all<StoredCheck>(
        `${SELECT} where ${sql} order by created_at desc, check_id limit ?`,
        ...values,
        limit,
      );
      return rows.map(toCheck);
    },
    tally: ({ tenant, partner }, batchId) =>
      db.all<{ status: string | null; state: string | null; count: number }>(
        `select status, state, count(*) as count from kept_check where tenant = ? and partner = ? and batch_id = ?
           group by status, state`,
        ...[tenant, partner, batchId],
      ) as unknown as CheckTally[],
    inProgress: (route, after, limit) =>
      db
        .all<StoredCheck>(
          `${SELECT} where route = ? and state = 'in_progress' and (created_at, check_id) > (?, ?)
             order by created_at, check_id limit ?`,
          ...[route, after?.createdAt ?? -1, after?.checkId ?? '', limit],
        )
        .map(toCheck),
    withoutStatus(after, limit) {
      const rows = db.all<StoredCheck>(
        `${SELECT} where status is null and kept_check.id > ? order by kept_check.id limit ?`,
        ...[Number(after ?? 0), limit + 1],
      );
      const { rows: found, last } = pageOf(rows, limit);
      return { checks: found.map(toCheck), next: last && String(last.id) };
    },
    use: (token, until) =>
      db.run('insert into used_token (token, expires_at) values (?, ?) on conflict do nothing', token, until) === 1,
    prune: (now) =>
      db.erasing(() => {
        db.emptyLogAfter();
        db.run('delete from used_token where expires_at < ?', now);
        db.run('delete from personal where id in (select id from kept_check where expires_at < ?)', now);
        return db.run('delete from kept_check where expires_at < ?', now);
      }),
  };
}

const contentOf = ({ requestDigest, subjectRef, answer }: KeptCheck) => ({
  ...{ digest: requestDigest, subject_ref: subjectRef, answer },
});

function toCheck(row: StoredCheck): KeptCheck {
  const content = JSON.parse(row.content) as ReturnType<typeof contentOf>;
  return {
    scope: { tenant: row.tenant, partner: row.partner },
    ...{ checkId: row.check_id, route: row.route, requestDigest: content.digest, subjectRef: content.subject_ref },
    ...{ createdAt: row.created_at, expiresAt: row.expires_at, answer: content.answer },
    ...{ status: row.status as CheckStatus | null, state: row.state as CheckState | null },
    ...{ actor: row.actor, batchId: row.batch_id },
  };
}
