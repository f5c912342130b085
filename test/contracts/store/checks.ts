import { expect, test } from 'vitest';
import type { KeptCheck, KeptSubject } from '../../../src/core/records/documents/check.ts';
import type { CheckSearch } from '../../../src/ports/verification/checks.ts';
import type { SubjectPlace, SubjectSearch } from '../../../src/ports/verification/subjects.ts';
import type { OpenStore } from './store-under-test.ts';

const A = { tenant: 'bank-a', partner: 'lagos' };
const B = { tenant: 'bank-b', partner: 'lagos' };

const CALL = { status: 'verified', state: 'complete', actor: 'kyc-desk', batchId: null } as const;

const check = (checkId: string, more: Partial<KeptCheck> = {}): KeptCheck => ({
  ...{ scope: A, checkId, route: 'biodata_check', requestDigest: 'd', subjectRef: null },
  ...{ createdAt: 1_000, expiresAt: 5_000, answer: { list: [1] }, ...CALL, ...more },
});

const subject = (subjectRef: string, more: Partial<KeptSubject> = {}): KeptSubject => ({
  ...{
    scope: A,
    subjectId: `id of ${subjectRef}`,
    subjectRef,
    actor: 'kyc-desk',
    createdAt: 1,
    updatedAt: 1,
    screenedAt: null,
    subject: { names: ['x'] },
    hits: [],
    screenedBy: null,
    keys: [],
    ...more,
  },
});

const REVIEW = { answer: { said: 'otherwise' }, status: 'review', state: 'in_progress' } as const;

