// A file may take longer than other bodies to arrive, as long as it goes on, and not for ever.

import type { IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { arrivesSlowly, awaitArrival } from '../../src/rest/arriving/arrival.ts';

const LIMIT_MS = 400;
const watched = () => {
  const request = {} as IncomingMessage;
  let isLate = false;
  const { stop } = awaitArrival(request, LIMIT_MS, () => {
    isLate = true;
  });
  return { request, stop, isLate: () => isLate };
};

test('a body is late after the limit, unless it is whole by then', async () => {
  const [slow, whole] = [watched(), watched()];
  whole.stop();
  await pause(2 * LIMIT_MS);
  expect([slow.isLate(), whole.isLate()]).toEqual([true, false]);
});

test('of a file the limit is between two pieces', async () => {
  const { request, isLate } = watched();
  const { goesOn } = arrivesSlowly(request, 60_000);
  for (let pieces = 0; pieces < 8; pieces++) {
    await pause(LIMIT_MS / 4);
    goesOn();
  }
  expect(isLate()).toBe(false);
  await pause(2 * LIMIT_MS);
  expect(isLate()).toBe(true);
});

test('drop by drop it ends with its own time', async () => {
  const { request, isLate } = watched();
  const { goesOn } = arrivesSlowly(request, LIMIT_MS);
  for (let pieces = 0; pieces < 12 && !isLate(); pieces++) {
    await pause(LIMIT_MS / 5);
    goesOn();
  }
  expect(isLate()).toBe(true);
});
