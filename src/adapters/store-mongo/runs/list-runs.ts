// Runs for operators: pages, newest first, and counts of the queue. Parameters are not read, because they may be long.

import type { Filter } from 'mongodb';
import type { RunState } from '../../../core/records/documents/run.ts';
import { pageOf } from '../../../ports/every-store/page.ts';
import type { RunPage, RunQueue, RunScope, Runs } from '../../../ports/runs.ts';
import type { LongTexts } from '../connection/long-texts.ts';
import type { Collections } from '../documents.ts';
import type { RunDocument } from '../session-documents.ts';
import { toListedRun } from './run-documents.ts';

export const IN_STATE: Readonly<Record<RunState, Filter<RunDocument>>> = {
  waiting: { open: true, status: 'accepted' },
  running: { open: true, status: 'running' },
  succeeded: { status: 'succeeded' },
  failed: { status: 'failed', 'failure.code': { $ne: 'cancelled' } },
  cancelled: { status: 'failed', 'failure.code': 'cancelled' },
};

/** Runs.list of the port. */
export async function listRuns(
  { runs }: Pick<Collections, 'runs'>,
  texts: LongTexts,
  { state, after, limit, ...scope }: Parameters<Runs['list']>[0],
): Promise<RunPage> {
  const asked: Filter<RunDocument> = { ...scopeFilter(scope), ...(state !== undefined && IN_STATE[state]) };
  const page = { ...asked, ...(after !== null && { order: { $lt: after } }) };
  const hint = indexFor({ ...scope, state });
  const [found, total] = await Promise.all([
    runs.find(page, { sort: { order: -1 }, limit: limit + 1, projection: { parameters: 0 }, hint }).toArray(),
    runs.countDocuments(asked, { hint }),
  ]);
  const { rows, last } = pageOf(found, limit);
  const shown = await Promise.all(rows.map((document) => toListedRun(document, texts)));
  return { runs: shown, next: last?.order ?? null, total };
}

/** The most selective index, because the server would find it only by trying. */
function indexFor({ session, tenant, state }: RunScope & { readonly state?: RunState | undefined }): string {
  if (session !== undefined) return 'newest_of_session';
  if (state === 'waiting' || state === 'running') return 'open';
  return tenant === undefined ? 'newest' : 'newest_of_tenant';
}

/** Runs.queue of the port. */
export async function queueOf({ runs }: Pick<Collections, 'runs'>, scope: RunScope): Promise<RunQueue> {
  const open = { ...scopeFilter(scope), open: true as const };
  const waiting = { ...open, status: 'accepted' as const };
  const [ofStatus, oldest] = await Promise.all([
    runs
      .aggregate<{ _id: string; count: number }>(
        [{ $match: open }, { $group: { _id: '$status', count: { $sum: 1 } } }],
        { hint: 'open' },
      )
      .toArray(),
    runs.findOne(waiting, { sort: { order: 1 }, projection: { accepted_at: 1 }, hint: 'open' }),
  ]);
  const count = (status: string) => ofStatus.find(({ _id }) => _id === status)?.count ?? 0;
  return {
    waiting: count('accepted'),
    running: count('running'),
    oldestWaiting: oldest?.accepted_at.getTime() ?? null,
  };
}

function scopeFilter({ tenant, partner, session, kinds, caller }: RunScope): Filter<RunDocument> {
  return {
    ...(tenant !== undefined && { tenant }),
    ...(partner !== undefined && { partner }),
    // Only runs have a session.
    session: session ?? { $exists: true },
    ...(caller !== undefined && { caller }),
    ...(kinds !== undefined && { kind: { $in: [...kinds] } }),
  };
}
