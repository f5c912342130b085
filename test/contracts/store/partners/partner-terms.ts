// Terms of a partner are added in versions, and no version is ever changed.

import { expect, test } from 'vitest';
import type { PartnerTerms } from '../../../../src/core/records/partner-terms.ts';
import { KEY, type OpenStore, OTHER } from '../store-under-test.ts';

const CHART = { tenant: KEY.tenant, partner: KEY.partner, name: 'chart' } as const;

const chart = (version: number, more: Partial<PartnerTerms> = {}): PartnerTerms => ({
  ...{ ...CHART, version, terms: { 'a.b': ['₦ “charges”', '$c'] }, setAt: 1_700_000_000_000, setBy: 'ada', ...more },
});

export function partnerTermsContract(open: OpenStore): void {
  test('every version is kept as it was added, and the latest counts', async () => {
    const under = await open();
    const { partnerTerms } = under.store;
    expect(await partnerTerms.latest(CHART)).toBeNull();
    const second = chart(2, { terms: {}, setBy: null });
    for (const one of [chart(1), second]) expect(await partnerTerms.add(one)).toBe(true);
    const again = (await under.reopen()).partnerTerms;
    expect(await again.latest(CHART)).toEqual(second);
    expect(await again.ofVersion(CHART, 1)).toEqual(chart(1));
    expect(await again.ofVersion(CHART, 3)).toBeNull();
    await under.dispose();
  });

  test('a version that is there already is refused, and stays as it was', async () => {
    const { store, dispose } = await open();
    expect(await store.partnerTerms.add(chart(1))).toBe(true);
    expect(await store.partnerTerms.add(chart(1, { terms: { other: true } }))).toBe(false);
    expect(await store.partnerTerms.latest(CHART)).toEqual(chart(1));
    await dispose();
  });

  test('another tenant, another partner and another name have their own', async () => {
    const { store, dispose } = await open();
    const all = [
      chart(1),
      chart(1, { tenant: OTHER.tenant, terms: { of: 'tenant' } }),
      chart(1, { partner: 'abuja', terms: { of: 'partner' } }),
      chart(1, { name: 'accounts', terms: { of: 'name' } }),
    ];
    for (const one of all) expect(await store.partnerTerms.add(one)).toBe(true);
    for (const one of all) expect(await store.partnerTerms.latest(one)).toEqual(one);
    await dispose();
  });
}
