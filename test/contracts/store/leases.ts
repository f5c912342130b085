import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { OpenStore } from './store-under-test.ts';

const LONG = 600_000;
// Longer than a busy machine takes for a claim and a look.
const SHORT = 150;

export function leasesContract(open: OpenStore): void {
  test('a lease is held by one until it is released, and every taking has a higher fence', async () => {
    const { store, dispose } = await open();
    const first = (await store.leases.take('rows', LONG))!;
    expect(first.name).toBe('rows');
    expect(await store.leases.take('rows', LONG)).toBeNull();
    expect(await store.leases.take('other rows', LONG)).not.toBeNull();
    expect(await store.leases.renew(first, LONG)).toBe(true);
    expect(await store.leases.release(first)).toBe(true);
    const second = (await store.leases.take('rows', LONG))!;
    expect(second.fence).toBeGreaterThan(first.fence);
    expect(await store.leases.renew(first, LONG)).toBe(false);
    expect(await store.leases.release(first)).toBe(false);
    expect(await store.leases.take('rows', LONG)).toBeNull();
    await dispose();
  });

  test('a lease that lapsed is renewed while nobody took it, and lost once somebody did', async () => {
    const { store, dispose } = await open();
    const first = (await store.leases.take('rows', SHORT))!;
    await pause(2 * SHORT);
    expect(await store.leases.renew(first, SHORT)).toBe(true);
    expect(await store.leases.take('rows', LONG)).toBeNull();
    await pause(2 * SHORT);
    expect(await store.leases.take('rows', LONG)).not.toBeNull();
    expect(await store.leases.renew(first, LONG)).toBe(false);
    await dispose();
  });

  test('a lease that was released is not renewed: a renewal may come late', async () => {
    const { store, dispose } = await open();
    const first = (await store.leases.take('rows', LONG))!;
    expect(await store.leases.release(first)).toBe(true);
    expect(await store.leases.renew(first, LONG)).toBe(false);
    expect(await store.leases.take('rows', LONG)).not.toBeNull();
    await dispose();
  });
}
