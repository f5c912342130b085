// A lease lapses by its holder's own clock too: whoever was stopped, or hears nothing of the store, stops before it
// does harm, and goes on when the store says that the lease is still its own.

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ClaimLost, keep } from '../../src/workflows/upkeep/hold.ts';

const LEASE_MS = 300;
const lost = () => new ClaimLost();

test('a lease that nobody prolonged is not relied on, and one that is prolonged late is', async () => {
  const answer = Promise.withResolvers<boolean>();
  let asked = 0;
  const hold = keep(LEASE_MS, { renew: () => (asked++ === 0 ? answer.promise : Promise.resolve(true)), lost });
  hold.check();
  // As a process is that was stopped: no timer of it has run.
  for (const until = performance.now() + LEASE_MS + 50; performance.now() < until; );
  expect(() => hold.check()).toThrow(ClaimLost);
  await pause(LEASE_MS);
  hold.check();
  hold.stop();
});

test('a store that does not answer takes nothing, and one that says no does', async () => {
  const silent = keep(LEASE_MS, { renew: () => Promise.reject(new Error('away')), lost });
  await pause(LEASE_MS / 2);
  silent.check();
  await pause(LEASE_MS);
  expect(() => silent.check()).toThrow(ClaimLost);
  expect(silent.holds()).toBe(true);
  silent.stop();
  const taken = keep(LEASE_MS, { renew: () => Promise.resolve(false), lost });
  await pause(LEASE_MS / 2);
  expect(() => taken.check()).toThrow(ClaimLost);
  expect(taken.holds()).toBe(false);
  taken.stop();
});
