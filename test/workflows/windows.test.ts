// Finished windows: in any order and more than once they give the answer of all files at once; those of a session that
// nobody knows wait for it, and a session that hears of no more is finalised with a warning.

import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CompleteBatchStatus } from '../../gen/tieout/engine/v1/complete_batch_pb.ts';
import { ANYBODY } from '../../src/core/callers/caller.ts';
import { TieoutError } from '../../src/core/errors.ts';
import { parseDay } from '../../src/core/money/calendar.ts';
import { areWithoutGap } from '../../src/core/records/documents/window.ts';
import { completeBatch } from '../../src/rpc/windows/complete-batch.ts';
import { considerOpenWindows } from '../../src/workflows/windows/complete-window.ts';
import { watchWindows } from '../../src/workflows/windows/watch-windows.ts';
import { answerOf } from './session-content.ts';
import { type Month, monthOf, writePart } from './small-month.ts';
import { KEY, type ServiceUnderTest, startService } from './worker-under-test.ts';

const LOOK = {
  after: null,
  failed: (_: unknown, error: unknown) => {
    throw error;
  },
};

const MONTH = monthOf(150);

let service: ServiceUnderTest;
let now: number;
beforeEach(async () => {
  service = await startService();
  now = 1_000_000;
  service.work();
});
afterEach(() => service.dispose());

const deps = (quietMs: number | null = null, on = service) => ({
  ...on.deps,
  clock: () => now,
  quietMs,
  dayOf: parseDay,
});
const scope = { session_id: KEY.session, tenant_id: KEY.tenant, partner_id: KEY.partner };
const push = async (window: object, quietMs: number | null = null) => {
  const body = new TextEncoder().encode(JSON.stringify({ ...scope, ...window }));
  return completeBatch(deps(quietMs), body, ANYBODY);
};
const ended = async () => {
  for (const run of await service.store.runs.unfinished()) await service.ended(run.runId);
};
const runs = async () => (await service.store.runs.list({ after: null, limit: 99 })).runs;

/** The rows of a side that are dated in the days. */
function within({ lines }: Month, from: string, to: string): Month {
  const of = (side: 'gl' | 'bank') => {
    const [header, ...rows] = lines[side];
    const dated = rows.filter((row) => {
      const day = /\d{4}-\d\d-\d\d/.exec(row)![0];
      return day >= from && day <= to;
    });
    return [header!, ...dated];
  };
  return { lines: { gl: of('gl'), bank: of('bank') } };
}

const days = MONTH.lines.gl
  .slice(1)
  .map((row) => /\d{4}-\d\d-\d\d/.exec(row)![0])
  .toSorted();
const [first, last] = [days[0], days.at(-1)!];
const cut = (share: number) => days[Math.floor(share * days.length)];
const dayAfter = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
const WINDOWS = [
  { start_date: first, end_date: cut(0.3) },
  { start_date: dayAfter(cut(0.3)), end_date: cut(0.6) },
  { start_date: dayAfter(cut(0.6)), end_date: dayAfter(dayAfter(dayAfter(last))) },
];
const feed = async (n: number) => {
  const { start_date: from, end_date: to } = WINDOWS[n];
  const part = within(MONTH, n === 0 ? '0000' : from, n === 2 ? '9999' : to);
  const fileUrls = {
    gl: [await writePart(service.root, part, { side: 'gl', name: `gl-${n}.csv` })],
    bank: [await writePart(service.root, part, { side: 'bank', name: `bank-${n}.csv` })],
  };
  const [periodStart, periodEnd] = [parseDay(from), parseDay(to)];
  return service.run({ fileUrls, onExisting: 'append', periodStart, periodEnd });
};

test('windows that come out of order and again give the answer of the whole period at once', async () => {
  expect((await feed(2)).status).toBe('succeeded');
  expect(await push(WINDOWS[2])).toMatchObject({ status: CompleteBatchStatus.ACCEPTED });
  await ended();
  for (const n of [0, 1]) {
    expect((await feed(n)).status).toBe('succeeded');
    for (const _ of [1, 2]) expect(await push(WINDOWS[n])).toMatchObject({ status: CompleteBatchStatus.ACCEPTED });
    await ended();
  }
  await considerOpenWindows(deps(), LOOK);
  const before = (await runs()).length;
  for (const window of WINDOWS) await push(window);
  await ended();
  // Repeated once all is done, they order nothing, and nobody has to look at them any more.
  expect((await runs()).length).toBe(before);
  expect((await service.store.sessions.withOpenWindows({ after: null, limit: 9 })).sessions).toEqual([]);
  const other = await startService({ root: service.root });
  other.work();
  const all = (side: 'gl' | 'bank') => [0, 1, 2].map((n) => `file:${side}-${n}.csv`);
  const [periodStart, periodEnd] = [parseDay(first), parseDay(WINDOWS[2].end_date)];
  await other.run({ fileUrls: { gl: all('gl'), bank: all('bank') }, periodStart, periodEnd });
  expect(await answerOf(service.store, KEY)).toEqual(await answerOf(other.store, KEY));
  await other.dispose();
});

