// Cases in SQLite, with their steps in a table of their own. What a case and a step say of people is in personal texts,
// which erasing removes; what finds a case is a number made of it.

import type { Scope } from '../../../core/records/documents/check.ts';
import { caseContent, storedContent } from '../../../core/screening/cases/case-content.ts';
import {
  type CaseKey,
  type CaseStep,
  type CaseWords,
  type ScreeningCase,
  STEPS_WITH_WORDS,
} from '../../../core/screening/cases/screening-case.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import type { CaseFilter, Cases, ChainedCase } from '../../../ports/verification/cases.ts';
import type { Database, SqlRow, SqlValue } from '../connection/sqlite.ts';
import type { Synchronous } from '../connection/synchronous.ts';
import { findKey, ofCase, ofCaseStep, putPersonal, refKey } from './personal.ts';

interface CaseRow extends SqlRow {
  id: number;
  tenant: string;
  partner: string;
  case_id: string;
  subject_id: string;
  list: string;
  entity_id: string;
  status: string;
  opened_at: number;
  version: number;
  chained: number;
}

interface LiveRow extends CaseRow {
  /** JSON: subject_ref, assignee, content. */
  personal: string;
}

interface StepRow extends SqlRow {
  n: number;
  /** JSON. */
  step: string;
  words: string | null;
}

interface Personal {
  readonly subject_ref: string;
  readonly assignee: string | null;
  /** The fields of a case that no query asks for. */
  readonly content: string;
}

const LIVE = `select screening_case.*, personal.content as personal from screening_case
  join personal on personal.id = ${ofCase('screening_case.id')} and ref_key is not null`;
const STEP = `select n, step, content as words from screening_case_step
  left join personal on personal.id = ${ofCaseStep('screening_case_step.id')}`;
const OF_CASE = 'tenant = ? and partner = ? and case_id = ?';
const OF_SUBJECT = `tenant = ? and partner = ? and ref_key = ? and json_extract(content, '$.subject_ref') = ?`;

