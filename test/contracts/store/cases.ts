// Cases: one for each subject and entity, changed by one step at a time, found by tenant and partner alone; erased ones
// keep their steps without words.

import { expect, test } from 'vitest';
import {
  type CaseMove,
  moved,
  type ScreeningCase,
  STEPS_WITH_WORDS,
} from '../../../src/core/screening/cases/screening-case.ts';
import type { OpenStore } from './store-under-test.ts';

const A = { tenant: 'bank-a', partner: 'lagos' };
const B = { tenant: 'bank-b', partner: 'lagos' };

const making = { digest: (text: string) => `digest of ${text.length}`, newSalt: () => 'salt' };
const subject = {
  schema: 'Person',
  names: ['Ade Ọkọ'],
  birthDates: ['1960'],
  countries: [],
  genders: [],
  identifiers: [],
};
const entity = {
  ...{ ...subject, id: 'e1', topics: ['sanction'], programs: [], datasets: ['x'], addresses: [] },
  ...{ firstSeen: null, lastSeen: null, lastChange: null },
};

const opened = (caseId: string, more: Partial<ScreeningCase> = {}): CaseMove => {
  const at = more.openedAt ?? 1_000;
  return moved(
    {
      ...{
        scope: A,
        caseId,
        subjectId: `id-${caseId}`,
        subjectRef: `of-${caseId}`,
        list: 'sdn',
        entityId: 'e1',
        status: 'undecided' as const,
      },
      ...{ assignee: null, decision: null, openedAt: at, version: 0, isListed: true, score: 0.9 },
      ...{ matchedName: 'Ade Oko', isExactIdentifier: false, setAside: [], subject, entity, ...more },
    },
    { kind: 'opened', at, by: null, listVersion: 'v1' },
    making,
  );
};

const decided = (one: ScreeningCase, until: string | null, at = 2_000): CaseMove =>
  moved(
    { ...one, status: 'false_match', decision: { by: 'ada', at, reason: 'another day of birth', until } },
    { kind: 'decided', at, by: 'ada', note: 'another day of birth' },
    making,
  );

