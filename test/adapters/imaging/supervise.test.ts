// The imaging process: what hangs, eats memory, dies or throws fails alone, and the next task is done by a new process.

import { setTimeout as rest } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { type SuperviseOptions, superviseImaging } from '../../../src/adapters/imaging/supervise.ts';
import type { HostileTasks } from './hostile-process.ts';

const entry = new URL('./hostile-process.ts', import.meta.url);
const opened: { close(): Promise<void> }[] = [];
const logged: string[] = [];
const log = pino({}, { write: (line: string) => void logged.push(line) });

function supervised(given: Partial<SuperviseOptions> = {}) {
  const options = { entry, memoryMb: 512, timeoutMs: 20_000, idleMs: 60_000, log, ...given };
  const imaging = superviseImaging<HostileTasks>(options);
  opened.push(imaging);
  return imaging;
}
afterEach(() => Promise.all(opened.splice(0).map((one) => one.close())));

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const pidOf = (result: unknown) => (result as { answer: number }).answer;

test('a task that hangs is killed with its process, and the one that waited behind it is done by another', async () => {
  const imaging = supervised({ timeoutMs: 1_500 });
  const before = pidOf(await imaging.ask('pid', null));
  const [hung, after] = await Promise.all([imaging.ask('hang', null), imaging.ask('pid', null)]);
  expect(hung).toEqual({ outcome: 'failed', code: 'unreadable' });
  expect(pidOf(after)).not.toBe(before);
  expect(isRunning(before)).toBe(false);
});

test('a task that eats memory, in the heap or beside it, ends its process', { timeout: 30_000 }, async () => {
  const imaging = supervised({ memoryMb: 256 });
  for (const heap of [false, true]) {
    expect(await imaging.ask('eat', { heap })).toEqual({ outcome: 'failed', code: 'imaging_memory' });
  }
  expect(await imaging.ask('pid', null)).toMatchObject({ outcome: 'done' });
});

test('a process that dies fails its task; what a task throws is a code, and its words stay inside', async () => {
  const imaging = supervised();
  expect(await imaging.ask('die', null)).toEqual({ outcome: 'failed', code: 'imaging_failed' });
  expect(await imaging.ask('fail', { secret: 'PLANTED' })).toEqual({ outcome: 'failed', code: 'imaging_failed' });
  expect(logged.length).toBeGreaterThan(0);
  expect(logged.join('')).not.toContain('PLANTED');
});

test('nothing runs before the first task, after a rest, or after the end', async () => {
  const imaging = supervised({ idleMs: 200 });
  const first = pidOf(await imaging.ask('pid', null));
  for (let tries = 0; isRunning(first) && tries < 50; tries++) await rest(50);
  expect(isRunning(first)).toBe(false);
  const second = pidOf(await imaging.ask('pid', null));
  expect(second).not.toBe(first);
  const waiting = imaging.ask('hang', null);
  await imaging.close();
  expect(isRunning(second)).toBe(false);
  expect(await waiting).toMatchObject({ outcome: 'failed' });
  expect(await imaging.ask('pid', null)).toMatchObject({ outcome: 'failed' });
});
