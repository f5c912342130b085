// Work of one lane that two processes put at once, a hundred pieces each: every piece has a turn of its own, none is
// lost or doubled, and the server is asked a few times and not once for each two that met.

import { expect, test } from 'vitest';
import type { NewWork } from '../../../src/ports/work.ts';
import { withMongodb } from './temporary-database.ts';

const EACH = 100;

const work = (workId: string): NewWork => ({
  ...{
    workId,
    kind: 'sweep',
    version: 1,
    tenant: 'bank-a',
    command: { of: workId },
    lane: 'partner',
    acceptedAt: 1_000,
  },
});

withMongodb('MongoDB', (database) => {
  test('work of one lane that is put at once takes turns without trying again and again', async () => {
    let inserts = 0;
    const onCommand = ({ commandName }: { readonly commandName: string }) => {
      if (commandName === 'insert') inserts++;
    };
    const stores = await Promise.all([database.open({ onCommand }), database.open({ onCommand })]);
    inserts = 0;
    const put = await Promise.all(
      stores.flatMap((store, s) =>
        Array.from({ length: EACH }, (_, n) =>
          // Every tenth id is put by both.
          store.work.put(work(n % 10 === 0 ? `both-${n}` : `${s}-${n}`)),
        ),
      ),
    );
    expect(put.filter((isNew) => isNew)).toHaveLength(1.9 * EACH);
    const runs = (await database.direct()).collection('runs');
    const turns = await runs.find({ lane: 'partner' }, { sort: { turn: 1 } }).toArray();
    expect(turns.map(({ turn }) => turn)).toEqual(Array.from({ length: 1.9 * EACH }, (_, n) => n + 1));
    expect(inserts).toBeLessThan(EACH);
    await Promise.all(stores.map((store) => store.close()));
  });
});
