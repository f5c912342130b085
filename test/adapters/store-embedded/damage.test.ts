// What goes wrong with a data directory is said in one sentence, and what was acknowledged stays.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { unpackRowBlocks } from '../../../src/adapters/block-packing/row-blocks.ts';
import { isBusy, openDatabase, sqliteFailure } from '../../../src/adapters/store-embedded/connection/sqlite.ts';
import { openEmbeddedStore } from '../../../src/adapters/store-embedded/open.ts';
import type { TieoutError } from '../../../src/core/errors.ts';
import { ingest, newIngestion, rowBlocksOf, rowsOf } from '../../contracts/store/samples.ts';
import { temporaryDirectory } from './temporary-store.ts';

const OUTSIDE = fileURLToPath(new URL('./outside-process.ts', import.meta.url));

let directory: string;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => rm(directory, { recursive: true }));

/** The failure of opening, which must be a sentence for a person. */
async function refusalOf(path: string): Promise<TieoutError> {
  const refusal = await openEmbeddedStore({ directory: path }).then(
    () => expect.fail('the store was opened'),
    (error) => error,
  );
  expectSentence(refusal.message, path);
  return refusal;
}

function expectSentence(message: string, path: string): void {
  expect(message).toContain(path);
  expect(message).toMatch(/^The [^\n]+: [^\n]+\.$/);
  expect(message).not.toMatch(/SQLITE|Error|undefined/);
}

