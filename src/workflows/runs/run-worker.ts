// A worker: claims runs one after the other and does them. It shares nothing with other workers but the store, in which
// claims and attempts are kept; the bus only wakes it. What nobody works on is announced again at the start and on a
// timer, so that no ring that was lost and no process that died leaves a run lying.

import { toErrorRecord } from '../../core/errors.ts';
import type { ClaimedRun, RunFailure, RunReport } from '../../core/records/documents/run.ts';
import { mayPass } from '../../core/records/documents/run-attempts.ts';
import type { Bus, Ring } from '../../ports/bus.ts';
import type { Log } from '../../ports/log.ts';
import { setAside } from '../delivery/dead-letters.ts';
import { ClaimLost, type HeldLease, keep } from '../upkeep/hold.ts';
import { Outage } from '../upkeep/outage.ts';
import { finishingBy, type KindOfRun, type RunAtWork, type RunDependencies } from './kind-of-run.ts';
import { RunReporter } from './run-reporter.ts';
import { RunStages } from './run-stages.ts';

export interface WorkerDependencies extends RunDependencies {
  readonly bus: Bus;
  readonly log: Log;
  readonly kinds: readonly KindOfRun[];
}

export interface WorkerOptions {
  /** For people who read logs and the store: no two alike. */
  readonly name: string;
  /** How long a run waits for another worker after this one is gone. */
  readonly leaseMs?: number;
  /** How often what nobody works on is announced. */
  readonly announceEveryMs?: number;
}

export interface RunWorker {
  /** The id of the run that is being done, null when there is none. */
  current(): string | null;
  /**
   * Claims nothing more and waits for the run in hand. One that does not end in time is given back unfinished, for the
   * next worker to take up: the store may then be closed.
   */
  drain(graceMs: number): Promise<void>;
}

const LEASE_MS = 30_000;
const ANNOUNCE_EVERY_MS = 1_000;
/** Of those that wait: far more than there are workers, and those that are left are announced a moment later. */
const ANNOUNCED_AT_ONCE = 100;

const NO_CLAIM = 'No run could be claimed; it is tried again.';

export function startRunWorker(deps: WorkerDependencies, options: WorkerOptions): RunWorker {
  const { name, leaseMs = LEASE_MS, announceEveryMs = ANNOUNCE_EVERY_MS } = options;
  const { store, bus, log, clock } = deps;
  const bell = bus.listen();
  const outage = new Outage(log, { over: 'Runs can be claimed again.' });
  let draining = false;
  let inHand: { readonly claimed: ClaimedRun; readonly hold: HeldLease } | null = null;

  const claim = async (): Promise<ClaimedRun | 'none' | 'failed'> => {
    try {
      const claimed = await store.runs.claimNext({ worker: name, leaseMs, at: clock() });
      outage.worked({ worker: name });
      return claimed ?? 'none';
    } catch (error) {
      outage.failed(error, { worker: name }, NO_CLAIM);
      // A full disk still answers which runs wait: without a pause the bell would ring at once, and again.
      await new Promise((resolve) => setTimeout(resolve, announceEveryMs));
      return 'failed';
    }
  };
  const announceWaiting = async (): Promise<void> => {
    try {
      const waiting = await store.runs.waiting(0);
      if (waiting.length > 0) bus.announce(waiting.slice(0, ANNOUNCED_AT_ONCE));
    } catch (error) {
      outage.failed(error, { worker: name }, NO_CLAIM);
    }
  };
  const nextRing = async (): Promise<Ring | null> => {
    const ring = await bell.next(announceEveryMs);
    if (ring === null && !draining) await announceWaiting();
    if (ring === null || ring.unusable === null) return ring;
    if (await setAside({ store, log, outage }, ring.unusable)) ring.done();
    else ring.later();
    return null;
  };
  const work = async (): Promise<void> => {
    // A process may have ended between the end of a run and this.
    await sweep(deps);
    await announceWaiting();
    let ring: Ring | null = null;
    while (!draining) {
      const claimed = await claim();
      // Taken, or found taken by whoever was faster: the store knows all that the ring said.
      if (claimed === 'failed') ring?.later();
      else ring?.done();
      ring = null;
      if (typeof claimed === 'string') ring = await nextRing();
      else if (draining) await store.runs.release(claimed.claim).catch(() => null);
      else {
        const hold = keep(leaseMs, {
          renew: () => store.runs.renew(claimed.claim, leaseMs),
          lost: () => new ClaimLost(),
        });
        inHand = { claimed, hold };
        await attempt(deps, claimed, hold).finally(() => hold.stop());
        inHand = null;
      }
    }
    ring?.later();
  };
  const ended = work().finally(() => bell.close());

  return {
    current: () => inHand?.claimed.run.runId ?? null,
    async drain(graceMs) {
      draining = true;
      bell.close();
      if (await endsWithin(ended, graceMs)) return;
      // Null between two looks only; then the loop ends by itself.
      const late = inHand;
      if (late === null) return ended;
      late.hold.stop();
      late.hold.lose();
      await store.runs.release(late.claimed.claim);
      log.warn({ worker: name, run: late.claimed.run.runId }, 'The run was given back unfinished.');
    },
  };
}

