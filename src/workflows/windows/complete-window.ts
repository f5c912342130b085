// Completes a window: it is kept with its session, known or not, and the session is looked at. Once its windows cover
// its period, or no new one has come for a while, the session is finalised: all its ingested rows are matched again by a
// run like its last one, over the days of all windows. The answer equals that of all files at once, in whatever order
// and however often windows came.

import { TieoutError } from '../../core/errors.ts';
import { WINDOWS_KEPT_MS } from '../../core/limits.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { Period } from '../../core/records/documents/period.ts';
import type { Run } from '../../core/records/documents/run.ts';
import { areWithoutGap, type DateWindow, type KeptWindow, spanOf } from '../../core/records/documents/window.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { summaryFromJson } from '../../core/summary/summary-json.ts';
import type { Bus } from '../../ports/bus.ts';
import type { Log } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import { madeOf } from '../stored-runs/stored-outcome.ts';

export interface WindowDependencies {
  readonly store: Store;
  readonly bus: Bus;
  readonly digest: Digest;
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number;
  /**
   * After this long without a new window a session is finalised with the windows that it has; null: it waits for all.
   */
  readonly quietMs: number | null;
}

export interface FinishedWindow {
  readonly key: SessionKey;
  readonly window: DateWindow;
  /** The run that this service cut into windows; null for a window that a platform sent. */
  readonly runId: string | null;
}

/** Throws store_unavailable or store_damaged; then nothing was kept. */
export async function completeWindow(deps: WindowDependencies, { key, window, runId }: FinishedWindow): Promise<void> {
  const run = runId === null ? null : await deps.store.runs.get(runId);
  // A run that was cut knows its windows and joins them itself: it is only woken.
  if (run !== null && isSameSession(run.key, key)) {
    if (!hasEnded(run)) deps.bus.announce([run.runId]);
    return;
  }
  await deps.store.sessions.addWindow(key, { ...window, saidAt: deps.clock() });
  await considerWindows(deps, key);
}

/**
 * waiting: for the session's rows, for further windows, or for the run that finalises it. whole: the run that counts
 * covers all rows and windows, and nothing is left to do.
 */
async function considerWindows(deps: WindowDependencies, key: SessionKey): Promise<'waiting' | 'whole'> {
  const { store, clock, quietMs } = deps;
  const windows = await store.sessions.windows(key);
  const span = spanOf(windows);
  const session = await store.sessions.get(key);
  // A window of an unknown session is kept until the session comes.
  if (span === null || session === null) return 'waiting';
  // Behind any run of the session: one that overwrites it may bring other rows and terms.
  const latest = await store.runs.latest(key);
  if (latest !== null && !hasEnded(latest)) return 'waiting';
  const last = session.runId === null ? latest : await store.runs.get(session.runId);
  if (last === null || !isOfFiles(last)) return 'waiting';
  if (await isWhole(store, { last, ingestions: session.ingestions, span })) {
    await store.sessions.settleWindows(key, Math.max(...windows.map(({ saidAt }) => saidAt)));
    return 'whole';
  }
  const without = areWithoutGap(windows, await periodOf(store, key, last));
  const isQuiet = quietMs !== null && clock() - Math.max(...windows.map(({ saidAt }) => saidAt)) >= quietMs;
  if (!without && !isQuiet) return 'waiting';
  await finalise(deps, { key, last, span, windows, version: session.version, isComplete: without });
  return 'waiting';
}

const hasEnded = ({ status }: Run): boolean => status === 'succeeded' || status === 'failed';

const isSameSession = (a: SessionKey, b: SessionKey): boolean =>
  a.tenant === b.tenant && a.partner === b.partner && a.session === b.session;

/** The order names files, and a process other than the one that has them can do it. */
const isOfFiles = ({ parameters }: Run): boolean => 'fileUrls' in parameters;

interface Asked {
  readonly periodStart: number | null;
  readonly periodEnd: number | null;
}

