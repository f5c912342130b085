// Sessions in lists: with their latest run, also those that no run has committed yet.

import type { Document } from 'mongodb';
import { stateOf } from '../../../core/records/documents/run.ts';
import type { PartnerScope } from '../../../core/records/session-key.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import type { ListedSession, SessionPage, SessionScope, Sessions } from '../../../ports/sessions.ts';
import { byBytes } from '../connection/in-order.ts';
import type { Collections } from '../documents.ts';
import type { RunDocument, SessionDocument } from '../session-documents.ts';
import { IN_STATE } from './list-runs.ts';

type Found = SessionDocument & {
  readonly latest: readonly Pick<RunDocument, '_id' | 'status' | 'failure' | 'accepted_at'>[];
};

/** The latest run of each session; the index by_session has its runs in order. */
const WITH_LATEST_RUN: Document = {
  $lookup: {
    from: 'runs',
    let: { tenant: '$tenant', partner: '$partner', session: '$session' },
    pipeline: [
      {
        $match: {
          $expr: {
            $and: [
              { $eq: ['$tenant', '$$tenant'] },
              { $eq: ['$partner', '$$partner'] },
              { $eq: ['$session', '$$session'] },
            ],
          },
        },
      },
      { $sort: { place: -1 } },
      { $limit: 1 },
      { $project: { status: 1, failure: 1, accepted_at: 1 } },
    ],
    as: 'latest',
  },
};

/** Sessions.page of the port. */
export async function pageOfSessions(
  { sessions }: Pick<Collections, 'sessions'>,
  { after, limit, ...asked }: Parameters<Sessions['page']>[0],
): Promise<SessionPage> {
  const all = [...narrowing(asked)];
  const [found, counted] = await Promise.all([
    sessions
      .aggregate<Found>(
        [
          ...all,
          { $match: after === null ? {} : { order: { $gt: after } } },
          { $sort: { order: 1 } },
          { $limit: limit + 1 },
        ],
        { hint: 'by_partner' },
      )
      .toArray(),
    sessions.aggregate<{ total: number }>([...all, { $count: 'total' }], { hint: 'by_partner' }).toArray(),
  ]);
  const { rows, last } = pageOf(found, limit);
  return { sessions: rows.map(toListed), next: last?.order ?? null, total: counted[0]?.total ?? 0 };
}

/** Sessions.scopes of the port. */
export async function scopesOfSessions({ sessions }: Pick<Collections, 'sessions'>): Promise<SessionScope[]> {
  const groups = sessions.aggregate<{ _id: PartnerScope; sessions: number }>(
    [{ $match: {} }, { $group: { _id: { tenant: '$tenant', partner: '$partner' }, sessions: { $sum: 1 } } }],
    { hint: 'by_key' },
  );
  const found = (await groups.toArray()).map(({ _id, sessions: count }) => ({ ..._id, sessions: count }));
  return found.sort((a, b) => byBytes(a.tenant, b.tenant) || byBytes(a.partner, b.partner));
}

/** A bound that the period lacks counts as reached. */
function narrowing({
  tenant,
  partner,
  from,
  to,
  state,
}: Omit<Parameters<Sessions['page']>[0], 'after' | 'limit'>): Document[] {
  const bounds = [
    ...(from === undefined ? [] : [{ $or: [{ period_end: null }, { period_end: { $gte: from } }] }]),
    ...(to === undefined ? [] : [{ $or: [{ period_start: null }, { period_start: { $lte: to } }] }]),
  ];
  const scope = { tenant, ...(partner !== undefined && { partner }), ...(bounds.length > 0 && { $and: bounds }) };
  const isListed = { $or: [{ version: { $gt: 0 } }, { 'latest.0': { $exists: true } }] };
  const inState = state === undefined ? {} : { latest: { $elemMatch: withoutOpen(IN_STATE[state]) } };
  return [{ $match: scope }, WITH_LATEST_RUN, { $match: { ...isListed, ...inState } }];
}

/** The mark by which open runs are found is no part of the run that is shown. */
const withoutOpen = ({ open: _, ...rest }: Document): Document => rest;

function toListed({ tenant, partner, session, latest, ...of }: Found): ListedSession {
  const [run] = latest;
  return {
    key: { tenant, partner, session },
    kind: of.kind ?? null,
    periodStart: of.period_start ?? null,
    periodEnd: of.period_end ?? null,
    run: run === undefined ? null : { runId: run._id, state: stateOf(run), acceptedAt: run.accepted_at.getTime() },
    version: of.version,
    createdAt: of.created_at?.getTime() ?? null,
    updatedAt: of.updated_at?.getTime() ?? null,
  };
}
