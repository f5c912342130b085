// Renews the summaries of later months when earlier rows became open, or were settled, otherwise than those months'
// figures say: an earlier month was reconciled anew, or later than they were.

import { TieoutError } from '../../core/errors.ts';
import type { PartnerScope, SessionKey } from '../../core/records/session-key.ts';
import { summaryFromJson } from '../../core/summary/summary-json.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import { hasRun } from '../rows/neighbour-sessions.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';
import type { HeldRows } from '../upkeep/row-lease.ts';
import { isCarriedAsThen } from './carried-now.ts';
import { type RenewDependencies, renewSummary } from './regenerate-summary.ts';

interface Changed {
  /** A day number: months that begin later may have carried what has changed. */
  readonly after: number;
  /** The event that changed it: it renews a summary once. */
  readonly cause: string;
  /** The lease to write under, if the caller holds it. */
  readonly rows?: HeldRows;
}

/**
 * Leaves out a month whose rows are kept no longer, or whose run only other processes know: what changed before it must
 * not fail for that. Throws what else renewSummary throws.
 */
export async function renewLaterMonths(
  deps: RenewDependencies,
  scope: PartnerScope,
  { after, cause, rows }: Changed,
): Promise<void> {
  for (const { key } of await staleMonths(deps, scope, after)) {
    rows?.check();
    try {
      await renewSummary(deps, key, { cause, ...(rows && { rows }) });
    } catch (error) {
      if (!(error instanceof TieoutError && LEFT_OUT.has(error.code))) throw error;
    }
  }
}

const LEFT_OUT: ReadonlySet<string> = new Set(['content_pruned', 'session_busy', 'summary_unknown']);

/** Sessions of a named period that begins later, whose summaries carry other rows than are open now. */
export async function staleMonths(
  deps: ReadingDependencies,
  { tenant, partner }: PartnerScope,
  after: number,
): Promise<readonly CommittedSession[]> {
  const { store } = deps;
  const found: CommittedSession[] = [];
  for (const session of (await store.sessions.list({ tenant, partner })).filter(hasRun)) {
    if (session.periodStart === null || session.periodStart <= after) continue;
    const latest = await store.summaries.latest(session.key);
    if (latest === null || (await isCarriedAsThen(deps, session, summaryFromJson(latest.summary)))) continue;
    found.push(session);
  }
  return found;
}

/** After a run of a session, of any kind. */
export async function renewAfterRun(
  deps: RenewDependencies,
  { key, runId }: { readonly key: SessionKey; readonly runId: string },
): Promise<void> {
  const session = await deps.store.sessions.get(key);
  if (session === null || session.periodStart === null) return;
  const cause = deps.digest(JSON.stringify(['earlier month', key.session, runId])).slice(0, 32);
  await renewLaterMonths(deps, key, { after: session.periodStart, cause });
}
