// Whether the parts of the service work: each part has a probe, and home, health, readiness and the gRPC health service
// all ask the same ones. A probe that does not answer in time counts as not working.

import { setTimeout as pause } from 'node:timers/promises';
import { MAX_PROBE_MS } from '../core/limits.ts';

export interface Probe {
  /** store, bus, worker ... */
  readonly name: string;
  /** Whether the service is of no use without it: then it is not ready. */
  readonly isNeeded: boolean;
  readonly works: () => Promise<boolean>;
}

export interface ProbeResult {
  readonly name: string;
  readonly isNeeded: boolean;
  readonly works: boolean;
}

export async function probeAll(probes: readonly Probe[]): Promise<readonly ProbeResult[]> {
  return Promise.all(probes.map(async ({ name, isNeeded, works }) => ({ name, isNeeded, works: await inTime(works) })));
}

export const isReady = (results: readonly ProbeResult[]): boolean =>
  results.every(({ works, isNeeded }) => works || !isNeeded);

async function inTime(works: () => Promise<boolean>): Promise<boolean> {
  const timer = new AbortController();
  const late = pause(MAX_PROBE_MS, false, { signal: timer.signal, ref: false }).catch(() => false);
  try {
    return await Promise.race([works(), late]);
  } catch {
    return false;
  } finally {
    timer.abort();
  }
}