export function casesContract(open: OpenStore): void {
  test('a subject has one case of an entity, and outlives the process as it was written', async () => {
    const under = await open();
    const { cases } = under.store;
    const first = opened('c1', { subjectRef: 'sub', assignee: 'bisi' });
    const others = Array.from({ length: 10 }, (_, i) => opened(`d${i}`, { subjectRef: 'sub' }));
    const answered = await Promise.all([first, ...others].map((move) => cases.open(move)));
    const [{ caseId }] = answered;
    expect(new Set(answered.map((one) => one.caseId))).toEqual(new Set([caseId]));
    const kept = [first, ...others].find(({ after }) => after.caseId === caseId)!;
    expect(await cases.open(opened('c2', { subjectRef: 'sub', list: 'un' }))).toMatchObject({ caseId: 'c2' });
    const again = (await under.reopen()).cases;
    expect(await again.get({ scope: A, caseId })).toEqual(kept.after);
    expect(await again.steps({ scope: A, caseId })).toEqual([kept.step]);
    expect((await again.ofSubject(A, 'sub')).map((one) => one.list)).toEqual(['sdn', 'un']);
    expect(await again.get({ scope: B, caseId })).toBeNull();
    expect(await again.steps({ scope: B, caseId })).toEqual([]);
    expect(await again.ofSubject(B, 'sub')).toEqual([]);
    await under.dispose();
  });

  test('of many that saw one version one makes the next step', async () => {
    const { store, dispose } = await open();
    const one = await store.cases.open(opened('c1'));
    const made = await Promise.all(
      Array.from({ length: 10 }, (_, i) => store.cases.advance(decided(one, null, 2_000 + i))),
    );
    expect(made.filter(Boolean)).toHaveLength(1);
    const after = await store.cases.get(one);
    expect(after).toMatchObject({ version: 2, status: 'false_match', decision: { by: 'ada' } });
    const steps = await store.cases.steps(one);
    expect(steps.map(({ n, kind, at }) => [n, kind, at])).toEqual([
      ...[[1, 'opened', 1_000]],
      ...[[2, 'decided', after!.changedAt]],
    ]);
    const foreign = decided({ ...after!, scope: B }, null);
    expect(await store.cases.advance(foreign)).toBe(false);
    expect(await store.cases.advance(decided({ ...after!, caseId: 'c9' }, null))).toBe(false);
    await dispose();
  });

  test('pages go from the newest on, narrowed, and never to another tenant', async () => {
    const { store, dispose } = await open();
    for (let n = 1; n <= 5; n++) await store.cases.open(opened(`c${n}`, { openedAt: 1_000 + (n >> 1) }));
    await store.cases.open(opened('other', { scope: B }));
    const two = (await store.cases.get({ scope: A, caseId: 'c2' }))!;
    await store.cases.advance(decided(two, null));
    const three = (await store.cases.get({ scope: A, caseId: 'c3' }))!;
    await store.cases.advance(moved({ ...three, assignee: 'bisi' }, { kind: 'assigned', at: 3, by: null }, making));
    const ids: string[] = [];
    for (let after: { at: number; caseId: string } | null = null, more = true; more; more = after !== null) {
      const page = await store.cases.page(A, { filter: {}, after, limit: 2 });
      expect(page.total).toBe(5);
      ids.push(...page.cases.map(({ caseId }) => caseId));
      after = page.next;
    }
    expect(ids).toEqual(['c5', 'c4', 'c3', 'c2', 'c1']);
    const narrowed = async (filter: Parameters<typeof store.cases.page>[1]['filter']) =>
      (await store.cases.page(A, { filter, after: null, limit: 9 })).cases.map(({ caseId }) => caseId);
    expect(await narrowed({ status: 'false_match' })).toEqual(['c2']);
    expect(await narrowed({ status: 'undecided', assignee: '' })).toEqual(['c5', 'c4', 'c1']);
    expect(await narrowed({ assignee: 'bisi' })).toEqual(['c3']);
    expect(await narrowed({ subjectRef: 'of-c4' })).toEqual(['c4']);
    expect(await narrowed({ list: 'un' })).toEqual([]);
    await dispose();
  });

  test('cases whose subject is not stored are found, and no others', async () => {
    const { store, dispose } = await open();
    for (const id of ['c1', 'c2', 'c3']) await store.cases.open(opened(id, { subjectRef: `of-${id}` }));
    await store.cases.open(opened('c4', { subjectRef: 'of-c1', list: 'un' }));
    await store.cases.open(opened('c5', { scope: B, subjectRef: 'of-c2' }));
    const kept = { subject: {}, hits: [], keys: [], actor: null, screenedAt: null, screenedBy: null } as const;
    await store.subjects.put({ ...kept, scope: A, subjectId: 'x', subjectRef: 'of-c2', createdAt: 1, updatedAt: 1 });
    const found = (await store.cases.orphans(9)).map(({ scope, subjectRef }) => `${scope.tenant} ${subjectRef}`);
    expect(found.toSorted()).toEqual(['bank-a of-c1', 'bank-a of-c3', 'bank-b of-c2']);
    expect(await store.cases.orphans(1)).toHaveLength(1);
    await store.cases.erase(A, 'of-c1');
    expect(await store.cases.orphans(9)).toHaveLength(2);
    await dispose();
  });

  test('the last steps keep their words', async () => {
    const { store, dispose } = await open();
    let one = await store.cases.open(opened('c1'));
    for (let n = 2; n <= STEPS_WITH_WORDS + 2; n++) {
      const move = moved(one, { kind: 'noted', at: n, by: 'ada', note: `note ${n}` }, making);
      expect(await store.cases.advance(move)).toBe(true);
      one = move.after;
    }
    const steps = await store.cases.steps(one);
    expect(steps.map(({ n }) => n)).toEqual(Array.from({ length: STEPS_WITH_WORDS + 2 }, (_, at) => at + 1));
    expect(steps.filter(({ words }) => words === null).map(({ n }) => n)).toEqual([1, 2]);
    expect(steps[2]).toMatchObject({ kind: 'noted', words: { note: 'note 3' }, wordsDigest: expect.any(String) });
    await dispose();
  });

  test('decisions end with their last day, and steps are chained once', async () => {
    const { store, dispose } = await open();
    const [one, two] = [await store.cases.open(opened('c1')), await store.cases.open(opened('c2', { scope: B }))];
    await store.cases.advance(decided(one, '2026-11-28'));
    await store.cases.advance(decided(two, null));
    expect(await store.cases.lapsed('2026-11-28', 9)).toEqual([]);
    expect((await store.cases.lapsed('2026-11-29', 9)).map(({ caseId }) => caseId)).toEqual(['c1']);
    const chained = async () => (await store.cases.unchained(9)).map((of) => [of.caseId, of.version, of.chained]);
    expect((await chained()).toSorted()).toEqual([
      ['c1', 2, 0],
      ['c2', 2, 0],
    ]);
    await store.cases.chained({ scope: A, caseId: 'c1', n: 2 });
    await store.cases.chained({ scope: A, caseId: 'c1', n: 1 });
    await store.cases.chained({ scope: B, caseId: 'c2', n: 1 });
    expect(await chained()).toEqual([['c2', 2, 1]]);
    const ofTenant = await store.cases.ofTenant(A.tenant, { after: null, limit: 1 });
    expect(ofTenant).toEqual({ cases: [{ scope: A, caseId: 'c1', version: 2, chained: 2 }], next: null });
    await dispose();
  });

  test('of an erased case only steps without words stay, and it takes no further one', async () => {
    const under = await open();
    const { cases } = under.store;
    const one = await cases.open(opened('c1', { subjectRef: 'sub' }));
    await cases.advance(decided(one, '2026-01-01'));
    const steps = await cases.steps(one);
    expect(await cases.erase(B, 'sub')).toBe(0);
    expect(await cases.erase(A, 'sub')).toBe(1);
    expect(await cases.erase(A, 'sub')).toBe(0);
    const again = (await under.reopen()).cases;
    expect(await again.get(one)).toBeNull();
    expect(await again.steps(one)).toEqual([]);
    expect(await again.ofSubject(A, 'sub')).toEqual([]);
    expect(await again.page(A, { filter: {}, after: null, limit: 9 })).toEqual({ cases: [], next: null, total: 0 });
    expect(await again.lapsed('2030-01-01', 9)).toEqual([]);
    expect(await again.advance(decided({ ...one, version: 2 }, null))).toBe(false);
    const place = { scope: A, caseId: 'c1', subjectId: 'id-c1', list: 'sdn', entityId: 'e1' };
    expect(await again.step({ ...place, n: 2 })).toEqual({ ...place, step: { ...steps[1], words: null } });
    expect(await again.step({ ...place, n: 3 })).toBeNull();
    expect((await again.ofTenant(A.tenant, { after: null, limit: 9 })).cases).toHaveLength(1);
    // The subject may come back: its hits are other cases.
    expect(await again.open(opened('c2', { subjectRef: 'sub' }))).toMatchObject({ caseId: 'c2' });
    await under.dispose();
  });
}
