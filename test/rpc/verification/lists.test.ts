// Lists in the store: what one process loads all of them use, a list that shrinks is refused by whichever process and
// after a restart too, and while a list is exchanged everybody is screened against the whole of one version.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sha256 } from '../../../src/adapters/digest/sha256.ts';
import { packEntities, unpackEntities } from '../../../src/adapters/lists/list-blocks.ts';
import { readList } from '../../../src/adapters/lists/read-list.ts';
import type { Store } from '../../../src/ports/store.ts';
import { loadList } from '../../../src/workflows/verification/load-list.ts';
import { openTemporaryStore } from '../../adapters/store-embedded/temporary-store.ts';
import { SAMPLE, verifying } from './under-test.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-lists-'));
afterAll(() => rmSync(folder, { recursive: true }));

const HEADER =
  'id,schema,name,aliases,birth_date,countries,addresses,identifiers,sanctions,phones,emails,dataset,first_seen,last_seen,last_change';
/** Of so many people, of whom `marked` are in this version alone. */
function listOf(file: string, people: number, mark = ''): string {
  const path = join(folder, file);
  const line = (_: unknown, at: number) => `p-${at},Person,Okoro${at} Adeyemi ${mark},,,ng,,,Sanction,,,made-up,,,`;
  writeFileSync(path, `${[HEADER, ...Array.from({ length: people }, line)].join('\n')}\n`);
  return path;
}

const loadingInto = ({ lists, leases, outbox }: Pick<Store, 'lists' | 'leases' | 'outbox'>) => ({
  ...{ lists, leases, outbox, read: readList, pack: packEntities, unpack: unpackEntities, digest: sha256 },
  ...{ clock: () => 5, shrinkShare: 0.2 },
});

test('a list that lost too much is refused, after a restart too, and so is one that is cut off', async () => {
  const under = await openTemporaryStore();
  const open = (store: Store) => (url: string) => loadList(loadingInto(store), { name: 'sdn', url });
  expect(await open(under.store)(listOf('whole.csv', 100))).toMatchObject({ isOther: true, head: { entities: 100 } });
  const again = await under.reopen();
  const load = open(again);
  await expect(load(listOf('few.csv', 79))).rejects.toThrow(/shrank from 100 to 79 entities.*the one in use stays/);
  const cut = join(folder, 'cut.csv');
  writeFileSync(cut, `${HEADER}\np-1,Person,"Oko`);
  await expect(load(cut)).rejects.toThrow(/cut off/);
  expect(await again.lists.heads()).toMatchObject([{ entities: 100 }]);
  expect(await load(listOf('fewer.csv', 80))).toMatchObject({ isOther: true });
  expect(await load(join(folder, 'fewer.csv'))).toMatchObject({ isOther: false, head: { entities: 80 } });
  await under.dispose();
});

test('a list that lost its aliases is refused as one that lost its people', async () => {
  const under = await openTemporaryStore();
  const loading = loadingInto(under.store);
  const record = (n: number) =>
    `${n},"MADE-UP, Ade${n}","individual","SDGT",-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,-0- ,"DOB 1954."\n`;
  const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
  writeFileSync(join(folder, 'sdn.csv'), numbers.map(record).join(''));
  writeFileSync(join(folder, 'alt.csv'), numbers.map((n) => `${n},${n},"aka","MADE, Adey${n}",-0- \n`).join(''));
  const source = { name: 'sdn', url: join(folder, 'sdn.csv') };
  expect(await loadList(loading, source)).toMatchObject({ head: { entities: 8, names: 16 } });
  rmSync(join(folder, 'alt.csv'));
  await expect(loadList(loading, source)).rejects.toThrow(/shrank from 16 to 8 names.*the one in use stays/);
  expect(await loadList(loading, { ...source, name: 'anew' })).toMatchObject({
    head: { warnings: [expect.stringMatching(/^alt.csv does not lie beside/), expect.any(String), expect.any(String)] },
  });
  await under.dispose();
});

test('the age of a list is that of its publication, and what does not change ages', async () => {
  const under = await openTemporaryStore();
  const DAY = 86_400_000;
  let now = Date.UTC(2026, 10, 20);
  const given = { entities: [], format: 'made_up', version: 'a', publishedAt: null, modifiedAt: null, warnings: [] };
  const load = async (list: object) => {
    const read = async () => ({ ...given, ...list });
    const loading = { ...loadingInto(under.store), read, clock: () => now, shrinkShare: 1 };
    const { publishedAt, loadedAt, warnings } = (await loadList(loading, { name: 'sdn', url: 'x' }))!.head;
    expect(loadedAt).toBe(now);
    return { days: (now - publishedAt) / DAY, warnings };
  };
  // Nothing is known but when it was first read.
  expect(await load({})).toEqual({ days: 0, warnings: [] });
  now += 3 * DAY;
  expect(await load({})).toEqual({ days: 3, warnings: [] });
  // Written again without a change it is no younger, with one it is as old as its file.
  expect(await load({ modifiedAt: now })).toEqual({ days: 3, warnings: [] });
  expect(await load({ version: 'b', modifiedAt: now - DAY })).toEqual({ days: 1, warnings: [] });
  // What the list says counts before anything else, unless it lies ahead.
  expect(await load({ version: 'c', publishedAt: now - 9 * DAY, modifiedAt: now })).toEqual({ days: 9, warnings: [] });
  expect(await load({ version: 'd', publishedAt: now + DAY / 2 })).toEqual({ days: 0, warnings: [] });
  expect(await load({ version: 'e', publishedAt: now + 400 * DAY, modifiedAt: now - 2 * DAY })).toEqual({
    ...{ days: 2, warnings: ['It says that it is of 2027-12-28, which lies ahead: its age is not known.'] },
  });
  await under.dispose();
});