export function checksContract(open: OpenStore): void {
  test('a check is kept once, answered as it was, and only to its tenant', async () => {
    const under = await open();
    const { checks } = under.store;
    expect(await checks.add(check('one'))).toEqual(check('one'));
    expect(await checks.add(check('one', { requestDigest: 'other', createdAt: 9 }))).toEqual(check('one'));
    const twice = await Promise.all([checks.add(check('two')), checks.add(check('two', { createdAt: 2 }))]);
    expect(twice[0]).toEqual(twice[1]);
    const again = (await under.reopen()).checks;
    expect(await again.get(A, ['two', 'none', 'one'])).toEqual([twice[0], check('one')]);
    expect(await again.get(B, ['one'])).toEqual([]);
    expect(await again.get(A, [])).toEqual([]);
    const { answer } = check('one');
    expect(await again.update(B, 'one', REVIEW, answer)).toBe(false);
    expect(await again.update(A, 'one', REVIEW, { said: 'else' })).toBe(false);
    expect(await again.update(A, 'one', REVIEW, answer)).toBe(true);
    expect((await again.get(A, ['one']))[0]).toEqual(check('one', REVIEW));
    await under.dispose();
  });

  test('what is kept no longer is removed, and a token counts once until then', async () => {
    const { store, dispose } = await open();
    await store.checks.add(check('old'));
    await store.checks.add(check('new', { expiresAt: 9_000 }));
    const used = await Promise.all(Array.from({ length: 5 }, () => store.checks.use('token', 4_000)));
    expect(used.filter(Boolean)).toEqual([true]);
    expect(await store.checks.prune(5_001)).toBe(1);
    expect((await store.checks.get(A, ['old', 'new'])).map(({ checkId }) => checkId)).toEqual(['new']);
    expect(await store.checks.use('token', 9_000)).toBe(true);
    await dispose();
  });

  test('deleting a subject deletes what is kept on it, and nothing of another tenant', async () => {
    const under = await open();
    const { checks, subjects } = under.store;
    expect(await subjects.put(subject('ada'))).toBe('id of ada');
    const again_ = subject('ada', { subjectId: 'another' });
    expect(await subjects.put(again_)).toBe('id of ada');
    await subjects.put(
      subject('ada', { subjectId: 'another', createdAt: 7, updatedAt: 8, screenedAt: 8, hits: ['sdn 1'] }),
    );
    await subjects.put(subject('ada', { scope: B, subjectId: 'of b' }));
    await checks.add(check('1', { subjectRef: 'ada' }));
    await checks.add(check('2', { subjectRef: 'ada', createdAt: 2_000 }));
    await checks.add(check('3', { subjectRef: 'ada', scope: B }));
    expect(await subjects.get(A, 'ada')).toEqual(subject('ada', { updatedAt: 8, screenedAt: 8, hits: ['sdn 1'] }));
    expect(await checks.ofSubject(A, 'ada')).toEqual(['2', '1']);
    expect(await subjects.delete(A, 'ada')).toEqual({ existed: true, checks: 2 });
    expect(await subjects.delete(A, 'ada')).toEqual({ existed: false, checks: 0 });
    expect([await subjects.get(A, 'ada'), await checks.get(A, ['1', '2'])]).toEqual([null, []]);
    const again = await under.reopen();
    expect([await again.checks.ofSubject(B, 'ada'), (await again.subjects.get(B, 'ada'))?.subjectRef]).toEqual([
      ['3'],
      'ada',
    ]);
    await under.dispose();
  });

  test('what is later than a hold ends is not deleted', async () => {
    const { store, dispose } = await open();
    const { checks, subjects } = store;
    await subjects.put(subject('ada', { updatedAt: 200 }));
    await checks.add(check('1', { subjectRef: 'ada', createdAt: 100 }));
    await checks.add(check('2', { subjectRef: 'ada', createdAt: 101 }));
    const upTo = { subject: 199, checks: 100 };
    expect(await subjects.delete(A, 'ada', upTo)).toEqual({ existed: false, checks: 1 });
    expect([await checks.ofSubject(A, 'ada'), (await subjects.get(A, 'ada'))?.updatedAt]).toEqual([['2'], 200]);
    expect(await subjects.delete(A, 'ada', { subject: 200, checks: 100 })).toEqual({ existed: true, checks: 0 });
    expect(await checks.ofSubject(A, 'ada')).toEqual(['2']);
    await dispose();
  });

  test('subjects are found by their keys, those with more of them first, by their tenant alone', async () => {
    const under = await open();
    const { subjects } = under.store;
    const [ada, ade] = [subject('ada', { keys: ['kb', 'sada'], screenedBy: 'v' }), subject('ade', { keys: ['sada'] })];
    for (const one of [
      ade,
      ada,
      subject('none'),
      subject('ada', { scope: B, subjectId: 'of b', keys: ['sada', 'kb'] }),
    ]) {
      await subjects.put(one);
    }
    expect(await subjects.withKeys(A, ['sada', 'kb', 'x'], 5)).toEqual([ada, ade]);
    expect(await subjects.withKeys(A, ['sada', 'kb'], 1)).toEqual([ada]);
    expect(await subjects.withKeys(A, [], 5)).toEqual([]);
    const noted = { screenedAt: 9, screenedBy: 'lists', hits: ['sdn 1'], keys: ['kb', 'sada'] };
    expect(await subjects.screened(A, 'ade', noted, ade.updatedAt)).toBe('noted');
    expect(await subjects.screened(A, 'ade', { ...noted, hits: [] }, ade.updatedAt - 1)).toBe('replaced');
    expect(await subjects.screened(A, 'nobody', noted, 1)).toBe('gone');
    expect(await subjects.get(A, 'ade')).toEqual({ ...ade, ...noted });
    expect((await subjects.withKeys(A, ['kb'], 5)).map(({ subjectRef }) => subjectRef)).toEqual(['ada', 'ade']);
    await subjects.put(subject('ada', { keys: ['sother'] }));
    const again = (await under.reopen()).subjects;
    expect((await again.withKeys(A, ['sada'], 5)).map(({ subjectRef }) => subjectRef)).toEqual(['ade']);
    await again.delete(A, 'ade');
    expect(await again.withKeys(A, ['sada'], 5)).toEqual([]);
    await under.dispose();
  });

  test('checks are searched by tenant, time, status, caller and more, page by page, the newest first', async () => {
    const { store, dispose } = await open();
    const { checks } = store;
    const all: Omit<CheckSearch, 'tenant'> = {
      ...{ partner: null, route: null, status: null, state: null, subjectRef: null, batchId: null, actor: null },
      ...{ from: null, before: null, keptAt: 0 },
    };
    await checks.add(check('1', { createdAt: 10, batchId: 'b', subjectRef: 'ada' }));
    await checks.add(check('2', { createdAt: 20, batchId: 'b', status: 'review', state: 'pending' }));
    await checks.add(check('3', { createdAt: 20, actor: 'other', route: 'find_person', expiresAt: 100 }));
    await checks.add(check('4', { createdAt: 30, scope: { ...A, partner: 'abuja' }, batchId: 'b', subjectRef: 'ada' }));
    await checks.add(check('5', { scope: B, state: 'in_progress', actor: null, batchId: 'b' }));
    const found = async (search: Partial<CheckSearch>) =>
      (await checks.search({ ...all, tenant: A.tenant, ...search }, null, 10)).map(({ checkId }) => checkId);
    expect(await found({})).toEqual(['4', '2', '3', '1']);
    expect(await found({ partner: 'lagos' })).toEqual(['2', '3', '1']);
    expect(await found({ status: 'review' })).toEqual(['2']);
    expect(await found({ state: 'pending' })).toEqual(['2']);
    expect(await found({ actor: 'other' })).toEqual(['3']);
    expect(await found({ route: 'find_person' })).toEqual(['3']);
    expect(await found({ partner: 'lagos', subjectRef: 'ada' })).toEqual(['1']);
    expect(await found({ partner: 'lagos', batchId: 'b' })).toEqual(['2', '1']);
    expect(await found({ from: 20, before: 30 })).toEqual(['2', '3']);
    expect(await found({ keptAt: 100 })).toEqual(['4', '2', '1']);
    expect(await found({ tenant: B.tenant })).toEqual(['5']);
    const paged = [];
    for (let after: KeptCheck | null = null, more = true; more; ) {
      const [one] = await checks.search({ ...all, tenant: A.tenant }, after, 1);
      if (one !== undefined) paged.push(one.checkId);
      after = one ?? null;
      more = one !== undefined;
    }
    expect(paged).toEqual(['4', '2', '3', '1']);
    expect((await checks.tally(A, 'b')).toSorted((a, b) => (a.status! < b.status! ? -1 : 1))).toEqual([
      { status: 'review', state: 'pending', count: 1 },
      { status: 'verified', state: 'complete', count: 1 },
    ]);
    const running = async (after: KeptCheck | null, limit: number) =>
      (await checks.inProgress('biodata_check', after, limit)).map(({ checkId }) => checkId);
    await checks.add(check('7', { state: 'in_progress' }));
    await checks.add(check('6', { state: 'in_progress', createdAt: 2_000 }));
    expect(await running(null, 5)).toEqual(['5', '7', '6']);
    expect(await running(null, 1)).toEqual(['5']);
    expect(await running(check('5'), 5)).toEqual(['7', '6']);
    expect(await running(check('7'), 1)).toEqual(['6']);
    expect(await running(check('6', { createdAt: 2_000 }), 5)).toEqual([]);
    expect(await checks.inProgress('find_person', null, 5)).toEqual([]);
    await dispose();
  });

  test('checks without a status are read page by page, and can be given one', async () => {
    const { store, dispose } = await open();
    const { checks } = store;
    const old = { status: null, state: null, actor: null };
    for (const id of ['1', '2', '3']) await checks.add(check(id, old));
    await checks.add(check('4'));
    const found: string[] = [];
    for (let after: string | null = null, more = true; more; ) {
      const page = await checks.withoutStatus(after, 2);
      found.push(...page.checks.map(({ checkId }) => checkId));
      after = page.next;
      more = after !== null;
    }
    expect(found).toEqual(['1', '2', '3']);
    const { answer } = check('2');
    expect(await checks.update(A, '2', { answer, status: 'review', state: 'complete' }, answer)).toBe(true);
    expect((await checks.withoutStatus(null, 9)).checks.map(({ checkId }) => checkId)).toEqual(['1', '3']);
    await dispose();
  });

  test('subjects are searched by tenant, time, status, id and caller, the last kept first', async () => {
    const { store, dispose } = await open();
    const { subjects } = store;
    const all: Omit<SubjectSearch, 'tenant'> = {
      ...{ partner: null, status: null, subjectId: null, actor: null, from: null, before: null },
    };
    await subjects.put(subject('a', { updatedAt: 10 }));
    await subjects.put(subject('b', { updatedAt: 20, screenedAt: 5 }));
    await subjects.put(subject('c', { updatedAt: 20, screenedAt: 5, hits: ['sdn 1'], actor: 'other' }));
    await subjects.put(subject('d', { updatedAt: 5, scope: { ...A, partner: 'abuja' } }));
    await subjects.put(subject('e', { scope: B }));
    const found = async (search: Partial<SubjectSearch>, after: SubjectPlace | null = null) =>
      (await subjects.search({ ...all, tenant: A.tenant, ...search }, after, 10)).map(({ subjectRef }) => subjectRef);
    expect(await found({})).toEqual(['b', 'c', 'a', 'd']);
    expect(await found({}, { updatedAt: 20, subjectId: 'id of b' })).toEqual(['c', 'a', 'd']);
    expect(await found({ partner: 'abuja' })).toEqual(['d']);
    expect(await found({ status: 'hits' })).toEqual(['c']);
    expect(await found({ status: 'no_hits' })).toEqual(['b']);
    expect(await found({ status: 'not_screened' })).toEqual(['a', 'd']);
    expect(await found({ actor: 'other' })).toEqual(['c']);
    expect(await found({ subjectId: 'id of a' })).toEqual(['a']);
    expect(await found({ from: 10, before: 20 })).toEqual(['a']);
    await subjects.screened(A, 'a', { screenedAt: 9, screenedBy: 'v', hits: ['sdn 2'], keys: [] }, 10);
    expect(await found({ status: 'hits' })).toEqual(['c', 'a']);
    await dispose();
  });

  test('subjects are read page by page, of one tenant or of all', async () => {
    const { store, dispose } = await open();
    const refs = ['a', 'b', 'c', 'd', 'e'];
    for (const ref of refs) await store.subjects.put(subject(ref));
    await store.subjects.put(subject('z', { scope: B }));
    for (const [scope, all] of [
      [A, refs],
      [B, ['z']],
      [null, [...refs, 'z']],
    ] as const) {
      const found: string[] = [];
      for (let after: string | null = null, more = true; more; ) {
        const page = await store.subjects.page(scope, after, 2);
        found.push(...page.subjects.map(({ subjectRef }) => subjectRef));
        after = page.next;
        more = after !== null;
      }
      expect(found.sort()).toEqual(all);
    }
    await dispose();
  });
}
