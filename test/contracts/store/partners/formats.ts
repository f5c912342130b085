import { expect, test } from 'vitest';
import type { RememberedFormat } from '../../../../src/core/reading/remembered-format.ts';
import { KEY, type OpenStore, OTHER } from '../store-under-test.ts';

const SCOPE = { tenant: KEY.tenant, partner: KEY.partner };
const format = (formatId: string, rememberedAt: number, more: Partial<RememberedFormat> = {}): RememberedFormat => ({
  ...SCOPE,
  formatId,
  side: 'bank',
  fingerprint: JSON.stringify(['delimited', ';', 'Day', 'Net $', 'a.b']),
  mapping: { columns: { booking_date: 1, amount: 2 }, marks: { 'K.': 'in', $D: 'out' } },
  confirmedBy: 'mapping',
  file: 'june “2”.csv',
  rememberedAt,
  ...more,
});

export function formatsContract(open: OpenStore): void {
  test('a format is kept as it was put, until another of its key takes its place', async () => {
    const under = await open();
    const { formats } = under.store;
    const first = format('a1', 5);
    expect(await formats.get(first)).toBeNull();
    await formats.put(first);
    expect(await formats.get(first)).toEqual(first);
    const second = format('a1', 7, { confirmedBy: 'proof', mapping: { columns: { amount: 3 } } });
    await formats.put(second);
    const again = (await under.reopen()).formats;
    expect(await again.get({ ...SCOPE, formatId: 'a1' })).toEqual(second);
    expect(await again.list(SCOPE)).toEqual([second]);
    await under.dispose();
  });

  test('what was remembered last is listed first, of one partner, of a tenant, or of all', async () => {
    const { store, dispose } = await open();
    const { formats } = store;
    const [old, late, same] = [format('c3', 1), format('b2', 9), format('a1', 9)];
    const other = format('a1', 4, { tenant: OTHER.tenant });
    const elsewhere = format('a1', 3, { partner: 'abuja' });
    for (const one of [late, old, other, same, elsewhere]) await formats.put(one);
    expect(await formats.list(SCOPE)).toEqual([same, late, old]);
    expect(await formats.list({ tenant: KEY.tenant })).toEqual([same, late, elsewhere, old]);
    expect(await formats.list({})).toEqual([same, late, other, elsewhere, old]);
    await dispose();
  });

  test('what is forgotten is gone, and only that', async () => {
    const { store, dispose } = await open();
    const { formats } = store;
    const [one, other] = [format('a1', 1), format('a1', 2, { tenant: OTHER.tenant })];
    await Promise.all([formats.put(one), formats.put(other)]);
    expect(await formats.forget(one)).toBe(true);
    expect(await formats.forget(one)).toBe(false);
    expect(await formats.get(one)).toBeNull();
    expect(await formats.get(other)).toEqual(other);
    await dispose();
  });

  test('many put at once of one key leave one of them', async () => {
    const { store, dispose } = await open();
    const all = Array.from({ length: 12 }, (_, i) => format('a1', i));
    await Promise.all(all.map((one) => store.formats.put(one)));
    const kept = await store.formats.list(SCOPE);
    expect(kept).toHaveLength(1);
    expect(all).toContainEqual(kept[0]);
    await dispose();
  });
}
