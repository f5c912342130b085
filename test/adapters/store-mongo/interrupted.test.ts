// The connection to MongoDB is cut at random commands of a run: the session is as it was or as it should be, and
// writing the run again finishes it with the same content as if nothing had happened.

import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Store } from '../../../src/ports/store.ts';
import { KEY } from '../../contracts/store/store-under-test.ts';
import { proxyTo } from '../../servers/cut-proxy.ts';
import { contentOf } from '../../workflows/session-content.ts';
import { randomOf } from '../store-embedded/random.ts';
import { runSteps, writeRun } from '../store-embedded/run-sequence.ts';
import { withMongodb } from './temporary-database.ts';

const CUTS = Number(process.env['TEST_CUTS'] ?? 5);
const seed = Number(process.env['TEST_SEED'] ?? Date.now() % 1_000_000);

withMongodb('MongoDB', (database) => {
  const closing: Promise<void>[] = [];
  const contentNow = async () => {
    const store = await database.open();
    const content = await contentOf(store, KEY);
    await store.close();
    return content;
  };

  /** Writes the second run until the connection is cut at its n-th command, or just after it. */
  async function writeUntil(command: number, delayMs: number): Promise<void> {
    const server = new URL(database.uri);
    const proxy = await proxyTo(Number(server.port));
    const uri = `mongodb://127.0.0.1:${proxy.port}/${database.name}?directConnection=true`;
    let sent = 0;
    let isWriting = false;
    const store: Store = await database.open({
      uri,
      operationMs: 300,
      onCommand: () => {
        if (isWriting && ++sent === command) delayMs === 0 ? proxy.cut() : setTimeout(proxy.cut, delayMs);
      },
    });
    isWriting = true;
    const failure = await writeRun(store, 2).then(
      () => null,
      (error) => error,
    );
    if (failure !== null) expect(failure).toMatchObject({ code: 'store_unavailable' });
    await pause(delayMs);
    proxy.close();
    // The driver looks for its server for a while yet, and finds none.
    closing.push(store.close());
  }

  test(`${CUTS} cuts, seed ${seed} (TEST_SEED repeats it)`, { timeout: 60_000 + 10_000 * CUTS }, async () => {
    const random = randomOf(seed);
    let commands = 0;
    const before = await database.open();
    await writeRun(before, 1);
    await before.close();
    const first = await contentNow();
    const counting = await database.open({ onCommand: () => void commands++ });
    const atOpening = commands;
    for (const step of runSteps(counting, 2)) await step();
    await counting.close();
    const second = await contentNow();
    for (let i = 0; i < CUTS; i++) {
      await database.empty();
      const store = await database.open();
      await writeRun(store, 1);
      expect(await contentOf(store, KEY)).toEqual(first);
      await store.close();
      // One in each part of the run, half of them while the command is on its way.
      const at = 1 + Math.floor(((i + random()) / CUTS) * (commands - atOpening));
      await writeUntil(at, random() < 0.5 ? 0 : random() * 6);
      const found = await contentNow();
      if (found?.session.version === 1) expect(found).toEqual(first);
      else expect({ ...found?.session, materialised: true }).toEqual(second?.session);
      const again = await database.open();
      await writeRun(again, 2);
      await again.upkeep.sweepUnnamed();
      expect(await contentOf(again, KEY), `cut at command ${at}`).toEqual(second);
      expect(await again.runs.unfinished()).toEqual([]);
      await again.close();
    }
    await Promise.all(closing);
  });
});
