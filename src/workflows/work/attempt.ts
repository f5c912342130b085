// One attempt at a piece of work, and what becomes of it. Work that waits for another process, or for a store that is
// away, counts as no attempt, and is tried again soon. A passing failure is tried again a little later each time.
// Committed work is tried again however often it fails, with an alarm, because its session shows it already. All other
// failures end the work. Whether it is committed is asked under a new fence, so that no unanswered commit can follow
// the answer; if the store cannot say, no failure is recorded.

import type { ErrorCode } from '../../core/error-kinds.ts';
import { toErrorRecord } from '../../core/errors.ts';
import type { ClaimedWork, WorkClaim, WorkFailure } from '../../core/records/documents/work.ts';
import { LONGEST_PAUSE_MS, mayPass, pauseAfter, wornOut } from '../../core/records/documents/work-attempts.ts';
import type { Log, LogFields } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import { ClaimLost } from '../upkeep/hold.ts';
import type { CommittedAlarm } from './committed-alarm.ts';
import type { CarriedOut, WorkHandler, WorkHold } from './handler.ts';

export interface AttemptDependencies {
  readonly store: Pick<Store, 'work'>;
  readonly log: Log;
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number;
  readonly alarm: CommittedAlarm;
}

/** The current piece of work. Its claim is replaced when the work is retaken. */
export interface WorkInHand extends ClaimedWork {
  claim: WorkClaim;
  readonly hold: WorkHold;
}

/** Pause before work is tried again that waits for others, or whose store was away. */
const GIVEN_BACK_MS = 2_000;
/** How often giving back is repeated to a store that does not answer. */
const TELL_AGAIN_MS = 1_000;

/** Does the work to its end. Throws nothing: a failure is recorded with the work, or left to the next worker. */
export async function attempt(deps: AttemptDependencies, handler: WorkHandler, inHand: WorkInHand): Promise<void> {
  const { store, log, clock, alarm } = deps;
  const { work, hold } = inHand;
  const of = handler.about(work);
  try {
    const worn = wornOut(work);
    if (worn !== null) {
      if (await handler.isCommitted(work)) alarm.raise(work.workId, { ...of, failure: worn });
      else return await end(deps, { handler, inHand, of, failure: worn });
    }
    const carriedOut = await handler.carryOut(inHand, hold);
    if (!(await store.work.finish(inHand.claim, clock()))) throw new ClaimLost();
    alarm.over(work.workId);
    log.info(of, ENDS[carriedOut](handler));
    await handler.tidy();
  } catch (error) {
    if (!hold.holds()) log.info(of, takenOver(handler));
    else if (error instanceof ClaimLost) {
      // The claim lapsed by this process's clock, or another worker has it. Only the store knows which; the call shows
      // it that this worker lives.
      const isOurs = await giveBack(deps, { inHand, pauseMs: 0 });
      log.info(of, isOurs ? `The lease of the ${handler.noun} lapsed; it was given back.` : takenOver(handler));
    } else await settle(deps, { handler, inHand, of, error });
  }
}

interface Failed {
  readonly handler: WorkHandler;
  readonly inHand: WorkInHand;
  readonly of: LogFields;
}

async function settle(deps: AttemptDependencies, { error, ...failed }: Failed & { error: unknown }): Promise<void> {
  const { store, log, clock, alarm } = deps;
  const { handler, inHand, of } = failed;
  const { work, hold } = inHand;
  const failure = failureOf(error);
  if (failure.code === 'session_busy') {
    log.info({ ...of, failure }, `The ${handler.noun} waits for another one; it is tried again.`);
    await giveBack(deps, { ...failed, failure });
    return;
  }
  const isAway = failure.code === 'store_unavailable';
  let isCommitted: boolean;
  try {
    const again = await store.work.retake(inHand.claim, hold.leaseMs);
    if (again === null) return log.info(of, takenOver(handler));
    inHand.claim = again;
    isCommitted = await handler.isCommitted(work);
    if (isCommitted) {
      alarm.raise(work.workId, { ...of, failure, err: error });
      if (isAway) return void (await giveBack(deps, { ...failed, failure }));
      const pauseMs = pauseAfter(work.failures + 1) ?? LONGEST_PAUSE_MS;
      await store.work.fail(inHand.claim, { at: clock(), failure, pauseMs });
      return;
    }
  } catch (second) {
    log.error(
      { ...of, err: second, failure },
      `The store could not be asked about a ${handler.noun} that failed; it is tried again.`,
    );
    await giveBack(deps, { ...failed, failure });
    return;
  }
  if (isAway) {
    log.warn({ ...of, failure }, `The store is away from the ${handler.noun}; it is tried again.`);
    await giveBack(deps, { ...failed, failure });
    return;
  }
  await end(deps, { ...failed, failure, error });
}

/** Records the failure of uncommitted work. */
async function end(
  deps: AttemptDependencies,
  { failure, error, ...failed }: Failed & { readonly failure: WorkFailure; readonly error?: unknown },
): Promise<void> {
  const { store, log, clock } = deps;
  const { handler, inHand, of } = failed;
  const pauseMs = mayPass(failure.code) ? pauseAfter(inHand.work.failures + 1) : null;
  try {
    if (pauseMs === null) await handler.ending?.(inHand.work, failure);
    await store.work.fail(inHand.claim, { at: clock(), failure, pauseMs });
  } catch (second) {
    log.error({ ...of, err: second, failure }, 'A failed attempt could not be recorded.');
    await giveBack(deps, { ...failed, failure });
    return;
  }
  const sentence = pauseMs === null ? `The ${handler.noun} failed.` : 'An attempt failed and is made again.';
  if (failure.code === 'internal') log.error({ ...of, err: error }, sentence);
  else log.warn({ ...of, failure }, sentence);
  if (pauseMs !== null) return;
  const untold = (second: unknown) => log.error({ ...of, err: second }, 'What ended could not be told to others.');
  await handler.ended?.(inHand.work, failure).catch(untold);
  await handler.tidy();
}

/**
 * Gives the work back, without counting an attempt. A store that is away is told once it is back, unless another worker
 * has the work by then. False: another worker has it.
 */
async function giveBack(
  { store }: AttemptDependencies,
  {
    inHand,
    failure,
    pauseMs = GIVEN_BACK_MS,
  }: Pick<Failed, 'inHand'> & { readonly failure?: WorkFailure; readonly pauseMs?: number },
): Promise<boolean> {
  while (inHand.hold.holds()) {
    try {
      return await store.work.release(inHand.claim, pauseMs, failure);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, TELL_AGAIN_MS));
    }
  }
  return false;
}

const ENDS: Readonly<Record<CarriedOut, (handler: WorkHandler) => string>> = {
  done: ({ noun }) => `The ${noun} succeeded.`,
  nothing_to_do: ({ noun }) => `Nothing was left to do for the ${noun}.`,
};

const takenOver = ({ noun }: WorkHandler): string => `The ${noun} was taken over.`;

const UNEXPECTED =
  'The run failed for a reason that nobody expected: the log of the service has it under the id of the run.';

/** The failure as stored. An unexpected error's text goes only to the log: it may contain anything. */
export function failureOf(error: unknown): WorkFailure {
  const { code, message, file, line, choices } = toErrorRecord(error);
  const isDefect: boolean = code === ('internal' satisfies ErrorCode);
  const said = isDefect ? UNEXPECTED : message;
  return { code, message: said, file: file ?? null, line: line ?? null, ...(choices !== undefined && { choices }) };
}
