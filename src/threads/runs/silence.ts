// Watches from the main thread that another one answers: that of the runs, or one that answers calls. While it computes it
// hears nothing: neither that a run is cancelled nor that its time is over, nor can it renew a lease. So both are asked
// for it here, and where a run has to end its thread ends. A long computation that is wanted is left alone, and shown;
// one that nobody waits for so long any more ends with its thread.

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
  /** Of those that have runs. */
  readonly isCancelled?: (runId: string) => Promise<boolean>;
  /** Ends the thread, gives back what it had, and ends the run for whose sake it is; null: for its silence alone. */
  readonly end: (works: readonly WorkClaim[], why: EndedFor | null) => Promise<void>;
  readonly failed: (error: unknown) => void;
  /** By default a second. */
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
/** Looks beyond which the thread counts as silent: assembling and classifying millions of rows takes seconds. */
const ANSWERS_WITHIN_LOOKS = 5;
/** Looks beyond which the process says so: they are longer than all that is usual. */
const SHOWN_AFTER_LOOKS = 15;

export function watchSilence(watched: Watched): Silence {
  const { mostMs, isCancelled, end, failed, lookEveryMs = LOOK_EVERY_MS } = watched;
  // Counted by looks, not by a clock: where this thread was kept from looking, the other one was heard no later.
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
      // It may have answered meanwhile, and then ends its run itself.
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
