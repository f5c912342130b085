// The life of journals: events are added once for each version, batches are kept once for each id.

import { expect, test } from 'vitest';
import type { JournalBatch, JournalEvent, JournalRow } from '../../../../src/core/records/journal-life.ts';
import { KEY, type OpenStore, OTHER } from '../store-under-test.ts';

const SCOPE = { tenant: KEY.tenant, partner: KEY.partner };

const event = (version: number, more: Partial<JournalEvent> = {}): JournalEvent => ({
  ...{ journalId: 'j1', version, kind: 'exported', at: 1_700_000_000_000, by: 'ada', batchId: 'b1' },
  ...{ reference: null, postedOn: null, session: null, recordId: null, ...more },
});

const row = (journalId: string, day: number): JournalRow => ({
  ...{ journalId, session: 'march', recordId: `r-${journalId}`, uid: `u-${journalId}`, clusterId: null },
  ...{ side: 'bank', day, amount: -5_250, currency: 'NGN' },
});

const batch: JournalBatch = { batchId: 'b1', session: 'march', at: 5, by: null, content: '{"text":"₦ “charges”"}' };

export function journalsContract(open: OpenStore): void {
  test('events are answered in order of journal and version, and outlive the process', async () => {
    const under = await open();
    const { journals } = under.store;
    expect(await journals.events(SCOPE, ['j1', 'j2'])).toEqual([]);
    const posted = event(2, { kind: 'posted', by: null, batchId: null, reference: 'JV/19 ₦', postedOn: 20_545 });
    const other = event(1, { journalId: 'j0' });
    await journals.add(SCOPE, []);
    await journals.add(SCOPE, [posted, event(1), other]);
    const again = (await under.reopen()).journals;
    expect(await again.events(SCOPE, ['j1', 'j0', 'j9'])).toEqual([other, event(1), posted]);
    expect(await again.events(SCOPE, ['j1'])).toEqual([event(1), posted]);
    expect(await again.events({ ...SCOPE, tenant: OTHER.tenant }, ['j1'])).toEqual([]);
    expect(await again.events({ ...SCOPE, partner: 'abuja' }, ['j1'])).toEqual([]);
    await under.dispose();
  });

  test('of many callers one takes a version, and what others add beside it stands', async () => {
    const { store, dispose } = await open();
    const callers = Array.from({ length: 20 }, (_, i) => `b${i}`);
    const own = (batchId: string) => event(1, { journalId: `own-${batchId}`, batchId });
    await Promise.all(callers.map((batchId) => store.journals.add(SCOPE, [event(1, { batchId }), own(batchId)])));
    const taken = await store.journals.events(SCOPE, ['j1']);
    expect(taken).toHaveLength(1);
    await store.journals.add(SCOPE, [event(1, { batchId: 'late' })]);
    expect(await store.journals.events(SCOPE, ['j1'])).toEqual(taken);
    const owned = callers.map((batchId) => `own-${batchId}`);
    expect(await store.journals.events(SCOPE, owned)).toHaveLength(callers.length);
    await dispose();
  });

  test('rows of journals are kept once, and found by id and by day', async () => {
    const under = await open();
    const { journals } = under.store;
    await journals.know(SCOPE, []);
    await journals.know(SCOPE, [row('j2', 20_540), row('j1', 20_510)]);
    await journals.know(SCOPE, [{ ...row('j1', 20_999), clusterId: 'c1' }, row('j3', 20_541)]);
    const again = (await under.reopen()).journals;
    expect(await again.known(SCOPE, ['j1', 'j9', 'j2'])).toEqual([row('j1', 20_510), row('j2', 20_540)]);
    const within = { fromDay: 20_511, toDay: 20_541 };
    expect(await again.knownWithin(SCOPE, within)).toEqual([row('j2', 20_540), row('j3', 20_541)]);
    expect(await again.knownWithin({ ...SCOPE, partner: 'abuja' }, within)).toEqual([]);
    const found = event(1, { kind: 'matched', by: null, batchId: null, session: 'april', recordId: 'r7' });
    await again.add(SCOPE, [found]);
    expect(await again.events(SCOPE, ['j1'])).toEqual([found]);
    await under.dispose();
  });

  test('journals are found by what the ledger calls their entries', async () => {
    const under = await open();
    const { journals } = under.store;
    await journals.know(SCOPE, [row('j2', 20_540), row('j1', 20_510), row('j3', 20_541)]);
    const posted = { kind: 'posted', batchId: null, reference: 'JV/19 ₦', postedOn: 20_545 } as const;
    await journals.add(SCOPE, [event(1), event(2, posted), event(1, { ...posted, journalId: 'j2' })]);
    await journals.add(SCOPE, [event(1, { ...posted, journalId: 'j3', reference: 'JV/20' })]);
    const again = (await under.reopen()).journals;
    expect(await again.postedAs(SCOPE, ['JV/19 ₦', 'none'])).toEqual([row('j1', 20_510), row('j2', 20_540)]);
    expect(await again.postedAs(SCOPE, ['jv/20', 'JV/20'])).toEqual([row('j3', 20_541)]);
    expect(await again.postedAs(SCOPE, ['JV/1', ''])).toEqual([]);
    expect(await again.postedAs({ ...SCOPE, partner: 'abuja' }, ['JV/20'])).toEqual([]);
    await under.dispose();
  });

  test('a batch is kept once under its id, of any length', async () => {
    const under = await open();
    const { journals } = under.store;
    expect(await journals.batch(SCOPE, 'b1')).toBeNull();
    expect(await journals.keepBatch(SCOPE, batch)).toEqual(batch);
    expect(await journals.keepBatch(SCOPE, { ...batch, content: '{}', session: 'april' })).toEqual(batch);
    const long = { ...batch, batchId: 'b2', content: 'a line'.repeat(3_000_000) };
    await journals.keepBatch(SCOPE, long);
    const again = (await under.reopen()).journals;
    expect(await again.batch(SCOPE, 'b1')).toEqual(batch);
    expect((await again.batch(SCOPE, 'b2'))!.content === long.content).toBe(true);
    expect(await again.batch({ ...SCOPE, tenant: OTHER.tenant }, 'b1')).toBeNull();
    await under.dispose();
  });
}
