import { expect, test } from 'vitest';
import type { ListHead } from '../../../src/core/records/documents/watchlist.ts';
import type { OpenStore } from './store-under-test.ts';

const head = (version: string, more: Partial<ListHead> = {}): ListHead => ({
  ...{ name: 'sdn', version, format: 'ofac_sdn_xml', entities: 3, blocks: 2, loadedAt: 1_000 },
  ...{ names: 5, publishedAt: 500, warnings: ['alt.csv is missing.'], ...more },
});
const bytes = (text: string) => new Uint8Array(Buffer.from(text));

export function listsContract(open: OpenStore): void {
  test('a list takes the place of the one before it at once, with its blocks, and stays', async () => {
    const under = await open();
    const { lists } = under.store;
    expect(await lists.heads()).toEqual([]);
    for (const n of [0, 1]) await lists.putBlock({ name: 'sdn', version: 'a', n }, bytes(`a${n}`));
    expect(await lists.heads()).toEqual([]);
    expect(await lists.swap(head('a'), null)).toBe(true);
    for (const n of [0, 1]) await lists.putBlock({ name: 'sdn', version: 'b', n }, bytes(`half`));
    await lists.putBlock({ name: 'sdn', version: 'b', n: 0 }, bytes('b0'));
    expect(await lists.heads()).toEqual([head('a')]);
    expect(await lists.block({ name: 'sdn', version: 'a', n: 1 })).toEqual(bytes('a1'));
    expect(await lists.swap(head('b', { entities: 4 }), 'a')).toBe(true);
    const again = (await under.reopen()).lists;
    expect(await again.heads()).toEqual([head('b', { entities: 4 })]);
    expect(await again.block({ name: 'sdn', version: 'b', n: 0 })).toEqual(bytes('b0'));
    expect(await again.block({ name: 'sdn', version: 'a', n: 0 })).toBeNull();
    await under.dispose();
  });

  test('a swap that expects another version changes nothing', async () => {
    const { store, dispose } = await open();
    const { lists } = store;
    expect(await lists.swap(head('b'), 'a')).toBe(false);
    const first = await Promise.all([lists.swap(head('a'), null), lists.swap(head('a'), null)]);
    expect(first.filter(Boolean)).toEqual([true]);
    await lists.putBlock({ name: 'sdn', version: 'a', n: 0 }, bytes('a0'));
    expect(await lists.swap(head('c'), 'b')).toBe(false);
    expect(await lists.heads()).toEqual([head('a')]);
    // The same list read again: only its age is another.
    expect(await lists.swap(head('a', { loadedAt: 2_000 }), 'a')).toBe(true);
    expect(await lists.heads()).toEqual([head('a', { loadedAt: 2_000 })]);
    expect(await lists.block({ name: 'sdn', version: 'a', n: 0 })).toEqual(bytes('a0'));
    await dispose();
  });

  test('what is forgotten is gone, and only that', async () => {
    const { store, dispose } = await open();
    const { lists } = store;
    for (const name of ['un', 'sdn']) {
      await lists.putBlock({ name, version: 'a', n: 0 }, bytes(name));
      await lists.swap(head('a', { name }), null);
    }
    expect((await lists.heads()).map(({ name }) => name)).toEqual(['sdn', 'un']);
    expect(await lists.forget('sdn')).toBe(true);
    expect(await lists.forget('sdn')).toBe(false);
    expect((await lists.heads()).map(({ name }) => name)).toEqual(['un']);
    expect(await lists.block({ name: 'sdn', version: 'a', n: 0 })).toBeNull();
    expect(await lists.block({ name: 'un', version: 'a', n: 0 })).toEqual(bytes('un'));
    await dispose();
  });
}
