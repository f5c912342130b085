import { expect, test } from 'vitest';
import { NO_DAY } from '../../../src/core/money/calendar.ts';
import { pickItems } from '../../../src/core/records/documents/item-rows.ts';
import type { OpenItemColumns } from '../../../src/core/records/documents/open-items.ts';
import { digestIdAt } from '../../../src/core/records/rows/digest-ids.ts';
import { joinColumns } from '../../../src/core/records/rows/join-columns.ts';
import { rowAt } from '../../core/records/row-samples.ts';
import { ingest, newIngestion, openItemsOf, rowsOf } from './samples.ts';
import { KEY, type OpenStore, OTHER, startRun } from './store-under-test.ts';

const itemsIn = (items: OpenItemColumns) =>
  Array.from({ length: items.rows.count }, (_, i) => ({
    ...rowAt(items.rows, i),
    side: items.side,
    recordId: digestIdAt(items.recordId, i),
    uid: digestIdAt(items.uid, i),
    clusterId: digestIdAt(items.clusterId, i),
    ingestion: items.ingestions[items.ingestion[i]],
    ordinal: items.ordinal[i],
  }));

const ALL_DAYS = { fromDay: NO_DAY, toDay: 1_000_000 };
const idsIn = (items: OpenItemColumns) => itemsIn(items).map(({ recordId }) => recordId);

/** A store with run-1 and run-2 of a session, and an ingestion to refer to. */
async function prepared(open: OpenStore) {
  const under = await open();
  await startRun(under.store, 'run-1');
  await startRun(under.store, 'run-2');
  await startRun(under.store, 'run-o', OTHER);
  await startRun(under.store, 'run-p', OTHER);
  await under.store.ingestions.add(newIngestion('gl-1'));
  return under;
}

