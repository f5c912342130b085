// The pool: what hangs holds up nobody, not even its own tenant; a tenant has only so many at once; what runs past its
// budget is unreadable.

import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { imagingPool } from '../../../src/adapters/imaging/pool.ts';
import { turns } from '../../../src/threads/calls/turns.ts';
import type { HostileTasks } from './hostile-process.ts';

const entry = new URL('./hostile-process.ts', import.meta.url);
const opened: { close(): Promise<void> }[] = [];

interface Given {
  readonly processes: number;
  readonly ofLane: number;
  readonly waiting?: number;
  readonly timeoutMs?: number;
}

function pool({ processes, ofLane, waiting = 9, timeoutMs = 2_000 }: Given) {
  const imaging = imagingPool<HostileTasks>({
    ...{ entry, processes, memoryMb: 512, timeoutMs, idleMs: 60_000, log: pino({ level: 'silent' }) },
    turn: turns({
      ...{ atOnce: processes, atOnceOfLane: ofLane, mostWaiting: waiting, mostWaitingOfLane: waiting },
      mostWaitMs: 60_000,
    }),
  });
  opened.push(imaging);
  return imaging;
}
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));

const UNREADABLE = { outcome: 'failed', code: 'unreadable' };

test('a slow picture holds up nobody, and what one tenant asks leaves room for another', async () => {
  const imaging = pool({ processes: 3, ofLane: 2, timeoutMs: 10_000 });
  const ended: string[] = [];
  const ask = async (task: 'hang' | 'pid', tenant: string) => {
    const result = await imaging.ask(task, null, tenant);
    ended.push(`${tenant} ${task}`);
    return result;
  };
  const slow = ask('hang', 'lagos');
  expect(await ask('pid', 'lagos')).toMatchObject({ outcome: 'done' });
  const slower = ask('hang', 'lagos');
  const waiting = ask('pid', 'lagos');
  expect(await ask('pid', 'abuja')).toMatchObject({ outcome: 'done' });
  expect(ended).toEqual(['lagos pid', 'abuja pid']);
  expect(await Promise.all([slow, slower])).toEqual([UNREADABLE, UNREADABLE]);
  expect(await waiting).toMatchObject({ outcome: 'done' });
}, 60_000);

test('more than may wait are refused at once', async () => {
  const imaging = pool({ processes: 1, ofLane: 1, waiting: 2 });
  const all = [imaging.ask('hang', null, ''), ...[1, 2, 3].map(() => imaging.ask('pid', null, ''))];
  expect(await all[3]).toEqual({ outcome: 'failed', code: 'imaging_busy' });
  expect(await Promise.all(all.slice(0, 3))).toMatchObject([UNREADABLE, { outcome: 'done' }, { outcome: 'done' }]);
}, 30_000);

test('at the end all fail, and no process stays', async () => {
  const imaging = pool({ processes: 2, ofLane: 2 });
  const all = [1, 2, 3].map(() => imaging.ask('hang', null, ''));
  await imaging.close();
  expect(await Promise.all(all)).toMatchObject([1, 2, 3].map(() => ({ outcome: 'failed' })));
});
