// Accepts a run: once it answers, the run is stored and will be done, even if the process dies. Then the doorbell is
// rung; the ring may be lost.

import { ANYBODY, type Caller, isOfBranches } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import { signedOff } from '../../core/people/sign-off.ts';
import { branchOf, type Run } from '../../core/records/documents/run.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Bus } from '../../ports/bus.ts';
import type { NewRun } from '../../ports/runs.ts';
import type { Store } from '../../ports/store.ts';
import { isSigned } from '../sign-off/signed-sessions.ts';

export interface AcceptDependencies {
  readonly store: Store;
  readonly bus: Bus;
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number;
  /** A new id that nobody can guess. */
  readonly newId: () => string;
  /** Runs of a tenant that may wait at once; without it, any number. */
  readonly mostWaiting?: number;
}

export interface Accepted {
  /** The new run, or the existing one if the command was to skip. */
  readonly run: Run;
  /** False: the session had a run, and nothing was changed. */
  readonly accepted: boolean;
}

/** A run to be done, of any kind. */
export interface RunOrder extends Pick<NewRun, 'key' | 'kind' | 'version' | 'parameters'> {
  /** Keeps the session's run if it is of the kind and did not fail. */
  readonly keepExisting: boolean;
}

/** Whose run it is. */
type Orderer = Pick<Caller, 'id' | 'quota' | 'branches'>;

interface Ordering extends RunOrder {
  /** Only while this is the latest run of its session. */
  readonly follows?: string;
  readonly caller?: Orderer;
  /** The run's id, where the same order may come again; else a new one. */
  readonly runId?: string | null;
}

/**
 * Throws session_signed_off, too_many_waiting, quota_used_up, forbidden, not_found, store_unavailable or store_damaged;
 * then nothing was accepted.
 */
export async function acceptRun(deps: AcceptDependencies, ordering: Ordering): Promise<Accepted> {
  const { caller = ANYBODY, runId, ...order } = ordering;
  const known = runId == null ? null : await deps.store.runs.get(runId);
  if (known !== null) return { run: known, accepted: false };
  await requireBranch(deps, order, caller);
  // A run that is accepted before the session is signed is refused at its commit.
  if (!order.keepExisting && (await isSigned(deps.store, order.key))) throw signedOff([order.key.session]);
  await requireRoom(deps, order.key);
  const of = { ...order, caller: caller.id, runId: runId ?? deps.newId(), acceptedAt: deps.clock() };
  const answer = await withinQuota(deps, caller, () => deps.store.runs.accept(of));
  if (answer.accepted) deps.bus.announce([answer.run.runId]);
  return answer;
}

/** A caller of some branches orders runs of these, in sessions of these. */
async function requireBranch({ store }: AcceptDependencies, order: RunOrder, { branches }: Orderer): Promise<void> {
  if (branches === null) return;
  if (!isOfBranches(branchOf(order), branches)) {
    throw new TieoutError('forbidden', 'A caller of some branches orders runs of one of these alone');
  }
  const latest = await store.runs.latest(order.key);
  if (latest !== null && !isOfBranches(branchOf(latest), branches)) {
    throw new TieoutError('not_found', 'The session is of another branch.');
  }
}

/** Counted before the run is stored: runs accepted at the same moment may exceed the limit together. */
async function requireRoom({ store, mostWaiting }: AcceptDependencies, { tenant }: SessionKey): Promise<void> {
  if (mostWaiting === undefined) return;
  const { waiting } = await store.runs.queue({ tenant });
  if (waiting < mostWaiting) return;
  throw new TieoutError(
    'too_many_waiting',
    `${waiting} runs of tenant ${tenant} wait already, and no more may: ask again when some are done.`,
  );
}

/** The latest order of each caller with a quota in this process: the next one is counted after it. */
const ordering = new Map<string, Promise<unknown>>();

async function withinQuota<T>(
  { store }: AcceptDependencies,
  { id, quota: { runsWaiting } }: Orderer,
  accept: () => Promise<T>,
): Promise<T> {
  if (id === null || runsWaiting === null) return accept();
  const before = ordering.get(id) ?? Promise.resolve();
  const own = before.then(async () => {
    const { waiting } = await store.runs.queue({ caller: id });
    if (waiting < runsWaiting) return accept();
    throw new TieoutError(
      'quota_used_up',
      `${waiting} runs of caller ${id} wait already, and its quota allows no more: ask again when some are done.`,
    );
  });
  const settled = own.catch(() => undefined);
  ordering.set(id, settled);
  void settled.then(() => ordering.get(id) === settled && ordering.delete(id));
  return own;
}
