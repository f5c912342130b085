// Requests that wait at the store's thread together are one transaction: the disk is waited for once, what fails fails
// by itself, and a full disk takes nothing that was acknowledged.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openEmbeddedStore } from '../../../src/adapters/store-embedded/open.ts';
import type { NewWork } from '../../../src/ports/work.ts';
import { temporaryDirectory } from './temporary-store.ts';

const OUTSIDE = fileURLToPath(new URL('outside-process.ts', import.meta.url));
const CALLERS = 200;

let directory: string;
beforeEach(async () => {
  directory = await temporaryDirectory();
});
afterEach(() => rm(directory, { recursive: true }));

const work = (workId: string): NewWork => ({
  ...{ workId, kind: 'sweep', version: 1, tenant: 'bank-a', command: { of: workId }, lane: null, acceptedAt: 1_000 },
});

/** Frames that end a transaction: https://www.sqlite.org/fileformat2.html#the_write_ahead_log */
function commitsIn(path: string): number {
  const log = readFileSync(path);
  let commits = 0;
  for (let at = 32; at + 24 <= log.length; at += 24 + 4_096) if (log.readUInt32BE(at + 4) > 0) commits++;
  return commits;
}

test('many callers at once wait for the disk a few times, and who fails among them fails alone', async () => {
  const store = await openEmbeddedStore({ directory });
  const before = commitsIn(join(directory, 'store.db-wal'));
  const asked = await Promise.allSettled(
    Array.from({ length: CALLERS }, (_, n) =>
      n % 10 === 9
        ? // Of a run that nobody started: its transaction fails when it has begun.
          store.groupBlocks.put({ runId: 'nobody', fence: 1 } as never, [])
        : store.work.put(work(`w-${n}`)),
    ),
  );
  const refused = asked.flatMap(({ status }, n) => (status === 'rejected' ? [n] : []));
  expect(refused).toEqual(Array.from({ length: CALLERS / 10 }, (_, i) => 10 * i + 9));
  expect(commitsIn(join(directory, 'store.db-wal')) - before).toBeLessThan(CALLERS / 4);
  expect(await store.work.waiting({ knows: null, forMs: 0, limit: 1_000 })).toHaveLength((CALLERS * 9) / 10);
  await store.close();
});

test('a full disk refuses some of those at once, and what was acknowledged is there', async () => {
  const limited = spawn(
    'sh',
    ['-c', 'trap "" XFSZ; ulimit -f 3000; exec "$0" "$@"', process.execPath, OUTSIDE, directory, 'gather'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let said = '';
  limited.stdout.on('data', (text) => (said += text));
  await once(limited, 'close');
  const { acknowledged, refused } = JSON.parse(said);
  expect(refused.code).toBe('store_unavailable');
  expect(acknowledged.length).toBeGreaterThan(2);
  const store = await openEmbeddedStore({ directory });
  expect(new Set(await store.work.waiting({ knows: null, forMs: 0, limit: 1_000 }))).toEqual(new Set(acknowledged));
  await store.close();
});