export function caseOperations(db: Database): Synchronous<Cases> {
  const idOf = ({ scope, caseId }: CaseKey): number | null =>
    db.get<{ id: number }>(`select id from screening_case where ${OF_CASE}`, scope.tenant, scope.partner, caseId)?.id ??
    null;
  const ofSubject = (scope: Scope, subjectRef: string) =>
    [scope.tenant, scope.partner, refKey(scope, subjectRef), subjectRef] as const;
  const write = (id: number, one: ScreeningCase, { n, words, ...step }: CaseStep): void => {
    const { subjectRef, assignee } = one;
    putPersonal(db, ofCase(id), { subject_ref: subjectRef, assignee, content: caseContent(one) } satisfies Personal);
    const added = db.insert(
      'insert into screening_case_step (of_case, n, step) values (?, ?, ?)',
      ...[id, n, JSON.stringify(step)],
    )!;
    putPersonal(db, ofCaseStep(added), words);
  };
  return {
    open: ({ after, step }) =>
      db.erasing(() => {
        const { scope, caseId, subjectId, subjectRef, list, entityId, status, openedAt, version, decision } = after;
        const known = db.get<LiveRow>(
          `${LIVE} where ${OF_SUBJECT} and list = ? and entity_id = ?`,
          ...ofSubject(scope, subjectRef),
          list,
          entityId,
        );
        if (known !== null) return toCase(known);
        const id = db.insert(
          `insert into screening_case (tenant, partner, case_id, subject_id, ref_key, list, entity_id, status,
             assignee_key, opened_at, until, version, chained) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)`,
          ...[scope.tenant, scope.partner, caseId, subjectId, refKey(scope, subjectRef), list, entityId, status],
          ...[assigneeKey(after), openedAt, decision?.until ?? null, version],
        )!;
        write(id, after, step);
        return after;
      }),
    advance: ({ after, step }) =>
      db.erasing(() => {
        const { scope, caseId, status, version, decision } = after;
        const isNext =
          db.run(
            `update screening_case set status = ?, assignee_key = ?, until = ?, version = ?
               where ${OF_CASE} and version = ? and ref_key is not null`,
            ...[status, assigneeKey(after), decision?.until ?? null, version],
            ...[scope.tenant, scope.partner, caseId, version - 1],
          ) === 1;
        if (!isNext) return false;
        const id = idOf(after)!;
        write(id, after, step);
        const old = 'select id from screening_case_step where of_case = ? and n <= ?';
        for (const one of db.all<{ id: number }>(old, id, version - STEPS_WITH_WORDS)) {
          db.run('delete from personal where id = ?', ofCaseStep(one.id));
        }
        return true;
      }),
    get({ scope, caseId }) {
      const row = db.get<LiveRow>(`${LIVE} where ${OF_CASE}`, scope.tenant, scope.partner, caseId);
      return row && toCase(row);
    },
    steps: ({ scope, caseId }) =>
      db
        .all<StepRow>(
          `${STEP} where of_case = (select id from screening_case where ${OF_CASE} and ref_key is not null) order by n`,
          ...[scope.tenant, scope.partner, caseId],
        )
        .map(toStep),
    ofSubject: (scope, subjectRef) =>
      db
        .all<LiveRow>(`${LIVE} where ${OF_SUBJECT} order by list, entity_id`, ...ofSubject(scope, subjectRef))
        .map(toCase),
    page(scope, { filter, after, limit }) {
      const { sql, values } = narrowing(scope, filter);
      const of = [scope.tenant, scope.partner, ...values];
      const found = db.all<LiveRow>(
        `${LIVE} where tenant = ? and partner = ?${sql} and (opened_at, case_id) < (?, ?)
           order by opened_at desc, case_id desc limit ?`,
        ...[...of, after?.at ?? Number.MAX_SAFE_INTEGER, after?.caseId ?? '', limit + 1],
      );
      const { rows, last } = pageOf(found, limit);
      const counted = `select count(*) as n from screening_case
        join personal on personal.id = ${ofCase('screening_case.id')} and ref_key is not null`;
      return {
        cases: rows.map(toCase),
        next: last && { at: last.opened_at, caseId: last.case_id },
        total: db.get<{ n: number }>(`${counted} where tenant = ? and partner = ?${sql}`, ...of)!.n,
      };
    },
    erase: (scope, subjectRef) =>
      db.erasing(() => {
        db.emptyLogAfter();
        const cases = db.all<LiveRow>(`${LIVE} where ${OF_SUBJECT}`, ...ofSubject(scope, subjectRef));
        for (const { id } of cases) {
          for (const step of db.all<{ id: number }>('select id from screening_case_step where of_case = ?', id)) {
            db.run('delete from personal where id = ?', ofCaseStep(step.id));
          }
          db.run('delete from personal where id = ?', ofCase(id));
          const gone = `ref_key = null, assignee_key = null, until = null, status = ''`;
          db.run(`update screening_case set ${gone} where id = ?`, id);
        }
        return cases.length;
      }),
    lapsed: (today, limit) =>
      db.all<LiveRow>(`${LIVE} where until < ? order by until, screening_case.id limit ?`, today, limit).map(toCase),
    orphans: (limit) =>
      db
        .all<Scope & { subject_ref: string }>(
          `select distinct of.tenant, of.partner, json_extract(personal.content, '$.subject_ref') as subject_ref
             from screening_case of join personal on personal.id = ${ofCase('of.id')}
             where of.ref_key is not null and not exists (
               select 1 from subject join personal as kept on kept.id = -subject.id
               where subject.tenant = of.tenant and subject.partner = of.partner and subject.ref_key = of.ref_key
                 and json_extract(kept.content, '$.subject_ref') = json_extract(personal.content, '$.subject_ref'))
             limit ?`,
          limit,
        )
        .map(({ tenant, partner, subject_ref: subjectRef }) => ({ scope: { tenant, partner }, subjectRef })),
    unchained: (limit) =>
      db.all<CaseRow>('select * from screening_case where chained < version order by id limit ?', limit).map(toChained),
    chained({ scope, caseId, n }) {
      db.run(
        `update screening_case set chained = ? where ${OF_CASE} and chained < ?`,
        ...[n, scope.tenant, scope.partner, caseId, n],
      );
    },
    step({ scope, caseId, n }) {
      const of = db.get<CaseRow>(
        `select * from screening_case where ${OF_CASE}`,
        ...[scope.tenant, scope.partner, caseId],
      );
      const row = of && db.get<StepRow>(`${STEP} where of_case = ? and n = ?`, of.id, n);
      if (of === null || row === null) return null;
      return {
        scope,
        caseId,
        subjectId: of.subject_id,
        list: of.list,
        entityId: of.entity_id,
        step: toStep(row),
      };
    },
    ofTenant(tenant, { after, limit }) {
      const found = db.all<CaseRow>(
        'select * from screening_case where tenant = ? and id > ? order by id limit ?',
        ...[tenant, Number(after ?? 0), limit + 1],
      );
      const { rows, last } = pageOf(found, limit);
      return { cases: rows.map(toChained), next: last && String(last.id) };
    },
  };
}

const assigneeKey = ({ assignee }: ScreeningCase): number | null => (assignee === null ? null : findKey(assignee));

function toCase(row: LiveRow): ScreeningCase {
  const { subject_ref: subjectRef, assignee, content } = JSON.parse(row.personal) as Personal;
  return {
    scope: { tenant: row.tenant, partner: row.partner },
    ...{ caseId: row.case_id, subjectId: row.subject_id, subjectRef, list: row.list, entityId: row.entity_id },
    ...{ status: row.status as ScreeningCase['status'], assignee, openedAt: row.opened_at, version: row.version },
    ...storedContent(content),
  };
}

const toStep = ({ n, step, words }: StepRow): CaseStep => ({
  ...{ n, ...JSON.parse(step) },
  words: words === null ? null : (JSON.parse(words) as CaseWords),
});

const toChained = ({ tenant, partner, case_id: caseId, version, chained }: CaseRow): ChainedCase => ({
  ...{ scope: { tenant, partner }, caseId, version, chained },
});

function narrowing(
  scope: Scope,
  { status, subjectRef, list, assignee }: CaseFilter,
): { readonly sql: string; readonly values: readonly SqlValue[] } {
  const asked: (readonly [string, ...SqlValue[]])[] = [];
  if (status !== undefined) asked.push(['status = ?', status]);
  if (list !== undefined) asked.push(['list = ?', list]);
  if (subjectRef !== undefined) {
    asked.push([`ref_key = ? and json_extract(content, '$.subject_ref') = ?`, refKey(scope, subjectRef), subjectRef]);
  }
  if (assignee === '') asked.push(['assignee_key is null']);
  else if (assignee !== undefined) {
    asked.push([`assignee_key = ? and json_extract(content, '$.assignee') = ?`, findKey(assignee), assignee]);
  }
  return {
    sql: asked.map(([condition]) => ` and ${condition}`).join(''),
    values: asked.flatMap(([, ...values]) => values),
  };
}
