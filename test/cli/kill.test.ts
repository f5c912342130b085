// kill -9 of the real command at random moments of `reconcile --data DIR --out OUT`, and then the same command again:
// what it writes is byte for byte what an undisturbed run writes, and the store holds one session with nothing twice.
// Every other kill falls on a run that replaces an earlier one, made with other parameters.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openEmbeddedStore } from '../../src/adapters/store-embedded/open.ts';
import type { Side } from '../../src/core/records/rows/columns.ts';
import type { Store } from '../../src/ports/store.ts';
import { tieout } from './tieout.ts';

const KILLS = 15;
const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);
const TIEOUT = resolve('bin/tieout');
const ROWS = 600;

const cwd = mkdtempSync(join(tmpdir(), 'tieout-kill-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

const FILES = ['--gl', 'month/gl.csv', '--bank', 'month/bank.csv'];
const BEFORE = ['reconcile', ...FILES, '--session', 'september'];
const ASKED = [...BEFORE, '--msc-rate', '0.005', '--charge-min', '10', '--charge-max', '60'];
/** Whether the data directory holds the earlier run. */
const STARTS = [false, true] as const;
type Start = (typeof STARTS)[number];

const expected = new Map<
  Start,
  { readonly output: ReadonlyMap<string, string>; readonly stored: unknown; readonly milliseconds: number }
>();

beforeAll(async () => {
  await succeeds(['generate', '--rows', String(ROWS), '--seed', 'killed', '--out', 'month']);
  await succeeds([...BEFORE, '--data', 'earlier']);
  for (const start of STARTS) {
    const data = dataOf('undisturbed', start);
    const begun = performance.now();
    await succeeds([...ASKED, '--data', data, '--out', `${data}-out`]);
    const milliseconds = performance.now() - begun;
    expected.set(start, { output: outputOf(`${data}-out`), stored: await storedIn(data), milliseconds });
  }
});

async function succeeds(args: readonly string[]): Promise<void> {
  const { status, stderr } = await tieout(args, { cwd });
  expect([status, stderr]).toEqual([0, '']);
}

/** A data directory of its own; its files are not there yet, or those of the earlier run. */
function dataOf(name: string, start: Start): string {
  const data = `${name}-${start ? 'after' : 'first'}`;
  if (start) cpSync(join(cwd, 'earlier'), join(cwd, data), { recursive: true });
  return data;
}

/** The files of a folder by name. */
function outputOf(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(join(cwd, folder)).sort();
  return new Map(names.map((name) => [name, readFileSync(join(cwd, folder, name), 'utf8')]));
}

/** Names, for the contents of a month would fill a screen. */
function changedFiles(now: ReadonlyMap<string, string>, then: ReadonlyMap<string, string>): string[] {
  return [...new Set([...now.keys(), ...then.keys()])].filter((name) => now.get(name) !== then.get(name));
}

/** What the store shows, without times. */
async function storedIn(data: string) {
  const store = await openEmbeddedStore({ directory: join(cwd, data) });
  const [session, ...more] = await store.sessions.list({ tenant: 'local', partner: 'local' });
  const { key, runId, version, ingestions } = session!;
  const { clusters } = await store.clusters.page(key, { after: null, limit: 10_000 });
  const stored = {
    more,
    version,
    runId,
    unfinished: await store.runs.unfinished(),
    files: (await store.ingestions.live(key)).map(({ ingestionId, side, rows }) => [ingestionId, side, rows]),
    rowBlocks: await Promise.all(ingestions.map((id) => store.rowBlocks.headers(id))),
    groups: await store.groupBlocks.headers(runId!),
    open: await Promise.all([openIds(store, 'gl'), openIds(store, 'bank'), store.openItems.aggregate(key)]),
    // Clusters found again keep their place, so that ids are compared and not their order.
    clusters: clusters.map(({ clusterId, runId: by }) => `${clusterId} ${by}`).sort(),
    counts: await store.clusters.counts(key),
    summaries: (await store.summaries.history(key)).map(({ recalculationCount, cause, summary }) => [
      recalculationCount,
      cause,
      summary,
    ]),
    swept: await store.upkeep.sweepUnnamed(),
  };
  await store.close();
  return stored;

  async function openIds(from: Store, side: Side) {
    const { items, next } = await from.openItems.page(key, { side, after: null, limit: 10_000 });
    return [items.rows.count, next, Buffer.from(items.recordId).toString('hex')];
  }
}

/** Whether the process was still there to be killed. */
async function killedAfter(milliseconds: number, data: string): Promise<boolean> {
  const child = spawn(TIEOUT, [...ASKED, '--data', data, '--out', `${data}-out`], { cwd, stdio: 'ignore' });
  const timer = setTimeout(() => child.kill('SIGKILL'), milliseconds);
  const [, signal] = await once(child, 'close');
  clearTimeout(timer);
  return signal === 'SIGKILL';
}

/** Kills the command at each moment, shares of an undisturbed run, then lets it end. Answers how many were killed. */
async function survives({ n, start, moments }: { n: number; start: Start; moments: readonly number[] }) {
  const { output, stored, milliseconds } = expected.get(start)!;
  const data = dataOf(`kill-${n}`, start);
  let killed = 0;
  for (const moment of moments) if (await killedAfter(moment * milliseconds, data)) killed++;
  await succeeds([...ASKED, '--data', data, '--out', `${data}-out`]);
  const where = `${start ? 'after an earlier run' : 'the first run'}, killed at ${moments.join(', ')} of it`;
  expect(changedFiles(outputOf(`${data}-out`), output), where).toEqual([]);
  expect(await storedIn(data), where).toEqual(stored);
  return killed;
}

/** A small generator (mulberry32), so that a seed repeats the moments. */
function randomOf(state: number): () => number {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

test(`${KILLS} kills, seed ${seed} (TEST_SEED repeats it)`, async () => {
  const random = randomOf(seed);
  // One kill in each part of the run, past the start of the process, in which nothing can be lost; in random order,
  // for one to four of them fall on the same session one after the other before it may end.
  const moments = Array.from({ length: KILLS }, (_, n) => 0.2 + (0.8 * (n + random())) / KILLS)
    .map((moment) => ({ moment, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ moment }) => moment);
  const sessions = [];
  for (let n = 0; moments.length > 0; n++) {
    sessions.push({ n, start: STARTS[n % 2], moments: moments.splice(0, 1 + (n % 4)) });
  }
  let killed = 0;
  for (let n = 0; n < sessions.length; n += 2) {
    for (const kills of await Promise.all(sessions.slice(n, n + 2).map(survives))) killed += kills;
  }
  expect(killed).toBeGreaterThan(KILLS / 2);
});
