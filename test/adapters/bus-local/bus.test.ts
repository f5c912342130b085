import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { localBus } from '../../../src/adapters/bus-local/bus.ts';

test('every listener hears a ring after the caller went on, and rings that wait are one', async () => {
  const bus = localBus();
  const heard: string[] = [];
  const first = bus.listen('runs', () => heard.push('first'));
  bus.listen('runs', () => heard.push('second'));
  await Promise.all([bus.announce('runs'), bus.announce('runs')]);
  expect(heard).toEqual([]);
  await pause(5);
  expect(heard).toEqual(['first', 'second']);
  first();
  await bus.announce('runs');
  await pause(5);
  expect(heard).toEqual(['first', 'second', 'second']);
  expect(await bus.state()).toBe('ok');
});

test('a ring that nobody hears is lost, and one that is made while hearing is heard', async () => {
  const bus = localBus();
  await bus.announce('runs');
  await pause(5);
  let heard = 0;
  bus.listen('runs', () => {
    heard++;
    if (heard === 1) void bus.announce('runs');
  });
  await pause(5);
  expect(heard).toBe(0);
  await bus.announce('runs');
  await pause(10);
  expect(heard).toBe(2);
});
