// A process that dies at any step of a look at a feed: the next one takes no file twice, loses none, orders one run.

import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fromJsonString } from '@bufbuild/protobuf';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { LateFileSchema } from '../../gen/tieout/events/v1/late_file_pb.ts';
import { folderSource } from '../../src/adapters/arrivals/folder-source.ts';
import { readFeeds } from '../../src/adapters/arrivals/read-feeds.ts';
import { sha256 } from '../../src/adapters/digest/sha256.ts';
import { sentFilesIn } from '../../src/adapters/file-urls/sent-files.ts';
import { openEmbeddedStore } from '../../src/adapters/store-embedded/open.ts';
import { lateFileMessage } from '../../src/core/arrivals/late-file.ts';
import { TieoutError } from '../../src/core/errors.ts';
import { dayNumber } from '../../src/core/money/calendar.ts';
import type { FileSource } from '../../src/ports/coming/file-source.ts';
import { arrivalsOf } from '../../src/workflows/arrivals/known-arrivals.ts';
import { type FeedDependencies, type FeedOrder, lookAtFeed } from '../../src/workflows/arrivals/look-at-feed.ts';
import { newlyWatched } from '../../src/workflows/arrivals/take-side.ts';
import { watchFeeds } from '../../src/workflows/arrivals/watch-feeds.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'tieout-look-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const feedOf = (folder: string) =>
  readFeeds(
    `feeds: [{id: one, tenant: t, partner: p, since: "2026-09-01", settle: 1s,
      gl: {folder: ${folder}/gl, names: "{yyyymmdd}.csv"}, bank: {folder: ${folder}/bank, names: "{yyyymmdd}.csv"}}]`,
    'feeds.yaml',
  )[0]!.feed;

class Dead extends Error {}

/** Every call of a port counts as a step; at the one that is named the process dies, before or after it is done. */
function dying<T extends object>(port: T, steps: { left: number; readonly isAfter: boolean }): T {
  return new Proxy(port, {
    get(target, name) {
      const member = target[name as keyof T] as unknown;
      if (typeof member !== 'function') return member;
      return (...given: unknown[]) => {
        if (steps.left < 0) throw new Dead();
        const isLast = steps.left-- === 0;
        if (isLast && !steps.isAfter) throw new Dead();
        const result = (member as (...of: unknown[]) => unknown).apply(target, given);
        if (!isLast || !(result instanceof Promise)) return result;
        return result.then(() => {
          throw new Dead();
        });
      };
    },
  });
}

test('it may die before or after every step', async () => {
  let died = 0;
  const store = await openEmbeddedStore({ directory: join(root, 'data') });
  for (let step = 0; step < 32; step++) {
    for (const isAfter of [false, true]) {
      const folder = join(root, `${step}-${isAfter}`);
      for (const side of ['gl', 'bank']) {
        mkdirSync(join(folder, side), { recursive: true });
        writeFileSync(join(folder, side, '20260907.csv'), `Date,Amount\n2026-09-07,${side === 'gl' ? 1 : -1}.00\n`);
      }
      const feed = { ...feedOf(folder), partner: folder, settleMs: 0 };
      const ordered: FeedOrder[] = [];
      const deps: FeedDependencies = {
        ...{ mostBytes: 1_000_000, mostTenantBytes: 1_000_000 },
        ...{ store, sent: sentFilesIn(join(folder, 'sent')), digest: sha256, clock: Date.now },
        compute: { tellFile: async () => ({ format: 'csv', problem: null }) },
        localTime: () => ({ day: dayNumber(2026, 9, 8), minute: 0 }),
        submit: async (order) => void ordered.push(order),
      };
      const sourceOf = (side: string) => folderSource({ folder: join(folder, side), done: 'taken' });
      const sources = { gl: sourceOf('gl'), bank: sourceOf('bank') };
      const watched = () => newlyWatched({ feed, sources });
      const steps = { left: step, isAfter };
      const dyingSource = (source: FileSource): FileSource => ({
        open: async () => dying(await source.open(), steps),
      });
      const mortal = {
        ...deps,
        sent: dying(deps.sent, steps),
        store: { ...store, acts: dying(store.acts, steps) },
        submit: dying({ submit: deps.submit }, steps).submit,
      };
      const dead = { ...watched(), sources: { gl: dyingSource(sources.gl), bank: dyingSource(sources.bank) } };
      died += await lookAtFeed(mortal, dead).then(
        () => 0,
        (error) => {
          expect(error).toBeInstanceOf(Dead);
          return 1;
        },
      );
      for (let again = 0; again < 2; again++) await lookAtFeed(deps, watched());
      const arrivals = await arrivalsOf(store.acts, feed);
      const place = `step ${step}, ${isAfter ? 'after' : 'before'}`;
      expect([place, arrivals.length, new Set(ordered.map(({ runId }) => runId)).size]).toEqual([place, 2, 1]);
      expect(arrivals.map(({ runId }) => runId)).toEqual([ordered[0]!.runId, ordered[0]!.runId]);
      expect((await deps.sent.list('t')).length).toBe(2);
      for (const side of ['gl', 'bank']) {
        expect(readdirSync(join(folder, side))).toEqual(['taken']);
        expect(readdirSync(join(folder, side, 'taken'))).toEqual(['20260907.csv']);
      }
      rmSync(folder, { recursive: true });
    }
  }
  await store.close();
  expect(died).toBeGreaterThan(30);
});

