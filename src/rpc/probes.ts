// Whether the parts of the service work, and if not, why. Each part has a probe; home, health, readiness and the gRPC
// health service all use these. A probe that does not answer in time counts as failed.

import { setTimeout as pause } from 'node:timers/promises';
import { ERROR_KINDS } from '../core/error-kinds.ts';
import { TieoutError } from '../core/errors.ts';
import { MAX_PROBE_MS } from '../core/limits.ts';

export interface Probe {
  /** store, bus, worker ... */
  readonly name: string;
  /** Whether the service is useless without it: then it is not ready. */
  readonly isNeeded: boolean;
  /** Null while it works, else one sentence that anybody may read. A failing probe counts as trouble. */
  readonly trouble: () => Promise<string | null>;
}

interface ProbeResult {
  readonly name: string;
  readonly isNeeded: boolean;
  readonly works: boolean;
  readonly trouble: string | null;
}

async function probeAll(probes: readonly Probe[]): Promise<readonly ProbeResult[]> {
  return Promise.all(
    probes.map(async ({ name, isNeeded, trouble: ask }) => {
      const trouble = await inTime(ask);
      return { name, isNeeded, works: trouble === null, trouble };
    }),
  );
}

export type Probing = () => Promise<readonly ProbeResult[]>;

/** Callers that ask while the probes run share one answer, so that they cannot cause more probes. */
export function createProbing(probes: readonly Probe[]): Probing {
  let asked: Promise<readonly ProbeResult[]> | null = null;
  return () => {
    asked ??= probeAll(probes).finally(() => {
      asked = null;
    });
    return asked;
  };
}

export const isReady = (results: readonly ProbeResult[]): boolean =>
  results.every(({ works, isNeeded }) => works || !isNeeded);

async function inTime(ask: () => Promise<string | null>): Promise<string | null> {
  const timer = new AbortController();
  const late = pause(MAX_PROBE_MS, LATE, { signal: timer.signal, ref: false }).catch(() => LATE);
  try {
    return await Promise.race([ask(), late]);
  } catch (error) {
    if (!(error instanceof TieoutError)) return 'It failed for a reason that nobody expected.';
    const { http, meaning } = ERROR_KINDS[error.code];
    // An unavailable part is reported as in requests; the sentence of a broken one goes only to the log.
    return http === 503 ? error.message : meaning;
  } finally {
    timer.abort();
  }
}

const LATE = 'It does not answer in time.';
