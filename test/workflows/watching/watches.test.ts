// How things are watched: together by all who watch the same, said again in time, bounded, and ended.

import { expect, test } from 'vitest';
import { TieoutError } from '../../../src/core/errors.ts';
import { MAX_WATCHED, MAX_WATCHED_OF_CALLER } from '../../../src/core/limits.ts';
import { createWatches } from '../../../src/workflows/watching/watches.ts';

async function allOf<T>(stream: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const one of stream) all.push(one);
  return all;
}

const forever = new AbortController().signal;

test('those who watch the same look at it together', async () => {
  const watches = createWatches({ lookEveryMs: 20 });
  let reads = 0;
  const thing = { name: 'one', read: async () => ++reads };
  const all = Array.from({ length: 50 }, () => watches.follow(thing, { caller: null, signal: forever }));
  for (let round = 0; round < 4; round++) await Promise.all(all.map((one) => one.next()));
  expect(reads).toBeLessThan(10);
  expect(watches.count()).toBe(50);
  watches.close();
  expect((await Promise.all(all.map((one) => one.next()))).every(({ done }) => done)).toBe(true);
  expect(watches.count()).toBe(0);
});

test('a look is given the one before it, also where looks take longer than the time between them', async () => {
  const watches = createWatches({ lookEveryMs: 2 });
  const befores: (number | null)[] = [];
  const read = async (before: number | null) => {
    befores.push(before);
    await new Promise((resolve) => setTimeout(resolve, 10));
    return (before ?? 0) + 1;
  };
  const all = Array.from({ length: 3 }, () => watches.follow({ name: 'one', read }, { caller: null, signal: forever }));
  for (let round = 0; round < 4; round++) await Promise.all(all.map((one) => one.next()));
  expect(befores).toEqual([null, ...befores.slice(1).map((_, n) => n + 1)]);
  expect(befores.length).toBeGreaterThan(3);
  watches.close();
});

test('the last thing is said again, and a stream ends after its time', async () => {
  const watches = createWatches({ lookEveryMs: 5, sayAgainMs: 40, longestMs: 200 });
  const seen = await allOf(
    watches.follow({ name: 'one', read: async () => 'same' }, { caller: null, signal: forever }),
  );
  expect(seen.filter(({ isOld }) => isOld).length).toBeGreaterThan(0);
  expect(seen.filter(({ isOld }) => isOld).length).toBeLessThan(6);
  expect(watches.count()).toBe(0);
});

test('so many watch at once, and so many of one caller', async () => {
  const watches = createWatches();
  const thing = { name: 'one', read: async () => 1 };
  const left = new AbortController();
  const open = (caller: string | null) =>
    watches
      .follow(thing, { caller, signal: left.signal })
      .next()
      .then(
        () => 'told',
        (error) => (error as TieoutError).code,
      );
  for (let i = 0; i < MAX_WATCHED_OF_CALLER; i++) expect(await open('ada')).toBe('told');
  expect(await open('ada')).toBe('watched_too_often');
  for (let i = MAX_WATCHED_OF_CALLER; i < MAX_WATCHED; i++) await open(null);
  expect([await open(null), watches.count()]).toEqual(['watched_too_often', MAX_WATCHED]);
  // Those that were never read further leave with their callers.
  left.abort();
  expect([watches.count(), await open('ada')]).toEqual([0, 'told']);
});

test('a thing that cannot be read ends the stream, and is not counted on', async () => {
  const watches = createWatches();
  const broken = {
    name: 'one',
    read: () => Promise.reject(new TieoutError('store_unavailable', 'The store is away.')),
  };
  await expect(watches.follow(broken, { caller: 'ada', signal: forever }).next()).rejects.toThrow('away');
  expect(watches.count()).toBe(0);
});
