// The verification service on a free port, with lists as a test wants them.

import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { readIban } from '../../../src/adapters/identity/ibans.ts';
import { readPhone } from '../../../src/adapters/identity/phone-numbers.ts';
import { readList } from '../../../src/adapters/lists/read-list.ts';
import { type VerificationOptions, verificationService } from '../../../src/rpc/verification/verification.ts';
import { createWatchlists, type Watchlists } from '../../../src/workflows/verification/watchlists.ts';
import { start } from '../../rest/running.ts';

export const SAMPLE = fileURLToPath(new URL('../../../examples/lists/sample.csv', import.meta.url));
export const NOW = Date.UTC(2026, 10, 23, 8);

export async function verifying(given: Partial<VerificationOptions> & { readonly lists?: readonly string[] } = {}) {
  const { lists = [], ...options } = given;
  let now = NOW;
  let ids = 0;
  const clock = () => now;
  const watchlists: Watchlists = createWatchlists({
    ...{ read: readList, clock, log: pino({ level: 'silent' }), shrinkShare: 0.2, staleMs: 48 * 3_600_000 },
  });
  for (const name of lists) await watchlists.load({ name, url: SAMPLE });
  const verification = verificationService({
    ...{ clock, newId: () => `check-${++ids}`, requiresConsent: false, readPhone, readIban, watchlists },
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
    close: () => server.close(),
  };
}
