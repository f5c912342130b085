// The verification service on a free port, with lists as a test wants them.

import { hash, randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { readIban } from '../../../src/adapters/identity/ibans.ts';
import { readPhone } from '../../../src/adapters/identity/phone-numbers.ts';
import { superviseImaging } from '../../../src/adapters/imaging/supervise.ts';
import { readList } from '../../../src/adapters/lists/read-list.ts';
import { pdfReport } from '../../../src/adapters/reports/pdf-report.ts';
import { SANDBOX } from '../../../src/adapters/verifier/sandbox.ts';
import type { ImagingTasks } from '../../../src/ports/verification/imaging.ts';
import { encode } from '../../../src/rest/encode.ts';
import { type VerificationOptions, verificationService } from '../../../src/rpc/verification/verification.ts';
import { createWatchlists, type Watchlists } from '../../../src/workflows/verification/watchlists.ts';
import { openTemporaryStore } from '../../adapters/store-embedded/temporary-store.ts';
import { start } from '../../rest/running.ts';

export const SAMPLE = fileURLToPath(new URL('../../../examples/lists/sample.csv', import.meta.url));
export const WEBHOOK_SECRET = 'a-secret-of-the-tests';
export const NOW = Date.UTC(2026, 10, 23, 8);

export async function verifying(given: Partial<VerificationOptions> & { readonly lists?: readonly string[] } = {}) {
  const { lists = [], ...options } = given;
  let now = NOW;
  const clock = () => now;
  const watchlists: Watchlists = createWatchlists({
    ...{ read: readList, clock, log: pino({ level: 'silent' }), shrinkShare: 0.2, staleMs: 48 * 3_600_000 },
  });
  for (const name of lists) await watchlists.load({ name, url: SAMPLE });
  const temporary = await openTemporaryStore();
  const imaging = superviseImaging<ImagingTasks>({
    entry: new URL('../../../src/adapters/imaging/process.ts', import.meta.url),
    ...{ memoryMb: 1_536, timeoutMs: 30_000, queue: 32, idleMs: 600_000, log: pino({ level: 'silent' }) },
  });
  const verification = verificationService({
    ...{ clock, newId: () => `check-${randomUUID()}`, requiresConsent: false, readPhone, readIban, watchlists },
    ...{ store: temporary.store, keepMs: 90 * 86_400_000, renderPdf: pdfReport, encodeJson: encode, imaging },
    ...{ verifier: SANDBOX, webhookSecret: WEBHOOK_SECRET },
    digest: (bytes) => hash('sha256', bytes, 'hex'),
    ...options,
  });
  const server = await start({ roles: ['verification'], handlers: { verification } });
  return {
    watchlists,
    later: (hours: number) => {
      now += hours * 3_600_000;
    },
    async post(route: string, body: unknown) {
      const reply = await fetch(`${server.address}/v1/${route}`, {
        ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) },
      });
      const text = await reply.text();
      // biome-ignore lint/suspicious/noExplicitAny: each test looks at what it asked for.
      return { status: reply.status, text, body: JSON.parse(text) as any };
    },
    address: server.address,
    store: temporary.store,
    async close() {
      await server.close();
      await imaging.close();
      await temporary.dispose();
    },
  };
}
