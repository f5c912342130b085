import { expect, test } from 'vitest';
import type { OpenStore } from './store-under-test.ts';

const CALL = { id: 'a1', digest: 'd1', now: 1_000, until: 2_000 };
const SECOND = { ...CALL, id: 'a2' };
const ANSWER = { packed: Uint8Array.of(0, 1, 255), told: [['tieout-decided', '3']] } as const;

export function keptAnswersContract(open: OpenStore): void {
  test('a call with a key begins once, and its answer is kept for the caller until its time is over', async () => {
    const under = await open();
    const { keptAnswers } = under.store;
    const key = { caller: 'alpha', key: 'k' };
    expect(await keptAnswers.begin(key, CALL)).toBeNull();
    expect(await keptAnswers.begin(key, { ...SECOND, digest: 'd2' })).toEqual({
      digest: 'd1',
      begunAt: 1_000,
      answer: null,
    });
    // Its first answer was lost on the way.
    expect(await keptAnswers.begin(key, CALL)).toBeNull();
    expect(await keptAnswers.begin({ caller: 'beta', key: 'k' }, CALL)).toBeNull();
    await keptAnswers.finish(key, ANSWER);
    // A late failure of a process that stood still takes no answer away.
    await keptAnswers.forget(key, CALL.id);
    const again = (await under.reopen()).keptAnswers;
    const known = await again.begin(key, { ...SECOND, now: 1_999 });
    expect({ ...known?.answer, packed: [...known!.answer!.packed!] }).toEqual({ ...ANSWER, packed: [0, 1, 255] });
    expect(await again.begin(key, { ...SECOND, now: 2_001, until: 3_000 })).toBeNull();
    await under.dispose();
  });

  test('a key whose call failed is free; an answer too large to be kept is known as such', async () => {
    const { store, dispose } = await open();
    const key = { caller: '', key: 'k' };
    await store.keptAnswers.begin(key, CALL);
    await store.keptAnswers.forget(key, 'another attempt');
    expect(await store.keptAnswers.begin(key, SECOND)).not.toBeNull();
    await store.keptAnswers.forget(key, CALL.id);
    expect(await store.keptAnswers.begin(key, SECOND)).toBeNull();
    await store.keptAnswers.finish(key, { packed: null, told: [] });
    expect(await store.keptAnswers.begin(key, CALL)).toEqual({
      ...{ digest: 'd1', begunAt: 1_000, answer: { packed: null, told: [] } },
    });
    await dispose();
  });

  test('of calls that begin at once one is made', async () => {
    const { store, dispose } = await open();
    const key = { caller: 'alpha', key: 'k' };
    const begun = await Promise.all(
      Array.from({ length: 12 }, (_, n) => store.keptAnswers.begin(key, { ...CALL, id: `a${n}` })),
    );
    expect(begun.filter((one) => one === null)).toHaveLength(1);
    await dispose();
  });
}
