// The verification service on a free port, with lists as a test wants them.

import { hash, randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { auditSeals, runningSha256 } from '../../../src/adapters/digest/audit-seals.ts';
import { readIban } from '../../../src/adapters/identity/ibans.ts';
import { readPhone } from '../../../src/adapters/identity/phone-numbers.ts';
import { imagingPool } from '../../../src/adapters/imaging/pool.ts';
import { pdfReport } from '../../../src/adapters/reports/pdf-report.ts';
import { openEmbeddedStore } from '../../../src/adapters/store-embedded/open.ts';
import { SANDBOX } from '../../../src/adapters/verifier/sandbox.ts';
import type { Callers } from '../../../src/ports/calls/callers.ts';
import type { ImagingTasks } from '../../../src/ports/verification/imaging.ts';
import { encode } from '../../../src/rest/encode.ts';
import { caseService } from '../../../src/rpc/verification/cases.ts';
import { type VerificationOptions, verificationService } from '../../../src/rpc/verification/verification.ts';
import { turns } from '../../../src/threads/calls/turns.ts';
import { loadInThread, startScreening } from '../../../src/threads/screening/host.ts';
import { temporaryDirectory } from '../../adapters/store-embedded/temporary-store.ts';
import { start } from '../../rest/running.ts';

export const SAMPLE = fileURLToPath(new URL('../../../examples/lists/sample.csv', import.meta.url));
export const WEBHOOK_SECRET = 'a-secret-of-the-tests';
const digest = (bytes: Uint8Array | string) => hash('sha256', bytes, 'hex');

export const NOW = Date.UTC(2026, 10, 23, 8);

interface Given extends Partial<VerificationOptions> {
  /** Names under which the sample is loaded. */
  readonly lists?: readonly string[];
  /** Names of configured lists. */
  readonly wanted?: readonly string[];
  /** The service token; null: anybody calls. */
  readonly token?: string | null;
  readonly callers?: Callers;
}

export async function verifying(given: Given = {}) {
  const { lists = [], wanted = [], token = null, callers, ...options } = given;
  let now = NOW;
  const clock = () => now;
  const directory = await temporaryDirectory();
  const store = await openEmbeddedStore({ directory });
  const log = pino({ level: 'silent' });
  const watchlists = startScreening({ store, clock, log, staleMs: () => 48 * 3_600_000, wanted });
  const load = async (name: string, url: string) => {
    const { failures } = await loadInThread({ store, sources: [{ name, url }], shrinkShare: 0.2, clock, log });
    await watchlists.refresh();
    return failures;
  };
  for (const name of lists) await load(name, SAMPLE);
  const imaging = imagingPool<ImagingTasks>({
    processes: 2,
    turn: turns({ atOnce: 2, atOnceOfLane: 1, mostWaiting: 32, mostWaitingOfLane: 16, mostWaitMs: 120_000 }),
    entry: new URL('../../../src/adapters/imaging/process.ts', import.meta.url),
    ...{ memoryMb: 1_536, timeoutMs: 30_000, idleMs: 600_000, log },
  });
  const kept = {
    ...{ store, watchlists, log, clock, digest, newId: () => `check-${randomUUID()}`, newSalt: randomUUID },
    ...{ seals: auditSeals([]), runningDigest: runningSha256 },
  };
  const all: VerificationOptions = {
    ...{ ...kept, digest, store, requiresConsent: false, readPhone, readIban },
    ...{
      keepMs: 90 * 86_400_000,
      holdMs: 0,
      backupsKeepMs: null,
      renderPdf: pdfReport,
      encodeJson: encode,
      imaging,
    },
    ...{ challengeSecret: 'a-secret-of-the-tests', draw: () => 0 },
    ...{ verifier: SANDBOX, webhookSecret: WEBHOOK_SECRET },
    ...options,
  };
  const verification = verificationService(all);
  const cases = caseService(kept);
  const called = callers === undefined ? {} : { callers };
  const server = await start({ roles: ['verification'], token, ...called, handlers: { verification, cases } });
  return {
    imaging,
    watchlists,
    load,
    kept,
    later: (hours: number) => {
      now += hours * 3_600_000;
    },
    async post(route: string, body: unknown) {
      const reply = await fetch(`${server.address}/v1/${route}`, {
        ...{ method: 'POST', body: JSON.stringify(body) },
        headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
      });
      const text = await reply.text();
      // biome-ignore lint/suspicious/noExplicitAny: each test looks at what it asked for.
      return { status: reply.status, text, body: JSON.parse(text) as any };
    },
    address: server.address,
    options: all,
    directory,
    store,
    async close() {
      await server.close();
      await imaging.close();
      await watchlists.close();
      await store.close();
      await rm(directory, { recursive: true });
    },
  };
}
