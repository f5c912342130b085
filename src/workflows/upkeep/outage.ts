// Saying that something is away: once when it begins, again each minute that it lasts, and once when it is over, however
// often it is tried meanwhile and by however many: what fails for one reason is one outage to all who share a log. What
// fails for another reason is said too.

import { TieoutError } from '../../core/errors.ts';
import type { Log, LogFields } from '../../ports/log.ts';

/** Whoever comes to look sees in the last minute of the log that it still lasts. */
const AGAIN_MS = 60_000;

interface Lasting {
  saidAt: number;
  /** What is said when it is over. */
  readonly over: string;
  /** Who met it, and when last: who did not try since is not waited for. */
  readonly metBy: Map<Outage, number>;
}

/** What lasts, by its reason. */
const LASTING = new WeakMap<Log, Map<string, Lasting>>();

export class Outage {
  readonly #log: Log;
  readonly #over: string;
  readonly #againMs: number;
  readonly #lasting: Map<string, Lasting>;

  /** `over`: what is said when it is over. */
  constructor(log: Log, { over, againMs = AGAIN_MS }: { readonly over: string; readonly againMs?: number }) {
    this.#log = log;
    this.#over = over;
    this.#againMs = againMs;
    this.#lasting = LASTING.get(log) ?? new Map();
    LASTING.set(log, this.#lasting);
  }

  failed(error: unknown, fields: LogFields, sentence: string): void {
    // A server that is away is silent at first, then refuses, then is not found: that is one outage.
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
