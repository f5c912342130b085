import { expect, test } from 'vitest';
import type { JsonObject } from '../../../src/core/records/documents/json.ts';
import { KEY, type OpenStore, OTHER } from './store-under-test.ts';

export function summariesContract(open: OpenStore): void {
  test('summaries are appended, once for each cause, and the latest counts', async () => {
    const under = await open();
    const { summaries } = under.store;
    expect(await summaries.latest(KEY)).toBeNull();
    const first = await summaries.append(KEY, { cause: 'run-1', createdAt: 5, summary: { rows: 3, amount: '9.90' } });
    expect(first).toEqual({
      recalculationCount: 1,
      cause: 'run-1',
      createdAt: 5,
      summary: { rows: 3, amount: '9.90' },
    });
    const second = await summaries.append(KEY, { cause: 'run-2', createdAt: 6, summary: {} });
    expect(second.recalculationCount).toBe(2);
    expect(await summaries.append(KEY, { cause: 'run-1', createdAt: 7, summary: { other: true } })).toEqual(first);
    expect((await summaries.append(OTHER, { cause: 'run-1', createdAt: 7, summary: {} })).recalculationCount).toBe(1);
    const again = (await under.reopen()).summaries;
    expect(await again.latest(KEY)).toEqual(second);
    expect(await again.history(KEY)).toEqual([first, second]);
    await under.dispose();
  });

  test('the latest of a basis is found by it', async () => {
    const under = await open();
    const { summaries } = under.store;
    const add = (cause: string, summary: JsonObject, key = KEY) =>
      summaries.append(key, { cause, createdAt: 1, summary });
    await add('run-1', { scope: { basis: 'a' } });
    const second = await add('decision-1', { scope: { basis: 'a' }, later: true });
    const third = await add('decision-2', { scope: { basis: 'b' } });
    await add('decision-3', { scope: {} });
    await add('run-1', { scope: { basis: 'c' } }, OTHER);
    const again = (await under.reopen()).summaries;
    const found = await Promise.all(['a', 'b', 'c'].map((basis) => again.ofBasis(KEY, basis)));
    expect(found).toEqual([second, third, null]);
    await under.dispose();
  });

  test('many at once get different counts', async () => {
    const { store, dispose } = await open();
    const causes = Array.from({ length: 20 }, (_, i) => `operation-${i}`);
    await Promise.all(causes.map((cause) => store.summaries.append(KEY, { cause, createdAt: 1, summary: {} })));
    const counts = (await store.summaries.history(KEY)).map(({ recalculationCount }) => recalculationCount);
    expect(counts).toEqual(causes.map((_, i) => i + 1));
    await dispose();
  });
}
