// A made-up month on a real store behind the reporting routes, for the tests of what people work with.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { localBus } from '../../src/adapters/bus-local/bus.ts';
import type { Store } from '../../src/ports/store.ts';
import { reportingService } from '../../src/rpc/reporting/reporting.ts';
import { resolutionService } from '../../src/rpc/resolution/resolve.ts';
import { withMongodb } from '../adapters/store-mongo/temporary-database.ts';
import { writtenMonth } from '../generation/months.ts';
import { resolving } from '../workflows/decisions/resolving.ts';
import { type StoredSessions, startStoredSessions } from '../workflows/stored-session.ts';
import { start } from './running.ts';

export const SCOPE = { tenant_id: 'umoja', partner_id: 'mfb' };
export const KEY = { tenant: SCOPE.tenant_id, partner: SCOPE.partner_id, session: 'month' };

type Query = readonly (readonly [string, string])[];

export interface WorklistMonth {
  readonly sessions: StoredSessions;
  /** A GET with the scope beside the query. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, which the tests then compare.
  get(path: string, query?: Query, scope?: Readonly<Record<string, string>>): Promise<{ status: number; json: any }>;
  /** A POST with the scope beside the body. */
  // biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, which the tests then compare.
  post(path: string, body: object): Promise<{ status: number; json: any }>;
  /** Reconciles the month again, or for the first time. */
  run(): Promise<void>;
  close(): Promise<void>;
}

type Step = (month: WorklistMonth) => Promise<void>;

/** Steps one after the other on one month: each a test on the embedded store, and together one on MongoDB. */
export function eachOnBothStores(declare: (step: (name: string, step: Step) => void) => void): void {
  const steps = (): (readonly [string, Step])[] => {
    const found: [string, Step][] = [];
    declare((name, step) => found.push([name, step]));
    return found;
  };
  describe('the embedded store', () => {
    let month: WorklistMonth;
    beforeAll(async () => {
      month = await startWorklistMonth();
    });
    afterAll(() => month.close());
    test.each(steps())('%s', (_, step) => step(month));
  });
  withMongodb('MongoDB', (database) => {
    test('answers as the embedded store does', async () => {
      const month = await startWorklistMonth(() => database.openPrepared());
      try {
        for (const [, step] of steps()) await step(month);
      } finally {
        await month.close();
      }
    });
  });
}

async function startWorklistMonth(open?: () => Promise<Store>): Promise<WorklistMonth> {
  const sessions = await startStoredSessions({ open });
  const { files } = writtenMonth({ rows: 400, seed: 'worklist' });
  const path = (name: 'gl' | 'bank') => join(sessions.folder, `${name}.csv`);
  writeFileSync(path('gl'), files.gl);
  let runs = 0;
  const resolution = resolutionService({
    ...resolving(sessions.deps.store, sessions.folder),
    bus: localBus(),
    log: { info: () => {}, warn: () => {}, error: () => {} },
  });
  const server = await start({ handlers: { reporting: reportingService(sessions.deps), resolution } });
  const month: WorklistMonth = {
    sessions,
    async get(route, query = [], scope = SCOPE) {
      const asked = new URLSearchParams([...Object.entries(scope), ...query] as [string, string][]);
      const reply = await fetch(`${server.address}${route}?${asked}`);
      return { status: reply.status, json: await reply.json() };
    },
    async post(route, body) {
      const reply = await fetch(server.address + route, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...SCOPE, ...body }),
      });
      return { status: reply.status, json: await reply.json() };
    },
    async run() {
      runs++;
      // Each run has a row less: the same files again would change nothing.
      writeFileSync(
        path('bank'),
        files.bank
          .split('\n')
          .slice(0, -runs - 1)
          .join('\n'),
      );
      await sessions.reconcile(KEY, ['--gl', path('gl'), '--bank', path('bank')]);
    },
    async close() {
      await server.close();
      await sessions.close();
    },
  };
  await month.run();
  return month;
}
