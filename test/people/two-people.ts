// A service with callers who have names, for the tests of what people decide: a platform that submits, Ada who decides,
// Bisi who reviews too. All is asked over REST of a real process on a real store.

import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { test } from 'vitest';
import { type RunningService, startService } from '../../src/app.ts';
import { readConfiguration } from '../../src/config.ts';

// biome-ignore lint/suspicious/noExplicitAny: an answer of any shape, which the test then compares.
export type Json = any;

export const OF = { tenant_id: 'bank-a', partner_id: 'lagos' };
const CALLERS = {
  platform: ['submit', 'read'],
  ada: ['read', 'submit', 'decide'],
  bisi: ['read', 'decide', 'review'],
  chi: ['read', 'decide', 'review'],
} as const;
export type Who = keyof typeof CALLERS;

export interface Reply {
  readonly status: number;
  readonly json: Json;
  readonly headers: Headers;
}

export interface People {
  readonly service: RunningService;
  readonly folder: string;
  call(who: Who, method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<Reply>;
  get(path: string, more?: Readonly<Record<string, string>>): Promise<Json>;
  /** Writes the rows and reconciles them, and waits for the end: `succeeded` unless the test says otherwise. */
  reconcile(session: string, of: MonthOfRows): Promise<Json>;
  /** Open rows of a session by the text of their narration. */
  open(session: string): Promise<Readonly<Record<string, string>>>;
  close(): Promise<void>;
}

export interface MonthOfRows {
  readonly gl: readonly string[];
  readonly bank: readonly string[];
  readonly from: string;
  readonly to: string;
  readonly ends?: string;
  readonly more?: object;
}

const HEAD = 'Date,Reference,Narration,Amount';

async function twoPeople(storeOf: (folder: string) => Readonly<Record<string, string>>): Promise<People> {
  const folder = mkdtempSync(join(tmpdir(), 'tieout-people-'));
  const file = join(folder, 'callers.yaml');
  const callers = Object.entries(CALLERS).map(([id, roles]) => ({
    id,
    tokens: [createHash('sha256').update(`token-of-${id}`).digest('hex')],
    tenants: [OF.tenant_id],
    roles,
  }));
  writeFileSync(file, JSON.stringify({ callers }));
  const mode = { TIEOUT_PORT: '0', TIEOUT_CALLERS: file, TIEOUT_FILES_ROOT: folder, ...storeOf(folder) };
  const service = await startService(readConfiguration(mode), pino({ level: 'silent' }));
  const call: People['call'] = async (who, method, path, body) => {
    const reply = await fetch(`${service.address}/v1/${path}`, {
      method,
      headers: { authorization: `Bearer token-of-${who}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify({ ...OF, ...body }) }),
    });
    const text = await reply.text();
    const json = reply.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
    return { status: reply.status, json, headers: reply.headers };
  };
  const get: People['get'] = async (path, more = {}) => {
    const { status, json } = await call('bisi', 'GET', `${path}?${new URLSearchParams({ ...OF, ...more })}`);
    if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
    return json;
  };
  return {
    ...{ service, folder, call, get },
    async reconcile(session, { gl, bank, from, to, ends = 'succeeded', more = {} }) {
      for (const [side, rows] of Object.entries({ gl, bank })) {
        writeFileSync(join(folder, `${session}-${side}.csv`), `${[HEAD, ...rows].join('\n')}\n`);
      }
      const body = {
        ...{
          session_id: session,
          gl_file_url: [`file:${session}-gl.csv`],
          bank_file_url: [`file:${session}-bank.csv`],
        },
        ...{ period_start_date: from, period_end_date: to, max_days_forward_search: 2, max_days_backward_search: 2 },
        ...more,
      };
      const { status, json } = await call('platform', 'POST', 'reconcile/banking', body);
      if (status !== 202) throw new Error(`reconcile: ${status} ${JSON.stringify(json)}`);
      return until(async () => {
        const found = await get(`loader/pipeline-status/${session}`);
        if (found.run_id !== json.run_id || !['succeeded', 'failed'].includes(found.status)) return null;
        if (found.status !== ends) throw new Error(`${session} ${found.status}: ${JSON.stringify(found.error)}`);
        return found;
      });
    },
    async open(session) {
      const { items } = await get(`sessions/${session}/open-items`, { page_size: '1000' });
      return Object.fromEntries(items.map((row: Json) => [row.narration, row.record_id]));
    },
    async close() {
      await service.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Asks until there is an answer. */
export async function until<T>(ask: () => Promise<T | null>, mostMs = 60_000): Promise<T> {
  const end = performance.now() + mostMs;
  for (;;) {
    const found = await ask();
    if (found !== null) return found;
    if (performance.now() > end) throw new Error('It did not come to pass in time.');
    await pause(50);
  }
}

/** One step of a day: its name stands in the failure. */
export type Step = (name: string, does: () => Promise<void>) => Promise<void>;

/** A test of a day, step by step, on a service of its own. `mongodb`: the server's address; else the embedded store. */
export function dayOfPeople(day: (people: People, step: Step) => Promise<void>, mongodb?: () => string): void {
  test('a day, step by step', async () => {
    const people = await twoPeople((folder) =>
      mongodb === undefined
        ? { TIEOUT_DATA_DIR: join(folder, 'data') }
        : { MONGODB_URI: mongodb(), TIEOUT_FILES_SENT: join(folder, 'sent') },
    );
    try {
      await day(people, async (name, does) => {
        await does().catch((error: Error) => {
          error.message = `${name}: ${error.message}`;
          throw error;
        });
      });
    } finally {
      await people.close();
    }
  }, 300_000);
}
