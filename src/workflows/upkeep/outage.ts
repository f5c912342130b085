// Logs that something cannot be reached: once when that begins, again each minute while it lasts, and once when it is
// over, however often it is tried and by however many. Failures for one reason are one outage for all who share a log;
// a failure for another reason is another outage.

import { TieoutError } from '../../core/errors.ts';
import type { Log, LogFields } from '../../ports/log.ts';

/** So often that the last minute of the log shows an outage that still lasts. */
const AGAIN_MS = 60_000;

interface Lasting {
  saidAt: number;
  /** The log's sentence when it is over. */
  readonly over: string;
  /** Who met the outage, and when last: those who have not tried since are not waited for. */
  readonly metBy: Map<Outage, number>;
}

/** Present outages, by their reason. */
const LASTING = new WeakMap<Log, Map<string, Lasting>>();

interface OutageOptions {
  readonly over: string;
  readonly againMs?: number;
  readonly isAlone?: boolean;
}

export class Outage {
  readonly #log: Log;
  readonly #over: string;
  readonly #againMs: number;
  readonly #lasting: Map<string, Lasting>;

  /**
   * `over`: the log's sentence when it is over. `isAlone`: an outage of its own, because it is tried too rarely for
   * others to wait until it works again.
   */
  constructor(log: Log, { over, againMs = AGAIN_MS, isAlone = false }: OutageOptions) {
    this.#log = log;
    this.#over = over;
    this.#againMs = againMs;
    this.#lasting = (isAlone ? undefined : LASTING.get(log)) ?? new Map();
    if (!isAlone) LASTING.set(log, this.#lasting);
  }

  failed(error: unknown, fields: LogFields, sentence: string): void {
    // A server that goes away is silent at first, then refuses, then is not found: that is one outage.
    const reason = error instanceof TieoutError ? error.code : String(error);
    const now = performance.now();
    for (const [other, { metBy }] of this.#lasting) if (other !== reason) metBy.delete(this);
    const known = this.#lasting.get(reason);
    known?.metBy.set(this, now);
    if (known !== undefined && now - known.saidAt < this.#againMs) return;
    if (known !== undefined) known.saidAt = now;
    else this.#lasting.set(reason, { saidAt: now, over: this.#over, metBy: new Map([[this, now]]) });
    this.#log.error({ ...fields, err: error }, sentence);
  }

  worked(fields: LogFields): void {
    if (this.#lasting.size === 0) return;
    const since = performance.now() - this.#againMs;
    const over = new Set<string>();
    for (const [reason, { metBy, over: sentence }] of this.#lasting) {
      metBy.delete(this);
      if ([...metBy.values()].some((at) => at > since)) continue;
      this.#lasting.delete(reason);
      over.add(sentence);
    }
    for (const sentence of over) this.#log.info(fields, sentence);
  }
}
