// Subjects of ongoing screening in SQLite. The keys by which a subject is found are in a table of their own.

import type { KeptSubject } from '../../../core/records/documents/check.ts';
import type { Subjects } from '../../../ports/verification/subjects.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';

type StoredSubject = {
  id: number;
  tenant: string;
  partner: string;
  subject_ref: string;
  created_at: number;
  updated_at: number;
  screened_at: number | null;
  /** Subject, hits and keys are JSON. */
  subject: string;
  hits: string;
  screened_by: string | null;
  keys: string;
};

const SELECT = `select id, tenant, partner, subject_ref, created_at, updated_at, screened_at, subject, hits, screened_by,
  (select json_group_array(key order by key) from subject_key where subject = subject.id) as keys from subject`;

export function subjectOperations(db: Database): Synchronous<Subjects> {
  return {
    put: ({
      scope: { tenant, partner },
      subjectRef,
      createdAt,
      updatedAt,
      screenedAt,
      subject,
      hits,
      screenedBy,
      keys,
    }) =>
      db.transaction(() => {
        // A subject that is put again keeps its created_at.
        const { id } = db.get<{ id: number }>(
          `insert into subject (tenant, partner, subject_ref, created_at, updated_at, screened_at, subject, hits, screened_by)
             values (?, ?, ?, ?, ?, ?, ?, ?, ?) on conflict (tenant, partner, subject_ref) do update set
             updated_at = excluded.updated_at, screened_at = excluded.screened_at, subject = excluded.subject,
             hits = excluded.hits, screened_by = excluded.screened_by returning id`,
          ...[tenant, partner, subjectRef, createdAt, updatedAt, screenedAt],
          ...[JSON.stringify(subject), JSON.stringify(hits), screenedBy],
        )!;
        db.run('delete from subject_key where subject = ?', id);
        for (const key of new Set(keys)) {
          db.run(
            'insert into subject_key (tenant, partner, key, subject) values (?, ?, ?, ?)',
            tenant,
            partner,
            key,
            id,
          );
        }
      }),
    screened: ({ tenant, partner }, subjectRef, { screenedAt, screenedBy, hits }) =>
      db.run(
        `update subject set screened_at = ?, screened_by = ?, hits = ?
           where tenant = ? and partner = ? and subject_ref = ?`,
        ...[screenedAt, screenedBy, JSON.stringify(hits), tenant, partner, subjectRef],
      ) === 1,
    get({ tenant, partner }, subjectRef) {
      const row = db.get<StoredSubject>(
        `${SELECT} where tenant = ? and partner = ? and subject_ref = ?`,
        tenant,
        partner,
        subjectRef,
      );
      return row && toSubject(row);
    },
    delete: ({ tenant, partner }, subjectRef) =>
      db.transaction(() => {
        const ofSubject = 'where tenant = ? and partner = ? and subject_ref = ?';
        const checks = db.run(`delete from kept_check ${ofSubject}`, tenant, partner, subjectRef);
        db.run(
          `delete from subject_key where subject = (select id from subject ${ofSubject})`,
          ...[tenant, partner, subjectRef],
        );
        return { existed: db.run(`delete from subject ${ofSubject}`, tenant, partner, subjectRef) === 1, checks };
      }),
    withKeys: ({ tenant, partner }, keys, limit) =>
      db
        .all<StoredSubject>(
          `${SELECT} join (select subject as held, count(*) as held_keys from subject_key where tenant = ? and partner = ?
             and key in (select value from json_each(?)) group by subject order by held_keys desc, subject limit ?)
             on id = held order by held_keys desc, id`,
          ...[tenant, partner, JSON.stringify(keys), limit],
        )
        .map(toSubject),
    // The subjects of all partners are in order of id, those of one partner in order of their reference; `after` is the
    // last id or reference of the page before.
    page(scope, after, limit) {
      const rows =
        scope === null
          ? db.all<StoredSubject>(`${SELECT} where id > ? order by id limit ?`, Number(after ?? 0), limit)
          : db.all<StoredSubject>(
              `${SELECT} where tenant = ? and partner = ? and subject_ref > ? order by subject_ref limit ?`,
              ...[scope.tenant, scope.partner, after ?? '', limit],
            );
      const last = rows.at(-1);
      const next =
        rows.length < limit || last === undefined ? null : scope === null ? String(last.id) : last.subject_ref;
      return { subjects: rows.map(toSubject), next };
    },
  };
}

const toSubject = (row: StoredSubject): KeptSubject => ({
  scope: { tenant: row.tenant, partner: row.partner },
  subjectRef: row.subject_ref,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  screenedAt: row.screened_at,
  subject: JSON.parse(row.subject),
  hits: JSON.parse(row.hits),
  screenedBy: row.screened_by,
  keys: JSON.parse(row.keys),
});