export function openItemsContract(open: OpenStore): void {
  test('open items come back with all of their content, page by page', async () => {
    const under = await prepared(open);
    const items = openItemsOf(rowsOf(7, 25), { ingestionId: 'gl-1', first: 0 });
    expect(await under.store.openItems.insertIfAbsent(KEY, { runId: 'run-1', items })).toBe(25);
    const { openItems } = await under.reopen();
    const pages = [];
    for (let after: number | null = null, at = 0; at < 3; at++) {
      const page: Awaited<ReturnType<typeof openItems.page>> = await openItems.page(KEY, {
        side: 'gl',
        after,
        limit: 10,
      });
      pages.push(page);
      after = page.next;
    }
    expect(pages.map(({ items: { rows } }) => rows.count)).toEqual([10, 10, 5]);
    expect(pages[2].next).toBeNull();
    expect(pages.flatMap(({ items: page }) => itemsIn(page))).toEqual(itemsIn(items));
    await under.dispose();
  });

  test('a place survives what its run adds and what other sessions lose', async () => {
    const { store, dispose } = await prepared(open);
    const batch = (first: number, count: number) => openItemsOf(rowsOf(7, count), { ingestionId: 'gl-1', first });
    await store.openItems.insertIfAbsent(OTHER, { runId: 'run-o', items: batch(100, 3) });
    await store.openItems.insertIfAbsent(KEY, { runId: 'run-1', items: batch(0, 10) });
    const begun = await store.openItems.page(KEY, { side: 'gl', after: null, limit: 6 });
    expect(await store.openItems.removeForOtherRuns(OTHER, 'run-p')).toBe(3);
    await store.openItems.insertIfAbsent(KEY, { runId: 'run-1', items: batch(10, 5) });
    const rest = await store.openItems.page(KEY, { side: 'gl', after: begun.next, limit: 100 });
    expect([...idsIn(begun.items), ...idsIn(rest.items)]).toEqual([...idsIn(batch(0, 10)), ...idsIn(batch(10, 5))]);
    expect(rest.next).toBeNull();
    await dispose();
  });

  test('a page that ends with the last item has no next one', async () => {
    const { store, dispose } = await prepared(open);
    const items = openItemsOf(rowsOf(7, 10), { ingestionId: 'gl-1', first: 0 });
    await store.openItems.insertIfAbsent(KEY, { runId: 'run-1', items });
    expect((await store.openItems.page(KEY, { side: 'gl', after: null, limit: 10 })).next).toBeNull();
    expect((await store.openItems.page(KEY, { side: 'bank', after: null, limit: 10 })).items.rows.count).toBe(0);
    expect((await store.openItems.page(OTHER, { side: 'gl', after: null, limit: 10 })).items.rows.count).toBe(0);
    await dispose();
  });

  test('an item is inserted once, and a run removes what other runs left open', async () => {
    const { store, dispose } = await prepared(open);
    const batch = (first: number, count: number) => openItemsOf(rowsOf(7, count), { ingestionId: 'gl-1', first });
    await store.openItems.insertIfAbsent(KEY, { runId: 'run-1', items: batch(0, 10) });
    expect(await store.openItems.insertIfAbsent(KEY, { runId: 'run-1', items: batch(5, 10) })).toBe(5);
    await store.openItems.insertIfAbsent(OTHER, { runId: 'run-o', items: batch(100, 3) });
    expect(await store.openItems.removeForOtherRuns(KEY, 'run-2')).toBe(15);
    expect(await store.openItems.insertIfAbsent(KEY, { runId: 'run-2', items: batch(0, 4) })).toBe(4);
    expect(await store.openItems.removeForOtherRuns(KEY, 'run-2')).toBe(0);
    const { items } = await store.openItems.page(KEY, { side: 'gl', after: null, limit: 100 });
    expect(idsIn(items)).toEqual(idsIn(batch(0, 4)));
    expect((await store.openItems.page(OTHER, { side: 'gl', after: null, limit: 100 })).items.rows.count).toBe(3);
    await dispose();
  });

  test('columns are the items of a partner, of one side, by booking day', async () => {
    const { store, dispose } = await prepared(open);
    const rows = rowsOf(8, 40);
    const items = openItemsOf(rows, { ingestionId: 'gl-1', first: 0 });
    const bank = openItemsOf(rows, { ingestionId: 'gl-1', first: 50, side: 'bank' });
    await store.openItems.insertIfAbsent(KEY, { runId: 'run-1', items });
    await store.openItems.insertIfAbsent(KEY, { runId: 'run-1', items: bank });
    await store.openItems.insertIfAbsent(OTHER, {
      runId: 'run-o',
      items: openItemsOf(rows, { ingestionId: 'gl-1', first: 100 }),
    });
    const days = Array.from(rows.bookingDay)
      .filter((day) => day !== NO_DAY)
      .toSorted((a, b) => a - b);
    const window = { fromDay: days[5], toDay: days[15] };
    const scope = { tenant: KEY.tenant, partner: KEY.partner, side: 'gl' } as const;
    expect(itemsIn(await store.openItems.columns({ ...scope, ...window }))).toEqual(
      itemsIn(items).filter(({ bookingDay }) => bookingDay >= window.fromDay && bookingDay <= window.toDay),
    );
    expect((await store.openItems.columns({ ...scope, ...ALL_DAYS })).rows.count).toBe(40);
    expect((await store.openItems.columns({ ...scope, partner: 'abuja', ...ALL_DAYS })).rows.count).toBe(0);
    await dispose();
  });

  test('columns of more items than are read at once are whole and in order of insertion, whatever their days', async () => {
    const { store, dispose } = await prepared(open);
    const [some, count] = [rowsOf(8, 100), 9_000];
    const rows = joinColumns(Array.from({ length: count / 100 }, () => some));
    const items = openItemsOf(rows, { ingestionId: 'gl-1', first: 0 });
    for (let from = 0; from < count; from += 4_500) {
      const part = pickItems(
        items,
        Uint32Array.from({ length: 4_500 }, (_, i) => from + i),
      );
      await store.openItems.insertIfAbsent(KEY, { runId: 'run-1', items: part });
    }
    const scope = { tenant: KEY.tenant, partner: KEY.partner, side: 'gl' } as const;
    const found = await store.openItems.columns({ ...scope, ...ALL_DAYS });
    expect(itemsIn(found)).toEqual(itemsIn(items));
    expect([found.ingestions, found.sessions]).toEqual([['gl-1'], [KEY.session]]);
    expect(found.rows.files).toHaveLength(new Set(found.rows.files).size);
    await dispose();
  });

  test('rows of no run are open items like others, in no run’s way, and say whose they are', async () => {
    const { store, dispose } = await prepared(open);
    const adHoc = { ...KEY, session: 'adhoc-1' };
    await ingest(store, 'doc-1', { key: adHoc, side: 'bank' });
    const items = openItemsOf(rowsOf(8, 6), { ingestionId: 'doc-1', first: 300, side: 'bank' });
    expect(await store.openItems.insertIfAbsent(adHoc, { runId: null, items })).toBe(6);
    expect(await store.openItems.insertIfAbsent(adHoc, { runId: null, items })).toBe(0);
    expect(await store.openItems.removeForOtherRuns(KEY, 'run-2')).toBe(0);
    const scope = { tenant: KEY.tenant, partner: KEY.partner, side: 'bank' } as const;
    const found = await store.openItems.columns({ ...scope, ...ALL_DAYS });
    expect([found.rows.count, found.ingestions, found.sessions]).toEqual([6, ['doc-1'], ['adhoc-1']]);
    await dispose();
  });

  test('items are found by their record ids, those that are open', async () => {
    const { store, dispose } = await prepared(open);
    const items = openItemsOf(rowsOf(9, 60), { ingestionId: 'gl-1', first: 0 });
    await store.openItems.insertIfAbsent(KEY, { runId: 'run-1', items });
    const ids = idsIn(items);
    const scope = { tenant: KEY.tenant, partner: KEY.partner, side: 'gl' } as const;
    const named = async (more: object) =>
      idsIn(await store.openItems.named({ ...scope, recordIds: [ids[40], 'f'.repeat(32), ids[7], ids[7]], ...more }));
    expect(await named({})).toEqual([ids[7], ids[40]]);
    expect(await named({ recordIds: ids.toReversed() })).toEqual(ids);
    for (const other of [{ tenant: 'bank-b' }, { partner: 'abuja' }, { side: 'bank' }, { recordIds: [] }]) {
      expect(await named(other)).toEqual([]);
    }
    await store.openItems.removeForOtherRuns(KEY, 'run-2');
    expect(await named({})).toEqual([]);
    await dispose();
  });

  test('the aggregate counts every open item once and sums exactly', async () => {
    const { store, dispose } = await prepared(open);
    expect(await store.openItems.aggregate(KEY)).toEqual([]);
    const rows = rowsOf(10, 200);
    await store.openItems.insertIfAbsent(KEY, {
      runId: 'run-1',
      items: openItemsOf(rows, { ingestionId: 'gl-1', first: 0, side: 'bank' }),
    });
    const totals = await store.openItems.aggregate(KEY);
    expect(totals.reduce((count, total) => count + total.rows, 0)).toBe(200);
    const sum = Array.from(rows.amount).reduce((total, amount) => total + BigInt(amount), 0n);
    expect(totals.reduce((total, { amountMinor }) => total + amountMinor, 0n)).toBe(sum);
    const places = totals.map(({ account, currency, bookingDay }) => JSON.stringify([account, currency, bookingDay]));
    expect(new Set(places).size).toBe(places.length);
    await dispose();
  });

  test('more of the largest amounts than 64 bits hold still sum exactly', async () => {
    const { store, dispose } = await prepared(open);
    const count = 1_100;
    const rows = {
      ...rowsOf(11, count),
      amount: new Float64Array(count).fill(9_000_000_000_000_000),
      bookingDay: new Int32Array(count).fill(20_000),
      account: new Uint16Array(count),
      currency: new Uint8Array(count),
    };
    const items = openItemsOf(rows, { ingestionId: 'gl-1', first: 0 });
    await store.openItems.insertIfAbsent(KEY, { runId: 'run-1', items });
    const [total] = await store.openItems.aggregate(KEY);
    expect(total).toMatchObject({ rows: 1_100, amountMinor: 9_900_000_000_000_000_000n });
    await dispose();
  });
}
