// A rematch of more clusters than one call of the engine takes: its chunks are answered from one matching of the scope,
// and the next call of resolve matches anew.

import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Store } from '../../../src/ports/store.ts';
import { resolveExceptions } from '../../../src/workflows/decisions/resolve-exceptions.ts';
import { orderOf, type Partner, partner, rowOf } from './month.ts';
import { resolving } from './resolving.ts';

const found = (row: string) => row.replace('Transfer from', 'TRF FRM');
const GL = Array.from({ length: 610 }, (_, n) => rowOf('gl', 100 + n));

let lagos: Partner;
beforeEach(async () => {
  lagos = await partner();
});
afterEach(() => lagos.dispose());

test('the open rows are read as often for four chunks as for one', async () => {
  let reads = 0;
  const { openItems } = lagos.store;
  const store: Store = {
    ...lagos.store,
    openItems: {
      ...openItems,
      columns(asked) {
        reads++;
        return openItems.columns(asked);
      },
    },
  };
  const deps = { ...lagos.deps, store, engine: resolving(store, lagos.root).engine };
  const reconcile = async (name: string, rows: readonly string[]) => {
    reads = 0;
    const urls = { gl: [], bank: [lagos.file(name, rows.map(found))] };
    const approved = await resolveExceptions(deps, orderOf('reconcile', { urls }));
    return [approved.length, reads];
  };
  await lagos.session('march', { gl: GL.slice(0, 10), bank: [rowOf('bank', 900)] });
  const [few, readsOfOne] = await reconcile('few.csv', GL.slice(0, 10));
  expect(few).toBe(10);
  await lagos.session('april', { gl: GL.slice(10), bank: [rowOf('bank', 901)] });
  expect(await reconcile('half.csv', GL.slice(10, 110))).toEqual([100, readsOfOne]);
  // Another document: what was found before it came in is not what is answered.
  expect(await reconcile('rest.csv', GL.slice(110))).toEqual([500, readsOfOne]);
});
