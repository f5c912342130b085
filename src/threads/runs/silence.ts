// Watches from the main thread whether another thread answers. A thread receives no messages while it computes: it
// cannot learn that its run is cancelled or took too long, and cannot renew a lease. So the main thread checks both, and
// ends the thread if the run must end. A long computation that is still wanted goes on, and is reported.

import { CANCELLED } from '../../core/records/documents/run.ts';
import type { WorkClaim, WorkFailure } from '../../core/records/documents/work.ts';
import { tookTooLong } from '../../workflows/runs/run-handler.ts';
import { failureOf } from '../../workflows/work/attempt.ts';

export interface EndedFor {
  readonly workId: string;
  readonly failure: WorkFailure;
}

interface Watched {
  /** How long a run, or a silence, may take; null: as long as it takes. */
  readonly mostMs: number | null;
  /** For threads with runs. */
  readonly isCancelled?: (runId: string) => Promise<boolean>;
  /** Ends the thread, gives its work back, and ends the run of `why`; null: the thread is ended for its silence alone. */
  readonly end: (works: readonly WorkClaim[], why: EndedFor | null) => Promise<void>;
  readonly failed: (error: unknown) => void;
  /** A second by default. */
  readonly lookEveryMs?: number;
}

export interface Silence {
  readonly begun: () => void;
  readonly heard: () => void;
  readonly inHand: (worker: string, claim: WorkClaim | null) => void;
  readonly ended: () => void;
  readonly trouble: () => string | null;
  readonly stop: () => void;
}

const LOOK_EVERY_MS = 1_000;
/**
 * Looks without an answer after which the thread counts as silent: assembling and classifying millions of rows takes
 * seconds.
 */
const ANSWERS_WITHIN_LOOKS = 5;
/** Looks without an answer after which the process reports it: longer than usual work takes. */
const SHOWN_AFTER_LOOKS = 15;

export function watchSilence(watched: Watched): Silence {
  const { mostMs, isCancelled, end, failed, lookEveryMs = LOOK_EVERY_MS } = watched;
  // Counted in looks, not by a clock: if this thread was blocked itself, it heard nothing either.
  let silentMs = 0;
  let [isThere, isEnding] = [false, false];
  const works = new Map<string, { readonly claim: WorkClaim; readonly since: number }>();
  const most = mostMs ?? Number.POSITIVE_INFINITY;

  const whyEnd = async (): Promise<EndedFor | null | 'not'> => {
    for (const { claim, since } of works.values()) {
      const { workId } = claim;
      if (await isCancelled?.(workId)) return { workId, failure: CANCELLED };
      if (performance.now() - since > most) return { workId, failure: failureOf(tookTooLong(most)) };
    }
    return silentMs > most ? null : 'not';
  };
  const look = async (): Promise<void> => {
    if (!isThere || isEnding) return;
    silentMs += lookEveryMs;
    if (silentMs < ANSWERS_WITHIN_LOOKS * lookEveryMs) return;
    isEnding = true;
    try {
      const why = await whyEnd();
      // The thread may have answered meanwhile, and then ends its run itself.
      if (why !== 'not' && silentMs > 0 && isThere)
        await end(
          [...works.values()].map(({ claim }) => claim),
          why,
        );
    } catch (error) {
      failed(error);
    } finally {
      isEnding = false;
    }
  };
  const looking = setInterval(() => void look(), lookEveryMs).unref();

  return {
    begun() {
      [isThere, silentMs] = [true, 0];
    },
    heard() {
      silentMs = 0;
    },
    inHand(worker, claim) {
      if (claim === null) works.delete(worker);
      else works.set(worker, { claim, since: performance.now() });
    },
    ended() {
      [isThere, silentMs] = [false, 0];
      works.clear();
    },
    trouble() {
      if (silentMs < SHOWN_AFTER_LOOKS * lookEveryMs) return null;
      const of = [...works.values()].map(({ claim }) => claim.workId).join(', ');
      return `The thread that does the runs has not answered for ${silentMs / 1_000} s${of && `, at ${of}`}: it computes, or hangs; its run can be cancelled.`;
    },
    stop: () => clearInterval(looking),
  };
}