test('a window that comes before its session is kept for it, and a gap is waited for until nothing comes', async () => {
  expect(await push(WINDOWS[0])).toMatchObject({ status: CompleteBatchStatus.ACCEPTED });
  expect(await runs()).toEqual([]);
  await feed(2);
  await push(WINDOWS[2], 60_000);
  await feed(0);
  await considerOpenWindows(deps(60_000), LOOK);
  await ended();
  expect((await runs()).length).toBe(2);
  now += 60_000;
  for (const _ of [1, 2]) await considerOpenWindows(deps(60_000), LOOK);
  await ended();
  const [finalised, ...others] = await runs();
  expect(others.length).toBe(2);
  expect(finalised).toMatchObject({ status: 'succeeded' });
  expect(finalised!.report.warnings[0]).toMatch(/^No further window was finished for a while/);
  await considerOpenWindows(deps(60_000), LOOK);
  expect((await service.store.sessions.withOpenWindows({ after: null, limit: 9 })).sessions).toEqual([]);
});

test('windows of sessions that nobody knows hide no others, and go after a month', async () => {
  for (let n = 0; n < 12; n++) {
    const key = { ...KEY, session: `mistyped-${n}` };
    await service.store.sessions.addWindow(key, { start: 1, end: 2, branchId: null, saidAt: now });
  }
  await push(WINDOWS[0]);
  await feed(0);
  const seen: string[] = [];
  const sessions: typeof service.store.sessions = {
    ...service.store.sessions,
    async windows(key) {
      seen.push(key.session);
      if (key.session === 'mistyped-3') throw new TieoutError('store_damaged', 'A window cannot be read.');
      return service.store.sessions.windows(key);
    },
  };
  const watch = watchWindows({ ...deps(), store: { ...service.store, sessions } }, { everyMs: 20, limit: 5 });
  while (!seen.includes(KEY.session) || seen.length < 26) await pause(10);
  await watch.stop();
  expect(new Set(seen).size).toBe(13);
  // One that fails is said, once while it lasts, and holds up no other.
  const failed = service.said.filter(({ sentence }) =>
    sentence.startsWith('The finished windows of a session could not'),
  );
  expect(failed).toMatchObject([{ level: 'error', fields: { session: 'mistyped-3' } }]);
  now += 31 * 86_400_000;
  await considerOpenWindows(deps(), LOOK);
  expect((await service.store.sessions.withOpenWindows({ after: null, limit: 20 })).sessions).toEqual([]);
});

describe('what cannot be used is ignored with its reason', () => {
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  test.each([
    ['', 'the body is not JSON in UTF-8'],
    ['[]', 'the body is no JSON object'],
    [JSON.stringify({ message: {} }), 'the envelope’s message has no data'],
    [JSON.stringify({ message: { data: '%%' } }), 'the envelope’s data is not base64'],
    [JSON.stringify({ message: { data: base64('{') } }), 'the envelope’s data is not JSON in UTF-8'],
    [
      JSON.stringify({ message: { data: base64(`[${'1,'.repeat(130_000)}1]`) } }),
      'the envelope’s data has more values than are read',
    ],
    [JSON.stringify({ ...scope, session_id: 5 }), 'session_id is missing or no text'],
    [
      JSON.stringify({ ...scope, start_date: '2026-02-30', end_date: '2026-03-01' }),
      'start_date is no date such as 2026-03-31',
    ],
    [
      JSON.stringify({ ...scope, start_date: '2026-03-02', end_date: '2026-03-01' }),
      'start_date 2026-03-02 is after end_date 2026-03-01',
    ],
  ])('%#', async (body, reason) => {
    const ignored = { status: CompleteBatchStatus.IGNORED, reason };
    expect(await completeBatch(deps(), new TextEncoder().encode(body), ANYBODY)).toEqual(ignored);
    expect((await service.store.sessions.withOpenWindows({ after: null, limit: 9 })).sessions).toEqual([]);
  });
});

test('windows follow one another without a gap, or do not', () => {
  const windows = (...pairs: [number, number][]) => pairs.map(([start, end]) => ({ start, end, branchId: null }));
  expect(areWithoutGap(windows([8, 14], [1, 7]), { start: 2, end: 13 })).toBe(true);
  expect(areWithoutGap(windows([1, 10], [3, 5], [11, 12]), null)).toBe(true);
  expect(areWithoutGap(windows([1, 7], [9, 14]), null)).toBe(false);
  expect(areWithoutGap(windows([1, 7]), { start: 1, end: 8 })).toBe(false);
  expect(areWithoutGap([], null)).toBe(false);
});
