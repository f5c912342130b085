// Saying that something is away: once when it begins, again each minute that it lasts, and once when it is over, however
// often it is tried meanwhile. What fails for another reason is said too.

import { TieoutError } from '../../core/errors.ts';
import type { Log, LogFields } from '../../ports/log.ts';

/** Whoever comes to look sees in the last minute of the log that it still lasts. */
const AGAIN_MS = 60_000;

export class Outage {
  readonly #log: Log;
  readonly #over: string;
  readonly #againMs: number;
  #reason: string | null = null;
  #saidAt = 0;

  /** `over`: what is said when it is over. */
  constructor(log: Log, { over, againMs = AGAIN_MS }: { readonly over: string; readonly againMs?: number }) {
    this.#log = log;
    this.#over = over;
    this.#againMs = againMs;
  }

  failed(error: unknown, fields: LogFields, sentence: string): void {
    // A server that is away is silent at first, then refuses, then is not found: that is one outage.
    const reason = error instanceof TieoutError ? error.code : String(error);
    const now = performance.now();
    if (reason === this.#reason && now - this.#saidAt < this.#againMs) return;
    this.#reason = reason;
    this.#saidAt = now;
    this.#log.error({ ...fields, err: error }, sentence);
  }

  worked(fields: LogFields): void {
    if (this.#reason !== null) this.#log.info(fields, this.#over);
    this.#reason = null;
  }
}