test('a second process is refused, and kill -9 of the first frees the directory', async () => {
  const holder = spawn(process.execPath, [OUTSIDE, directory, 'hold'], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [said] = await once(holder.stdout, 'data');
  expect(String(said)).toBe('open\n');
  expect((await refusalOf(directory)).code).toBe('store_locked');
  holder.kill('SIGKILL');
  await once(holder, 'close');
  await (await openEmbeddedStore({ directory })).close();
});

test('a second store of the same process is refused too', async () => {
  const store = await openEmbeddedStore({ directory });
  expect((await refusalOf(directory)).code).toBe('store_locked');
  await store.close();
  await (await openEmbeddedStore({ directory })).close();
});

test('a directory that cannot be made or written is refused', async () => {
  const file = join(directory, 'file');
  await writeFile(file, 'not a directory');
  for (const path of [file, join(file, 'below'), '/proc/tieout/data']) {
    expect((await refusalOf(path)).code).toBe('store_unavailable');
  }
});

test('a read-only directory is refused, and nothing is made in it', async () => {
  await chmod(directory, 0o555);
  const refusal = JSON.parse(await visited(directory));
  expect(refusal.code).toBe('store_unavailable');
  expectSentence(refusal.message, directory);
  expect(await readdir(directory)).toEqual([]);
  await chmod(directory, 0o777);
  expect(await visited(directory)).toBe('open\n');
});

/** What a process says that opens the directory without a superuser's rights: a superuser may write anywhere. */
async function visited(path: string): Promise<string> {
  const visitor = spawn(process.execPath, [OUTSIDE, path, 'visit'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let said = '';
  visitor.stdout.on('data', (text) => (said += text));
  await once(visitor, 'close');
  return said;
}

test('a file that is no database is refused as damaged, and left as it is', async () => {
  const file = join(directory, 'store.db');
  await writeFile(file, 'this is a text, '.repeat(1_000));
  expect((await refusalOf(directory)).code).toBe('store_damaged');
  expect(await readFile(file, 'utf8')).toBe('this is a text, '.repeat(1_000));
});

test('a store that a newer version wrote is refused', async () => {
  await (await openEmbeddedStore({ directory })).close();
  const db = new DatabaseSync(join(directory, 'store.db'));
  const { user_version: version } = db.prepare('pragma user_version').get() as { user_version: number };
  db.exec(`pragma user_version = ${version + 1}`);
  db.close();
  const refusal = await refusalOf(directory);
  expect(refusal.code).toBe('store_unavailable');
  expect(refusal.message).toContain('newer');
});

test('a database whose pages are destroyed says so when they are read, and goes on answering', async () => {
  const store = await openEmbeddedStore({ directory });
  const [block] = rowBlocksOf(rowsOf(3, 300), 300);
  const ids = Array.from({ length: 80 }, (_, i) => `gl-${i}`);
  for (const id of ids) {
    await store.ingestions.add(newIngestion(id, { rows: 300, blocks: 1 }));
    await store.rowBlocks.put(id, [block]);
  }
  await store.close();
  // The first half stays, with the list of tables; so the store opens.
  const file = await open(join(directory, 'store.db'), 'r+');
  const half = Math.floor((await file.stat()).size / 8_192) * 4_096;
  await file.write(Buffer.alloc(half, 0xa5), 0, half, half);
  await file.close();
  const damaged = await openEmbeddedStore({ directory });
  const reads = ids.map((id) => damaged.rowBlocks.read(id, { numbers: [0], parts: ['figures'] }));
  const failures = (await Promise.allSettled(reads)).filter((read) => read.status === 'rejected');
  expect(failures.length).toBeGreaterThan(0);
  expect(failures.length).toBeLessThan(ids.length);
  for (const { reason } of failures) {
    expect(reason.code).toBe('store_damaged');
    expectSentence(reason.message, directory);
  }
  await damaged.close();
});

test('a single changed byte of a block is found when the block is unpacked', async () => {
  const store = await openEmbeddedStore({ directory });
  const rows = rowsOf(3, 300);
  await store.ingestions.add(newIngestion('gl-1', { rows: 300, blocks: 1 }));
  const [block] = rowBlocksOf(rows, 300);
  await store.rowBlocks.put('gl-1', [block]);
  await store.close();
  const path = join(directory, 'store.db');
  const content = await readFile(path);
  // In the middle of the fingerprints, which zstd keeps as they are; SQLite may leave a copy where a page was split.
  const middle = Buffer.from(block.block.packed.fingerprint!.slice(1_000, 1_040));
  let places = 0;
  for (let at = content.indexOf(middle); at >= 0; at = content.indexOf(middle, at)) {
    content[at] ^= 1;
    places++;
  }
  expect(places).toBeGreaterThan(0);
  await writeFile(path, content);
  const changed = await openEmbeddedStore({ directory });
  const read = await changed.rowBlocks.read('gl-1', { numbers: [0] });
  expect(() => unpackRowBlocks(read)).toThrow(expect.objectContaining({ code: 'store_damaged' }));
  await changed.close();
});

test('what was stored as JSON and is none any more is damage, called as the opener wants it', async () => {
  const store = await openEmbeddedStore({ directory, called: 'the data directory' });
  await store.ingestions.add(newIngestion('gl-1', { rows: 0, blocks: 0 }));
  await store.close();
  const db = new DatabaseSync(join(directory, 'store.db'));
  db.exec(`update ingestion set header = substr(header, 2)`);
  db.close();
  const damaged = await openEmbeddedStore({ directory, called: 'the data directory' });
  const failure = await damaged.ingestions.get('gl-1').catch((error) => error);
  expect(failure.code).toBe('store_damaged');
  expectSentence(failure.message, 'the data directory');
  await damaged.close();
});

test('a store whose file was emptied or removed is refused, and not begun anew', async () => {
  await (await openEmbeddedStore({ directory })).close();
  const file = join(directory, 'store.db');
  await writeFile(file, '');
  expect((await refusalOf(directory)).code).toBe('store_damaged');
  await rm(file);
  expect((await refusalOf(directory)).code).toBe('store_damaged');
});

describe('the log of a process that was killed', () => {
  const STORED = 12;
  let log: Buffer;

  /** The directory as a kill -9 leaves it: the log holds every write. */
  beforeEach(async () => {
    const killed = await temporaryDirectory();
    const store = await openEmbeddedStore({ directory: killed });
    for (let i = 0; i < STORED; i++) await store.ingestions.add(newIngestion(`gl-${i}`, { rows: 0, blocks: 0 }));
    await cp(killed, directory, { recursive: true });
    await store.close();
    await rm(killed, { recursive: true });
    log = await readFile(join(directory, 'store.db-wal'));
  });
  const leave = (bytes: Buffer) => writeFile(join(directory, 'store.db-wal'), bytes);
  const known = async (): Promise<number> => {
    const store = await openEmbeddedStore({ directory });
    const found = await Promise.all(Array.from({ length: STORED }, (_, i) => store.ingestions.get(`gl-${i}`)));
    await store.close();
    return found.filter((one) => one !== null).length;
  };

  test('is read whole', async () => {
    expect(await known()).toBe(STORED);
  });

  test.each([
    ['in its header', 8],
    ['in its first page', 2_000],
    ['in a page’s header', 32 + 4_120 + 8],
    ['in the middle', 0.5],
  ])('is refused when it is damaged %s, and left as it is', async (_, at) => {
    log.fill(0x5a, at < 1 ? log.length * at : at, (at < 1 ? log.length * at : at) + 8);
    await leave(log);
    const refusal = await refusalOf(directory);
    expect(refusal).toMatchObject({ code: 'store_damaged', message: expect.stringContaining('accepted') });
    expect(await readFile(join(directory, 'store.db-wal'))).toEqual(log);
  });

  test('loses only what was being written when its end is torn', async () => {
    for (const bytes of [log.subarray(0, -100), Buffer.concat([log.subarray(0, -100), Buffer.alloc(100)])]) {
      await leave(bytes);
      expect(await known()).toBe(STORED - 1);
      await leave(log);
    }
  });
});

test('a full disk is said, what was acknowledged before is there, and the store goes on with room', async () => {
  // The shell's limit of a file's size (in blocks of 512 bytes or 1 KiB) stands for a full disk; without the trap
  // the kernel would end the process instead of failing the write.
  const limited = spawn(
    'sh',
    ['-c', 'trap "" XFSZ; ulimit -f 1500; exec "$0" "$@"', process.execPath, OUTSIDE, directory, 'fill'],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  let said = '';
  limited.stdout.on('data', (text) => (said += text));
  await once(limited, 'close');
  const failure = JSON.parse(said.split('\n')[0]);
  expect(failure.code).toBe('store_unavailable');
  expectSentence(failure.message, directory);
  expect(failure.acknowledged).toBeGreaterThan(2);

  const store = await openEmbeddedStore({ directory });
  const [block] = rowBlocksOf(rowsOf(1, 400), 400);
  for (let i = 0; i < failure.acknowledged; i++) {
    const [read] = await store.rowBlocks.read(`gl-${i}`, { numbers: [0] });
    expect(read.packed.narration).toEqual(new Uint8Array(block.block.packed.narration!));
  }
  await ingest(store, 'after');
  expect(await store.rowBlocks.headers('after')).toHaveLength(3);
  await store.close();
});

test('what SQLite says becomes a sentence by its code', () => {
  const db = openDatabase(':memory:');
  db.exec('create table t (a)');
  db.exec('pragma max_page_count = 4');
  const full = failureOf(() => db.run('insert into t values (zeroblob(100000))'));
  expect(full).toMatchObject({ code: 'store_unavailable', message: expect.stringContaining('is full') });
  expect(failureOf(() => db.exec('not a statement'))).not.toHaveProperty('code', 'store_unavailable');
  expect(isBusy(new Error('database is locked'))).toBe(false);
  db.close();

  function failureOf(write: () => unknown): unknown {
    try {
      write();
    } catch (error) {
      return sqliteFailure(error, directory);
    }
    return expect.fail('nothing failed');
  }
});