const askedOf = ({ parameters }: Run): Asked => {
  const { periodStart = null, periodEnd = null } = parameters as Partial<Record<string, number | null>>;
  return { periodStart, periodEnd };
};

async function isWhole(
  store: Store,
  { last, ingestions, span }: { readonly last: Run; readonly ingestions: readonly string[]; readonly span: Period },
): Promise<boolean> {
  const { periodStart, periodEnd } = askedOf(last);
  if ((periodStart ?? span.start) > span.start || (periodEnd ?? span.end) < span.end) return false;
  const { ingestions: used } = await madeOf(store, last.runId);
  return used !== null && used.length === ingestions.length && used.every((id) => ingestions.includes(id));
}

/** The session's days: its run's period, else the days of its rows; null if nothing tells. */
async function periodOf(store: Store, key: SessionKey, last: Run): Promise<Period | null> {
  const { periodStart, periodEnd } = askedOf(last);
  const summary = await store.summaries.latest(key);
  const ofRows = summary && summaryFromJson(summary.summary).facts.period;
  const [start, end] = [periodStart ?? ofRows?.start ?? null, periodEnd ?? ofRows?.end ?? null];
  return start === null || end === null ? null : { start, end };
}

interface ToFinalise {
  readonly key: SessionKey;
  readonly last: Run;
  readonly span: Period;
  readonly windows: readonly KeptWindow[];
  /** The session's present version: with new rows there is another run. */
  readonly version: number;
  readonly isComplete: boolean;
}

/** Equal windows of equal rows are one run, accepted once, however often it is asked for. */
async function finalise(deps: WindowDependencies, of: ToFinalise): Promise<void> {
  const { store, bus, digest, clock } = deps;
  const { key, last, span, windows, version, isComplete } = of;
  const { tenant, partner, session } = key;
  const days = windows.map(({ start, end }) => [start, end]);
  const runId = digest(JSON.stringify(['finalised', tenant, partner, session, version, days])).slice(0, 32);
  const quiet =
    'No further window was finished for a while: the session was finalised with those that were, and days between or around them may be missing.';
  const parameters: JsonObject = {
    ...last.parameters,
    fileUrls: { gl: [], bank: [] },
    openingUrls: { gl: [], bank: [] },
    onExisting: 'append',
    periodStart: span.start,
    periodEnd: span.end,
    orderWarnings: isComplete ? [] : [quiet],
  };
  const { kind, version: commandVersion } = last;
  const order = { runId, key, kind, version: commandVersion, parameters, acceptedAt: clock(), keepExisting: false };
  const { accepted } = await store.runs.accept(order);
  if (accepted) bus.announce([runId]);
}

/**
 * Looks at a page of sessions that have windows to finalise, and answers where to go on. Before the first page, windows
 * are dropped that nobody added to for so long that nothing will come of them. Throws what the store throws.
 */
export async function considerOpenWindows(
  deps: WindowDependencies & { readonly log: Log },
  {
    after,
    failed,
    limit = SESSIONS_AT_ONCE,
  }: {
    readonly after: string | null;
    /** Called with each session that could not be looked at. */
    readonly failed: (key: SessionKey, error: unknown) => void;
    readonly limit?: number;
  },
): Promise<string | null> {
  const { store, clock, log } = deps;
  if (after === null) {
    const dropped = await store.sessions.dropWindows(clock() - WINDOWS_KEPT_MS);
    if (dropped > 0) log.info({ sessions: dropped }, 'Finished windows of which nothing came in a month were removed.');
  }
  const { sessions, next } = await store.sessions.withOpenWindows({ after, limit });
  for (const key of sessions) {
    await considerWindows(deps, key).catch((error) => {
      // An error of one session does not stop the others; an error of the store does.
      if (error instanceof TieoutError && error.code === 'store_unavailable') throw error;
      failed(key, error);
    });
  }
  return next;
}

const SESSIONS_AT_ONCE = 1_000;
