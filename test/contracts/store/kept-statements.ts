// Statements that are kept: once for each digest of a session, for ever, of any length.

import { expect, test } from 'vitest';
import { KEY, type OpenStore, OTHER } from './store-under-test.ts';

export function keptStatementsContract(open: OpenStore): void {
  test('a statement is kept once under its digest, and is of its session alone', async () => {
    const under = await open();
    const { keptStatements } = under.store;
    const first = { digest: 'a1', contentType: 'text/plain', position: 1, keptAt: 5, text: 'STATEMENT ₦ 33,000.00\n' };
    expect(await keptStatements.get(KEY, 'a1')).toBeNull();
    expect(await keptStatements.keep(KEY, first)).toEqual(first);
    expect(await keptStatements.keep(KEY, { ...first, keptAt: 9 })).toEqual(first);
    // A hundred at once are one.
    const many = await Promise.all(
      Array.from({ length: 100 }, (_, i) => keptStatements.keep(KEY, { ...first, digest: 'b2', keptAt: i })),
    );
    expect(new Set(many.map(({ keptAt }) => keptAt)).size).toBe(1);
    const again = (await under.reopen()).keptStatements;
    expect(await again.get(KEY, 'a1')).toEqual(first);
    expect(await again.get(OTHER, 'a1')).toBeNull();
    expect(await again.get(KEY, 'c3')).toBeNull();
    await under.dispose();
  });

  test('a statement of many megabytes comes back whole', async () => {
    const { store, dispose } = await open();
    const text = 'a line of 30 million characters'.repeat(1_000_000);
    await store.keptStatements.keep(KEY, {
      digest: 'd4',
      contentType: 'application/json',
      position: 2,
      keptAt: 1,
      text,
    });
    expect((await store.keptStatements.get(KEY, 'd4'))!.text === text).toBe(true);
    await dispose();
  });
}