/**
 * One attempt at a run, to its end. Throws nothing: what fails is recorded with the run, or left to the next worker.
 */
async function attempt(deps: WorkerDependencies, { run, claim }: ClaimedRun, hold: HeldLease): Promise<void> {
  const { store, log, clock } = deps;
  const of = { run: run.runId, session: run.key.session, tenant: run.key.tenant, partner: run.key.partner };
  log.info({ ...of, failures: run.failures, interruptions: run.interruptions }, 'A run begins.');
  const committed = (await store.sessions.get(run.key).catch(() => null))?.runId === run.runId;
  let facts: Omit<RunReport, 'stages'> = committed ? run.report : { rejectedRows: 0, warnings: [], rules: deps.rules };
  const reporter = new RunReporter(store, {
    claim,
    hold,
    current: () => ({ ...facts, stages: stages.records() }),
  });
  const listener = { changed: () => reporter.changed() };
  const stages = new RunStages(clock, { listener, before: committed ? run.report.stages : [] });
  const finish = finishingBy(deps.kinds, deps);
  const tell: RunAtWork['tell'] = async ({ rejectedRows, warnings }) => {
    facts = { ...facts, rejectedRows, warnings };
    await reporter.flush();
  };
  try {
    const kind = deps.kinds.find((known) => known.kind === run.kind && known.versions.includes(run.version));
    if (kind === undefined) throw new Error(`A run of kind ${run.kind}, version ${run.version} was claimed.`);
    await kind.carryOut(deps, { run, claim, hold, stages, tell, finish }, kind.decode(run));
    await reporter.flush();
    if ((await store.runs.finish(claim, { status: 'succeeded', finishedAt: clock() })) === null) throw new ClaimLost();
    log.info(of, 'The run succeeded.');
    await sweep(deps);
  } catch (error) {
    reporter.stop();
    if (error instanceof ClaimLost || !hold.holds()) log.info(of, 'The run was taken over.');
    else await recordFailure(deps, { claim, error, stages, reporter, of });
  } finally {
    reporter.stop();
  }
}

const UNEXPECTED =
  'The run failed for a reason that nobody expected: the log of the service has it under the id of the run.';

async function recordFailure(
  deps: WorkerDependencies,
  {
    claim,
    error,
    stages,
    reporter,
    of,
  }: {
    claim: ClaimedRun['claim'];
    error: unknown;
    stages: RunStages;
    reporter: RunReporter;
    of: Record<string, unknown>;
  },
): Promise<void> {
  const { store, log, clock } = deps;
  const { code, message: reason, file, line } = toErrorRecord(error);
  // What a defect says is for the log: it may hold anything.
  const message = code === 'internal' ? UNEXPECTED : reason;
  const failure: RunFailure = { code, message, file: file ?? null, line: line ?? null };
  try {
    stages.fail(message);
    await reporter.flush();
    const run = mayPass(code)
      ? await store.runs.failAttempt(claim, { at: clock(), failure })
      : await store.runs.finish(claim, { status: 'failed', finishedAt: clock(), failure });
    const again = run?.status === 'accepted';
    const sentence = again ? 'An attempt failed and is made again.' : 'The run failed.';
    if (code === 'internal') log.error({ ...of, err: error }, sentence);
    else log.warn({ ...of, failure }, sentence);
    if (!again) await sweep(deps);
  } catch (second) {
    // The store cannot be told: the lease lapses, and the run is taken up again.
    log.error({ ...of, err: second, failure }, 'A failed attempt could not be recorded.');
  }
}

/** What no session names is removed; if that fails, the next run's end does it. */
async function sweep({ store, log }: WorkerDependencies): Promise<void> {
  await store.upkeep.sweepUnnamed().catch((error) => log.warn({ err: error }, 'What nothing names was not removed.'));
}

async function endsWithin(ended: Promise<void>, graceMs: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, graceMs, false);
  });
  const inTime = await Promise.race([ended.then(() => true as const), late]);
  clearTimeout(timer);
  return inTime;
}