test('a source that never answers holds up no other feed, and no other process', async () => {
  const folder = join(root, 'hangs');
  const store = await openEmbeddedStore({ directory: join(folder, 'data') });
  mkdirSync(join(folder, 'gl'));
  writeFileSync(join(folder, 'gl/20260907.csv'), 'Date,Amount\n2026-09-07,1.00\n');
  const answers = Promise.withResolvers<void>();
  const hanging: FileSource = {
    async open() {
      await answers.promise;
      throw new TieoutError('files_unavailable', 'The folder is away.');
    },
  };
  const { feed } = readFeeds(
    `feeds: [{id: one, tenant: t, partner: p, since: "2026-09-01", gl: {folder: ${folder}/gl, names: "*"}}]`,
    'feeds.yaml',
  )[0]!;
  const deps = {
    ...{ store, sent: sentFilesIn(join(folder, 'sent')), digest: sha256, clock: Date.now, outbox: store.outbox },
    compute: { tellFile: async () => ({ format: 'csv', problem: null }) },
    localTime: () => ({ day: dayNumber(2026, 9, 8), minute: 0 }),
    ...{
      submit: async () => undefined,
      mostBytes: 1_000_000,
      mostTenantBytes: 1_000_000,
      mostStillMs: 200,
      log: pino({ level: 'silent' }),
    },
  };
  const source = folderSource({ folder: join(folder, 'gl'), done: null });
  const quick = { ...feed, settleMs: 0 };
  const watching = watchFeeds(deps, [
    { feed: { ...quick, id: 'hangs' }, sources: { gl: hanging } },
    { feed: quick, sources: { gl: source } },
  ]);
  await expect.poll(() => watching.lastLook('one')?.troubles).toEqual([]);
  await expect.poll(() => watching.lastLook('hangs')?.troubles).toEqual([expect.stringContaining('has not answered')]);
  expect([watching.taken().get('one'), watching.trouble()]).toEqual([1, expect.stringContaining(': hangs.')]);
  const other = await lookAtFeed(deps, newlyWatched({ feed: { ...quick, id: 'hangs' }, sources: { gl: source } }));
  expect(other?.taken).toHaveLength(1);
  answers.resolve();
  await watching.stop();
  await store.close();
});

test('the alarm is a message of its schema', () => {
  const { payload } = lateFileMessage(feedOf(root), {
    side: 'bank',
    day: dayNumber(2026, 9, 7),
    noticedAt: '1970-01-01T00:00:00.000Z',
  });
  expect(fromJsonString(LateFileSchema, new TextDecoder().decode(payload))).toMatchObject({
    ...{ schemaVersion: 1, tenantId: 't', partnerId: 'p', feedId: 'one', side: 'bank', day: '2026-09-07' },
  });
});

