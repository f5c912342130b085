// Sessions in lists: with their latest run, also those that no run has committed yet.

import { type RunStatus, stateOf } from '../../../core/records/documents/run.ts';
import type { WorkFailure } from '../../../core/records/documents/work.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import type { ListedSession, SessionPage, Sessions } from '../../../ports/sessions.ts';
import type { Database, SqlValue } from '../connection/sqlite.ts';
import { IN_STATE } from './runs.ts';

type Row = {
  id: number;
  tenant: string;
  partner: string;
  session: string;
  version: number;
  of_kind: string | null;
  period_start: number | null;
  period_end: number | null;
  created_at: number | null;
  updated_at: number | null;
  run_id: string | null;
  status: string;
  failure: string | null;
  accepted_at: number;
};

const FROM = `from session left join run on run.id = (select max(id) from run as any_run where any_run.session = session.id)
  where (run.id is not null or version > 0)`;

/** Sessions.page of the port. */
export function pageOfSessions(db: Database, asked: Parameters<Sessions['page']>[0]): SessionPage {
  const { after, limit } = asked;
  const { where, values } = narrowing(asked);
  const { total } = db.get<{ total: number }>(`select count(*) as total ${FROM} and ${where}`, ...values)!;
  const found = db.all<Row>(
    `select session.id, tenant, partner, session.session, version, of_kind, period_start, period_end, created_at,
       updated_at, run_id, status, failure, accepted_at
       ${FROM} and ${where} and session.id > ? order by session.id limit ?`,
    ...values,
    after ?? -1,
    limit + 1,
  );
  const { rows, last } = pageOf(found, limit);
  return { sessions: rows.map(toListed), next: last?.id ?? null, total };
}

function narrowing({ tenant, partner, from, to, state }: Parameters<Sessions['page']>[0]) {
  const parts: [string, SqlValue[]][] = [['tenant = ?', [tenant]]];
  if (partner !== undefined) parts.push(['partner = ?', [partner]]);
  if (from !== undefined) parts.push(['coalesce(period_end >= ?, 1)', [from]]);
  if (to !== undefined) parts.push(['coalesce(period_start <= ?, 1)', [to]]);
  if (state !== undefined) parts.push([IN_STATE[state], []]);
  return { where: parts.map(([part]) => part).join(' and '), values: parts.flatMap(([, values]) => values) };
}

function toListed(row: Row): ListedSession {
  const status = row.status as RunStatus;
  const failure = row.failure === null ? null : (JSON.parse(row.failure) as WorkFailure);
  return {
    key: { tenant: row.tenant, partner: row.partner, session: row.session },
    kind: row.of_kind,
    periodStart: row.period_start,
    periodEnd: row.period_end,
    run:
      row.run_id === null
        ? null
        : { runId: row.run_id, state: stateOf({ status, failure }), acceptedAt: row.accepted_at },
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