test('the bus is told which entities are new, changed or removed, once for each loading', async () => {
  const under = await openTemporaryStore();
  const { outbox } = under.store;
  const line = (id: string, name: string, seen = '2026-11-01') => `${id},Person,${name},,,ng,,,Act,,,made-up,,${seen},`;
  const load = (loading: ReturnType<typeof loadingInto>, ...lines: string[]) => {
    const path = join(folder, 'changing.csv');
    writeFileSync(path, [HEADER, ...lines].join('\n'));
    return loadList({ ...loading, shrinkShare: 1 }, { name: 'sdn', url: path });
  };
  const told = async () => {
    const { messages } = await outbox.due({ destination: 'bus', limit: 100, after: null });
    await outbox.delivered(messages);
    return messages.map(({ payload }) => JSON.parse(new TextDecoder().decode(payload)));
  };
  const loading = loadingInto(under.store);
  await load(loading, line('a', 'Ade Made'), line('b', 'Bola Made'), line('c', 'Chi Made'));
  const first = { new_count: 3, changed_count: 0, removed_count: 0, changes: [], left_out: 3, part: 1, parts: 1 };
  const [begun] = await told();
  expect(begun).toEqual({
    ...{ schema_version: 1, list: 'sdn', list_version: expect.any(String), ...first },
    occurred_at: new Date(5).toISOString(),
  });
  const next = [line('b', 'Bola Made', '2026-11-28'), line('c', 'Chidi Made'), line('d', 'Dayo Made')];
  // The process dies before the new version counts, and the loading is done again.
  const dying = { ...loading.lists, swap: () => Promise.reject(new Error('The process died.')) };
  await expect(load({ ...loading, lists: dying }, ...next)).rejects.toThrow('died');
  await load(loading, ...next);
  expect(await told()).toMatchObject([
    {
      ...{ previous_version: begun.list_version, new_count: 1, changed_count: 1, removed_count: 1, left_out: 0 },
      changes: [
        { entity_id: 'a', change: 'removed', name: 'Ade Made', fields: [] },
        { entity_id: 'c', change: 'changed', name: 'Chidi Made', fields: ['names'] },
        { entity_id: 'd', change: 'new', name: 'Dayo Made', fields: [] },
      ],
    },
  ]);
  // Another day of export alone is no change.
  await load(loading, ...next.map((one) => one.replace('2026-11-01', '2026-11-29')));
  expect(await told()).toEqual([]);
  await under.dispose();
});

test('a stored list that is damaged is loaded anew, with an alarm, whether the file changed or not', async () => {
  const under = await openTemporaryStore();
  const { lists, outbox } = under.store;
  const loading = loadingInto(under.store);
  const load = (people: number) => loadList(loading, { name: 'sdn', url: listOf('damaged.csv', people) });
  const first = (await load(100))!;
  expect(first.alarm).toBeNull();
  const key = { name: 'sdn', version: first.head.version, n: 0 };
  const whole = (await lists.block(key))!;
  const damage = () =>
    lists.putBlock(
      key,
      whole.map((byte, at) => (at === whole.length >> 1 ? byte ^ 1 : byte)),
    );
  await damage();
  expect(await load(100)).toMatchObject({ isOther: false, alarm: expect.stringContaining('sdn was damaged') });
  expect(await lists.block(key)).toEqual(whole);
  expect(await load(100)).toMatchObject({ isOther: false, alarm: null });
  await damage();
  const other = await load(110);
  expect(other).toMatchObject({
    isOther: true,
    alarm: expect.stringContaining('told as new'),
    head: { entities: 110 },
  });
  const { messages } = await outbox.due({ destination: 'bus', limit: 100, after: null });
  const told = messages.map(({ payload }) => JSON.parse(new TextDecoder().decode(payload)));
  expect(told.at(-1)).toMatchObject({ list_version: other!.head.version, new_count: 110, removed_count: 0 });
  await under.dispose();
});

test('whoever screens while a list is exchanged has all of the old one or all of the new one', async () => {
  const service = await verifying();
  expect(service.watchlists.states()).toEqual([]);
  await service.load('sdn', listOf('old.csv', 3_000, 'old'));
  const ask = () =>
    service.watchlists.screen(
      [2, 1_500, 2_999].map((at) => ({
        ...{ schema: 'Person', names: [`Okoro${at} Adeyemi`], birthDates: [], countries: [], genders: [] },
        identifiers: [],
      })),
      { names: [], threshold: 0.6, limit: 1 },
    );
  const seen = new Set<string>();
  let isDone = false;
  const exchange = service.load('sdn', listOf('new.csv', 3_000, 'new')).then((failures) => {
    isDone = true;
    return failures;
  });
  while (!isDone) seen.add((await ask()).map(({ hits: [hit] }) => hit!.entity.names[0].slice(-3)).join());
  seen.add((await ask()).map(({ hits: [hit] }) => hit!.entity.names[0].slice(-3)).join());
  expect(await exchange).toEqual([]);
  expect([...seen]).toEqual(['old,old,old', 'new,new,new']);
  // What another process has loaded is taken up by looking.
  const { lists } = service.store;
  await loadList(loadingInto(service.store), { name: 'sample', url: SAMPLE });
  expect(await service.watchlists.refresh()).toBe(true);
  expect(service.watchlists.states().map(({ name }) => name)).toEqual(['sample', 'sdn']);
  expect(await service.watchlists.refresh()).toBe(false);
  await lists.forget('sdn');
  await lists.forget('sample');
  expect(await service.watchlists.refresh()).toBe(true);
  expect([service.watchlists.states(), await ask()]).toEqual([
    [],
    Array(3).fill({ hits: [], suppressed: [], uncompared: 0 }),
  ]);
  await service.close();
});
