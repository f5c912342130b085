// The service while its store cannot be written or read: nothing that it accepted is lost, it says so in one sentence
// that shows no path to callers, and goes on or does not start.

import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openEmbeddedStore } from '../../src/adapters/store-embedded/open.ts';
import { monthOf, writePart } from '../workflows/small-month.ts';
import { SCOPE, type Served, served } from './served.ts';
import { tieout } from './tieout.ts';

let folder: string;
let data: string;
let root: string;
let services: Served[];
let files: { gl_file_url: string[]; bank_file_url: string[] };
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-store-faults-'));
  [data, root] = [join(folder, 'data'), join(folder, 'files')];
  services = [];
  const month = monthOf(60);
  const [gl, bank] = await Promise.all((['gl', 'bank'] as const).map((side) => writePart(root, month, { side })));
  files = { gl_file_url: [gl!], bank_file_url: [bank!] };
});
afterEach(() => {
  for (const { process } of services) process.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

async function start(more: { fileBlocks?: number } = {}): Promise<Served> {
  const service = await served({ data, root, ...more });
  services.push(service);
  return service;
}

/** For whoever calls: a sentence without a path or a trace. */
function expectSentence(text: string): void {
  expect(text).toMatch(/^(The|A) [^\n]+\.$/);
  expect(text).not.toContain(folder);
  expect(text).not.toMatch(/Error|SQLITE|\.ts\b|\bat /);
}

test('a disk that is full while runs are accepted and done: what was accepted is done once there is room', async () => {
  // Made with room: it is runs that fill the disk, however large a store is in which there are none.
  await (await openEmbeddedStore({ directory: data })).close();
  const full = await start({ fileBlocks: 1_000 });
  const accepted: string[] = [];
  let refusal = await full.run('s0', files);
  for (let i = 1; refusal.status === 202 && i < 500; i++) {
    accepted.push(`s${i - 1}`);
    refusal = await full.run(`s${i}`, files);
  }
  expect([refusal.status, refusal.headers.get('retry-after')]).toEqual([503, '5']);
  expect(Object.keys(refusal.json)).toEqual(['detail', 'code', 'help', 'request_id']);
  expectSentence(refusal.json.detail);
  expect(accepted.length).toBeGreaterThan(2);

  // It goes on answering what needs no room, and says of no run that it failed for good.
  expect((await full.ask('/livez')).status).toBe(200);
  for (const session of accepted) {
    const { status, error } = await full.status(session);
    expect(['accepted', 'running', 'succeeded']).toContain(status);
    if (error !== null) expectSentence(error.message);
  }
  expect(full.log().map(({ msg }) => msg)).toContain(refusal.json.detail);
  expect(await full.stop()).toBe(0);

  const roomy = await start();
  for (const session of accepted)
    expect(await roomy.ended(session)).toMatchObject({ status: 'succeeded', error: null });
  expect((await roomy.run('later', files)).status).toBe(202);
  expect((await roomy.ended('later')).status).toBe('succeeded');
  expect(await roomy.stop()).toBe(0);
});

describe('does not start, in one sentence that names the directory,', () => {
  const refusal = async (directory: string): Promise<string> => {
    const { status, stdout, stderr } = await tieout(['serve', '--port', '0', '--data', directory]);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^The [^\n]+: [^\n]+\.\n$/);
    expect(stderr).toContain(directory);
    return stderr;
  };

  test('on a directory that cannot be made', async () => {
    writeFileSync(join(folder, 'file'), '');
    for (const directory of [join(folder, 'file'), '/proc/tieout']) {
      expect(await refusal(directory)).toContain('cannot be made');
    }
  });

  test('on a database whose header is overwritten', async () => {
    mkdirSync(data);
    writeFileSync(join(data, 'store.db'), Buffer.alloc(8_192, 0x5a));
    expect(await refusal(data)).toContain('damaged');
  });
});

test('a database that is damaged in the middle: what is not there fails and says so, everything else goes on', async () => {
  const whole = await start();
  expect((await whole.run('before', files)).status).toBe(202);
  expect((await whole.ended('before')).status).toBe('succeeded');
  expect(await whole.stop()).toBe(0);
  overwriteTable('open_item');

  const damaged = await start();
  const report = (name: string) => damaged.ask(`/v1/sessions/before/${name}?${new URLSearchParams(SCOPE)}`);
  expect(await report('open-items')).toMatchObject({
    status: 500,
    json: { detail: 'Internal Server Error', request_id: expect.any(String) },
  });
  for (const name of ['summary', 'matches', 'clusters']) expect((await report(name)).status).toBe(200);
  const reasons = damaged.log().map(({ msg }) => msg);
  expect(reasons).toContainEqual(expect.stringMatching(/^The store in the data directory is damaged .+\.$/));

  // A run that needs the damaged part only after its commit is never said to have failed, for its session names it: it
  // is tried again, readiness tells of it, and the service takes the next one all the same.
  expect((await damaged.run('after', files)).status).toBe(202);
  const trouble = async () => ((await damaged.ask('/readyz')).json as { checks: Record<string, string> }).checks;
  await expect.poll(trouble, { timeout: 30_000 }).toMatchObject({ committed_runs: expect.not.stringMatching(/^ok$/) });
  const { status, error } = await damaged.status('after');
  expect(['accepted', 'running']).toContain(status);
  if (error !== null) expectSentence(error.message);
  expect((await damaged.ask('/livez')).status).toBe(200);
  expect((await damaged.run('after', files)).status).toBe(202);
  expect(await damaged.stop()).toBe(0);
});

test('a database that is overwritten while it is served: no answer shows a trace, and it can be stopped', async () => {
  const service = await start();
  expect((await service.run('before', files)).status).toBe(202);
  expect((await service.ended('before')).status).toBe('succeeded');
  for (const name of ['store.db', 'store.db-wal']) {
    const file = openSync(join(data, name), 'r+');
    writeSync(file, Buffer.alloc(statSync(join(data, name)).size, 0xa5), 0);
    closeSync(file);
  }
  for (const path of ['summary', 'matches', 'open-items', 'clusters']) {
    const { status, text } = await service.ask(`/v1/sessions/before/${path}?${new URLSearchParams(SCOPE)}`);
    expect([200, 404, 500]).toContain(status);
    expect(text).not.toMatch(/\\n\s+at |node:|\.ts\b/);
  }
  const { status, text } = await service.run('after', files);
  expect([202, 500, 503]).toContain(status);
  expect(text).not.toContain(folder);
  expect((await service.ask('/livez')).status).toBe(200);
  expect(await service.stop()).toBe(0);
  // What is left is refused, and nothing is made of it.
  cpSync(data, join(folder, 'left'), { recursive: true });
  const again = await tieout(['serve', '--port', '0', '--data', join(folder, 'left')]);
  expect([again.status, again.stdout]).toEqual([1, '']);
  expect(again.stderr).toMatch(/^The [^\n]+damaged[^\n]+\.\n$/);
});

/** Writes nonsense over the first page of a table. */
function overwriteTable(table: string): void {
  const path = join(data, 'store.db');
  const db = new DatabaseSync(path);
  const { rootpage } = db.prepare('select rootpage from sqlite_master where name = ?').get(table) as {
    rootpage: number;
  };
  db.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(4_096, 0xa5), 0, 4_096, (rootpage - 1) * 4_096);
  closeSync(file);
}
