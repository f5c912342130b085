// Subjects of ongoing screening in SQLite. What is known of a subject is in a personal text. The keys by which it is
// found are in a table of their own.

import type { KeptSubject, Scope } from '../../../core/records/documents/check.ts';
import type { SubjectStatus, Subjects } from '../../../ports/verification/subjects.ts';
import { conditionsOf } from '../connection/conditions.ts';
import type { Database } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import { findKey, ofSubject, putPersonal, refKey } from './personal.ts';

type StoredSubject = {
  id: number;
  subject_id: string;
  tenant: string;
  partner: string;
  created_at: number;
  updated_at: number;
  screened_at: number | null;
  screened_by: string | null;
  actor: string | null;
  /** JSON: subject_ref, subject, hits, keys. */
  content: string;
};

const SELECT = 'select subject.*, content from subject join personal on personal.id = -subject.id';
const OF_REF = `where tenant = ? and partner = ? and ref_key = ? and json_extract(content, '$.subject_ref') = ?`;

export function subjectOperations(db: Database): Synchronous<Subjects> {
  const refValues = (scope: Scope, subjectRef: string) =>
    [scope.tenant, scope.partner, refKey(scope, subjectRef), subjectRef] as const;
  const find = (scope: Scope, subjectRef: string): { readonly id: number; readonly subject: KeptSubject } | null => {
    const row = db.get<StoredSubject>(`${SELECT} ${OF_REF}`, ...refValues(scope, subjectRef));
    return row && { id: row.id, subject: toSubject(row) };
  };
  /** Replaces the keys by which the subject is found. */
  const putKeys = ({ tenant, partner }: Scope, id: number, keys: readonly string[]): void => {
    db.run('delete from subject_key where subject = ?', id);
    for (const key of new Set(keys.map((one) => findKey(one)))) {
      db.run('insert into subject_key (tenant, partner, key, subject) values (?, ?, ?, ?)', tenant, partner, key, id);
    }
  };
  return {
    put: (subject) =>
      db.erasing(() => {
        const { scope, subjectRef, createdAt, updatedAt, screenedAt, screenedBy, hits, keys, actor } = subject;
        const known = find(scope, subjectRef);
        const times = [updatedAt, screenedAt, screenedBy, hits.length, actor];
        if (known !== null) {
          db.run(
            `update subject set updated_at = ?, screened_at = ?, screened_by = ?, hit_count = ?, actor = ? where id = ?`,
            ...[...times, known.id],
          );
        }
        const id =
          known?.id ??
          db.insert(
            `insert into subject (updated_at, screened_at, screened_by, hit_count, actor, subject_id, tenant, partner,
               ref_key, created_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
            ...[...times, subject.subjectId, scope.tenant, scope.partner, refKey(scope, subjectRef), createdAt],
          )!;
        putPersonal(db, ofSubject(id), contentOf(subject));
        putKeys(scope, id, keys);
        return known?.subject.subjectId ?? subject.subjectId;
      }),
    screened: (scope, subjectRef, noted, updatedAt) =>
      db.erasing(() => {
        const known = find(scope, subjectRef);
        if (known === null) return 'gone';
        if (known.subject.updatedAt !== updatedAt) return 'replaced';
        db.run(
          'update subject set screened_at = ?, screened_by = ?, hit_count = ? where id = ?',
          ...[noted.screenedAt, noted.screenedBy, noted.hits.length, known.id],
        );
        const content = contentOf({ ...known.subject, ...noted });
        putPersonal(db, ofSubject(known.id), content);
        if (content.keys.join('\n') !== known.subject.keys.join('\n')) putKeys(scope, known.id, content.keys);
        return 'noted';
      }),
    get: (scope, subjectRef) => find(scope, subjectRef)?.subject ?? null,
    delete: (scope, subjectRef, upTo = { subject: Number.MAX_SAFE_INTEGER, checks: Number.MAX_SAFE_INTEGER }) =>
      db.erasing(() => {
        db.emptyLogAfter();
        const checks = db.all<{ id: number }>(
          `select kept_check.id from kept_check join personal on personal.id = kept_check.id ${OF_REF} and created_at <= ?`,
          ...[...refValues(scope, subjectRef), upTo.checks],
        );
        for (const { id } of checks) {
          db.run('delete from personal where id = ?', id);
          db.run('delete from kept_check where id = ?', id);
        }
        const known = find(scope, subjectRef);
        const isGoing = known !== null && known.subject.updatedAt <= upTo.subject;
        if (isGoing) {
          putKeys(scope, known.id, []);
          db.run('delete from personal where id = ?', ofSubject(known.id));
          db.run('delete from subject where id = ?', known.id);
        }
        return { existed: isGoing, checks: checks.length };
      }),
    withKeys: ({ tenant, partner }, keys, limit) =>
      db
        .all<StoredSubject>(
          `${SELECT} join (select subject as held, count(*) as held_keys from subject_key where tenant = ? and partner = ?
             and key in (select value from json_each(?)) group by subject)
             on subject.id = held order by held_keys desc, subject_id limit ?`,
          ...[tenant, partner, JSON.stringify(keys.map((key) => findKey(key))), limit],
        )
        .map(toSubject),
    search(asked, after, limit) {
      const { sql, values } = conditionsOf([
        ['tenant = ?', asked.tenant],
        ['partner = ?', asked.partner],
        ...(asked.status === null ? [] : [[STATUSES[asked.status]] as const]),
        ['subject_id = ?', asked.subjectId],
        ['actor = ?', asked.actor],
        ['updated_at >= ?', asked.from],
        ['updated_at < ?', asked.before],
        ['updated_at <= ?', after?.updatedAt ?? null],
        ['(updated_at < ? or subject_id > ?)', after?.updatedAt ?? null, after?.subjectId ?? null],
      ]);
      const order = 'order by updated_at desc, subject_id limit ?';
      return db.all<StoredSubject>(`${SELECT} where ${sql} ${order}`, ...values, limit).map(toSubject);
    },
    page(scope, after, limit) {
      const of = scope === null ? '' : 'tenant = ? and partner = ? and';
      const values = scope === null ? [] : [scope.tenant, scope.partner];
      const rows = db.all<StoredSubject>(
        `${SELECT} where ${of} subject.id > ? order by subject.id limit ?`,
        ...[...values, Number(after ?? 0), limit],
      );
      const last = rows.at(-1);
      return {
        subjects: rows.map(toSubject),
        next: rows.length < limit || last === undefined ? null : String(last.id),
      };
    },
  };
}

const STATUSES: Readonly<Record<SubjectStatus, string>> = {
  hits: 'hit_count > 0',
  no_hits: 'hit_count = 0 and screened_at is not null',
  not_screened: 'hit_count = 0 and screened_at is null',
};

const contentOf = ({ subjectRef, subject, hits, keys }: KeptSubject) => ({
  ...{ subject_ref: subjectRef, subject, hits, keys: [...new Set(keys)].sort() },
});

function toSubject(row: StoredSubject): KeptSubject {
  const { subject_ref: subjectRef, ...content } = JSON.parse(row.content) as ReturnType<typeof contentOf>;
  return {
    scope: { tenant: row.tenant, partner: row.partner },
    ...{ subjectId: row.subject_id, subjectRef, ...content },
    ...{ createdAt: row.created_at, updatedAt: row.updated_at, screenedAt: row.screened_at },
    ...{ screenedBy: row.screened_by, actor: row.actor },
  };
}
