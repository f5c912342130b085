// Acts of people: each version of a thing is added once; the last ones of a kind are found by what they did.

import { expect, test } from 'vitest';
import type { Act } from '../../../../src/core/people/act.ts';
import { KEY, type OpenStore, OTHER } from '../store-under-test.ts';

const SCOPE = { tenant: KEY.tenant, partner: KEY.partner };

const act = (thing: string, version: number, verb: string, more: Partial<Act> = {}): Act => ({
  ...{ kind: 'sign_off', thing, version, verb, operation: `op-${thing}-${version}`, at: 1_700_000_000_000 },
  ...{ by: 'ada', content: { digest: 'f00', note: '₦ “charges”' }, ...more },
});

export function actsContract(open: OpenStore): void {
  test('acts on a thing are answered in order, of this partner alone, and outlive the process', async () => {
    const under = await open();
    const { acts } = under.store;
    const [first, second] = [act('march', 1, 'prepared'), act('march', 2, 'reviewed', { by: null, content: {} })];
    expect(await acts.of(SCOPE, first)).toEqual([]);
    for (const one of [second, first, act('april', 1, 'prepared')]) expect(await acts.add(SCOPE, one)).toBe(true);
    expect(await acts.add({ ...SCOPE, partner: 'abuja' }, first)).toBe(true);
    const again = (await under.reopen()).acts;
    expect(await again.of(SCOPE, first)).toEqual([first, second]);
    expect(await again.of({ ...SCOPE, tenant: OTHER.tenant }, first)).toEqual([]);
    expect(await again.ofTenant(SCOPE.tenant, 'sign_off')).toEqual(
      [
        ...[act('april', 1, 'prepared'), first, second].map((one) => ({ ...one, partner: SCOPE.partner })),
        { ...first, partner: 'abuja' },
      ].sort((a, b) => (a.partner < b.partner ? -1 : a.partner > b.partner ? 1 : 0)),
    );
    await under.dispose();
  });

  test('of many callers one takes a version', async () => {
    const { store, dispose } = await open();
    const callers = Array.from({ length: 20 }, (_, i) => `caller-${i}`);
    const added = await Promise.all(callers.map((by) => store.acts.add(SCOPE, act('march', 1, 'prepared', { by }))));
    expect(added.filter((one) => one)).toHaveLength(1);
    const [only, ...others] = await store.acts.of(SCOPE, act('march', 1, ''));
    expect([others, callers[added.indexOf(true)]]).toEqual([[], only!.by]);
    await dispose();
  });

  test('the last act on each thing is found if it is one of those asked for', async () => {
    const { store, dispose } = await open();
    const of = [
      ...[act('march', 1, 'prepared'), act('march', 2, 'reviewed'), act('april', 1, 'prepared')],
      ...[act('may', 1, 'reviewed'), act('may', 2, 'reopened'), act('a', 10, 'reviewed'), act('a', 9, 'prepared')],
    ];
    for (const one of of) await store.acts.add(SCOPE, one);
    const last = (...verbs: string[]) => store.acts.last(SCOPE, { kind: 'sign_off', verbs });
    expect(await last('reviewed')).toEqual([act('a', 10, 'reviewed'), act('march', 2, 'reviewed')]);
    expect(await last('prepared', 'reopened')).toEqual([act('april', 1, 'prepared'), act('may', 2, 'reopened')]);
    expect(await store.acts.last({ ...SCOPE, partner: 'abuja' }, { kind: 'sign_off', verbs: ['reviewed'] })).toEqual(
      [],
    );
    await dispose();
  });

  test('things are listed the newest first, by who made them and by what was done last', async () => {
    const { store, dispose } = await open();
    const { acts } = store;
    const made = (thing: string, at: number, more: Partial<Act> = {}) =>
      act(thing, 1, 'proposed', { kind: 'proposal', at, ...more });
    const of = [made('a', 1), made('b', 3), made('c', 3, { by: 'bisi' }), made('d', 2, { by: null })];
    for (const one of [...of, act('e', 1, 'prepared')]) await acts.add(SCOPE, one);
    const last = act('b', 2, 'declined', { kind: 'proposal', at: 9, by: 'bisi' });
    await acts.add(SCOPE, last);
    await acts.add({ ...SCOPE, partner: 'abuja' }, made('a', 5));
    await acts.add({ ...SCOPE, tenant: OTHER.tenant }, made('a', 9));
    const asked = { kind: 'proposal', after: null, limit: 10 } as const;
    const names = async (more: object) =>
      (await acts.things(SCOPE.tenant, { ...asked, ...more })).things.map(({ partner, first }) =>
        partner === SCOPE.partner ? first.thing : `${partner} ${first.thing}`,
      );
    expect(await names({})).toEqual(['abuja a', 'c', 'b', 'd', 'a']);
    expect(await names({ partner: SCOPE.partner })).toEqual(['c', 'b', 'd', 'a']);
    expect(await names({ verbs: ['proposed'], by: 'ada' })).toEqual(['abuja a', 'a']);
    expect(await names({ verbs: ['declined', 'withdrawn'] })).toEqual(['b']);
    expect(await acts.countThings(SCOPE.tenant, { kind: 'proposal', verbs: ['proposed'] })).toBe(4);
    expect(await acts.countThings(SCOPE.tenant, { kind: 'apart' })).toBe(0);
    const one = await acts.things(SCOPE.tenant, { ...asked, partner: SCOPE.partner, limit: 2 });
    expect(one).toEqual({
      things: [
        { partner: SCOPE.partner, first: of[2], last: of[2] },
        { partner: SCOPE.partner, first: of[1], last },
      ],
      next: { at: 3, thing: 'b' },
    });
    const two = await acts.things(SCOPE.tenant, { ...asked, partner: SCOPE.partner, limit: 2, after: one.next });
    expect([two.things.map(({ first }) => first.thing), two.next]).toEqual([['d', 'a'], null]);
    await dispose();
  });
}
