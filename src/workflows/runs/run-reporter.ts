// Stores what a worker reports of its run, as often as somebody may look and not as often as it changes: the first
// change at once, then the latest state a few times a second, one write after the other, and everything on request.

import { MAX_RUN_WARNINGS } from '../../core/limits.ts';
import type { RunClaim, RunReport } from '../../core/records/documents/run.ts';
import type { Store } from '../../ports/store.ts';
import type { HeldLease } from '../upkeep/hold.ts';

/** People watch pipeline status, and each write costs disk time. */
const WRITE_EVERY_MS = 200;

export class RunReporter {
  readonly #store: Store;
  readonly #claim: RunClaim;
  readonly #hold: Pick<HeldLease, 'check' | 'lose'>;
  readonly #current: () => RunReport;
  readonly #besides: () => Promise<void>;
  /** Runs while the last write is too recent for the next one. */
  #timer: NodeJS.Timeout | null = null;
  #waiting = false;
  #writing: Promise<void> = Promise.resolve();

  constructor(
    store: Store,
    of: {
      claim: RunClaim;
      hold: Pick<HeldLease, 'check' | 'lose'>;
      current: () => RunReport;
      /** Stored together with the report. */
      besides?: () => Promise<void>;
    },
  ) {
    this.#store = store;
    this.#claim = of.claim;
    this.#hold = of.hold;
    this.#current = of.current;
    this.#besides = of.besides ?? (async () => {});
  }

  /**
   * Called at each change: stores it now, or once the last write is long enough ago. A failure is left to the next
   * write.
   */
  changed(): void {
    if (this.#timer !== null) {
      this.#waiting = true;
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = null;
      if (!this.#waiting) return;
      this.#waiting = false;
      this.changed();
    }, WRITE_EVERY_MS);
    this.#write().catch(() => {});
  }

  /** Stores the present state. Throws store_unavailable, or ClaimLost if another worker has the run. */
  async flush(): Promise<void> {
    this.stop();
    await this.#write();
    this.#hold.check();
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#waiting = false;
  }

  #write(): Promise<void> {
    const write = async () => {
      const stored = await this.#store.runs.report(this.#claim, withFewWarnings(this.#current()));
      if (!stored) this.#hold.lose();
      else await this.#besides();
    };
    return (this.#writing = this.#writing.catch(() => {}).then(write));
  }
}

function withFewWarnings({ warnings, ...report }: RunReport): RunReport {
  if (warnings.length <= MAX_RUN_WARNINGS) return { ...report, warnings };
  const more = warnings.length - MAX_RUN_WARNINGS + 1;
  return { ...report, warnings: [...warnings.slice(0, MAX_RUN_WARNINGS - 1), `${more} more warnings are left out.`] };
}
