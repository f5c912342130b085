// Lists in the store: what one process loads all of them use, a list that shrinks is refused by whichever process and
// after a restart too, and while a list is exchanged everybody is screened against the whole of one version.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { packEntities } from '../../../src/adapters/lists/list-blocks.ts';
import { readList } from '../../../src/adapters/lists/read-list.ts';
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

test('a list that lost too much is refused, after a restart too, and so is one that is cut off', async () => {
  const under = await openTemporaryStore();
  const open = ({ lists, leases }: typeof under.store) => {
    const loading = { lists, leases, read: readList, pack: packEntities, clock: () => 5, shrinkShare: 0.2 };
    return (url: string) => loadList(loading, { name: 'sdn', url });
  };
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
  while (!isDone) seen.add((await ask()).map(([hit]) => hit!.entity.names[0].slice(-3)).join());
  seen.add((await ask()).map(([hit]) => hit!.entity.names[0].slice(-3)).join());
  expect(await exchange).toEqual([]);
  expect([...seen]).toEqual(['old,old,old', 'new,new,new']);
  // What another process has loaded is taken up by looking.
  const { lists, leases } = service.store;
  const loading = { lists, leases, read: readList, pack: packEntities, clock: () => 5, shrinkShare: 0.2 };
  await loadList(loading, { name: 'sample', url: SAMPLE });
  expect(await service.watchlists.refresh()).toBe(true);
  expect(service.watchlists.states().map(({ name }) => name)).toEqual(['sample', 'sdn']);
  expect(await service.watchlists.refresh()).toBe(false);
  await lists.forget('sdn');
  await lists.forget('sample');
  expect(await service.watchlists.refresh()).toBe(true);
  expect([service.watchlists.states(), await ask()]).toEqual([[], [[], [], []]]);
  await service.close();
});
