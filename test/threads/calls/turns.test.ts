// Turns: so many at once, of each lane one, the others in their order; too many and too long are told to come back, and
// nothing was done of them.

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { turns } from '../../../src/threads/calls/turns.ts';

/** Work that ends when it is told to. */
function works() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    begun.push(name);
    return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
  };
  return { begun, work, end: (name: string) => ends.get(name)!() };
}
const ONE_OF_A_LANE = { atOnceOfLane: 1, mostWaitingOfLane: 9 };
const BUSY = { code: 'documents_waiting' };
const settled = () => pause(1);

test('two at once, one of a lane, and who waited longest is next', async () => {
  const turn = turns({ ...ONE_OF_A_LANE, atOnce: 2, mostWaiting: 9, mostWaitMs: 60_000 });
  const { begun, work, end } = works();
  const calls = [
    ['lagos', 'a'],
    ['lagos', 'b'],
    ['abuja', 'c'],
    ['kano', 'd'],
  ].map(([lane, name]) => turn(lane!, work(name!)));
  await settled();
  expect(begun).toEqual(['a', 'c']);
  end('c');
  await settled();
  expect(begun).toEqual(['a', 'c', 'd']);
  end('a');
  await settled();
  expect(begun).toEqual(['a', 'c', 'd', 'b']);
  end('b');
  end('d');
  expect(await Promise.all(calls)).toEqual(['a', 'b', 'c', 'd']);
});

test('what fails gives its turn to the next', async () => {
  const turn = turns({ ...ONE_OF_A_LANE, atOnce: 1, mostWaiting: 1, mostWaitMs: 60_000 });
  const failing = turn('lagos', () => Promise.reject(new Error('no')));
  const next = turn('lagos', async () => 'done');
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('done');
});

test('one more than may wait, and one that waited too long, are told to come back', async () => {
  const turn = turns({ ...ONE_OF_A_LANE, atOnce: 1, mostWaiting: 1, mostWaitMs: 20 });
  const { begun, work, end } = works();
  const first = turn('lagos', work('first'));
  const second = turn('lagos', work('second')).catch((error: unknown) => error);
  await expect(turn('abuja', work('third'))).rejects.toMatchObject(BUSY);
  expect(await second).toMatchObject(BUSY);
  end('first');
  await first;
  const last = turn('lagos', work('last'));
  await settled();
  end('last');
  expect(await last).toBe('last');
  expect(begun).toEqual(['first', 'last']);
});

test('a lane has only so many at once and so many that wait, and the lane with fewer is next', async () => {
  const turn = turns({ atOnce: 3, atOnceOfLane: 2, mostWaiting: 9, mostWaitingOfLane: 2, mostWaitMs: 60_000 });
  const { begun, work, end } = works();
  const many = ['a', 'b', 'c', 'd'].map((name) => turn('lagos', work(name)));
  await expect(turn('lagos', work('e'))).rejects.toMatchObject(BUSY);
  const others = ['x', 'y'].map((name) => turn('abuja', work(name)));
  await settled();
  expect(begun).toEqual(['a', 'b', 'x']);
  end('a');
  await settled();
  // c came before y, but lagos has as many running as abuja.
  expect(begun).toEqual(['a', 'b', 'x', 'c']);
  end('x');
  await settled();
  expect(begun.at(-1)).toBe('y');
  for (const name of ['b', 'c', 'y']) end(name);
  await settled();
  end('d');
  expect(await Promise.all([...many, ...others])).toEqual(['a', 'b', 'c', 'd', 'x', 'y']);
});