const FEED = 'feeds:\n  - id: one\n    tenant: t\n    partner: p\n    since: "2026-09-01"\n';
const GOOD = `${FEED}    gl: {folder: /in, names: "*.csv"}\n`;
test.each([
  ['feeds: []', 1, 'feeds must be a list with at least one item.'],
  ['feeds: [', 1, 'it is neither YAML nor JSON'],
  [FEED, 2, 'the feed has neither gl nor bank.'],
  [`${FEED}    gl: {names: "*"}\n`, 6, 'the side needs one of folder, sftp and rows.'],
  [`${FEED}    gl: {folder: /in}\n`, 6, 'the side has no names.'],
  [`${FEED}    gl: {folder: /in, names: "{day}.csv"}\n`, 6, 'names must be a pattern such as'],
  [`${FEED}    gl: {folder: /in, names: "*", done: a/b}\n`, 6, 'done must be the name of a folder within'],
  [`${GOOD}    expected_by: "9:00"\n`, 7, 'expected_by must be a time of the day, "09:30".'],
  [`${GOOD}    look_every: 5\n`, 7, 'look_every must be a time such as 30s, 5m or 1h.'],
  [`${GOOD}    look_between: ["20:00", "06:00"]\n`, 7, 'look_between must be two times, the earlier one first.'],
  [`${GOOD}    calendar: ghana\n`, 7, 'there is no calendar ghana.'],
  [`${GOOD}    run: later\n`, 7, 'run must be together or each.'],
  [`${GOOD}    colour: red\n`, 7, 'colour is unknown here'],
  [GOOD.replace('2026-09-01', '2026-02-30'), 5, '2026-02-30 is a day that does not exist.'],
  [`${GOOD}${GOOD.replace('feeds:\n', '')}`, 7, 'the id one is given twice.'],
  [`calendars: {ng: {holidays: ["2026-13-01"]}}\n${GOOD}`, 1, 'holidays has 2026-13-01, a day that does not exist.'],
  [
    `calendars: {ng: {weekend: [monday, tuesday, wednesday, thursday, friday, saturday, sunday]}}\n${GOOD}`,
    1,
    'a week has at least one working day.',
  ],
  [
    `${FEED}    bank: {names: "*", sftp: {host: h, user: u, password: {env: P}, folder: /out}}\n`,
    6,
    'sftp has no host_keys.',
  ],
  [
    `${FEED}    bank: {names: "*", sftp: {host: h, user: u, password: secret, host_keys: ["x"], folder: /out}}\n`,
    6,
    'password must say where it stands: {env: VARIABLE} or {file: PATH}.',
  ],
  [
    `${FEED}    bank: {names: "*", sftp: {host: h, user: u, password: {env: P}, host_keys: ["x"], folder: /out}}\n`,
    6,
    'host_keys must be a list of fingerprints',
  ],
  [`${FEED}    bank: {rows: {provider: mono}}\n`, 6, 'rows has no account_id.'],
  [
    `${FEED}    bank: {rows: {provider: mono, account_id: a, again_for: 1d}}\n`,
    6,
    'again_for must be a time such as 30s, 5m or 1h, or none.',
  ],
  [`${FEED}    bank: {rows: {provider: other}}\n`, 6, 'provider must be mono.'],
  [`${FEED}    bank: {rows: {url: "https://b.example/?from={start}", rows: data}}\n`, 6, 'must have {start} and {end}'],
])('a mistake in the file is said with its line: %j', (text, line, says) => {
  const error = failureOf(() => readFeeds(text, 'feeds.yaml'));
  expect([error.line, error.message]).toEqual([line, expect.stringContaining(says)]);
  expect(error.message).not.toContain('secret.');
});

function failureOf(work: () => unknown): TieoutError {
  try {
    work();
  } catch (error) {
    if (error instanceof TieoutError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
