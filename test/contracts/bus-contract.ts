// What every bus adapter must do, run on each of them alike: the one in memory and NATS.

import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { WantedMessage } from '../../src/core/records/documents/outbox.ts';
import type { Bus } from '../../src/ports/bus.ts';

interface BusUnderTest {
  readonly bus: Bus;
  /** The same bus as another thread or process has it. */
  readonly other: Bus;
  dispose(): Promise<void>;
}

const LONG = 10_000;
const SHORT = 150;

export const letter = (operationId: string, n = 1): WantedMessage => ({
  operationId,
  part: 1,
  n,
  topic: 'run_dead_letters',
  payload: new TextEncoder().encode(JSON.stringify({ operationId })),
});

export function busContract(adapter: string, open: () => Promise<BusUnderTest>): void {
  describe(`${adapter} bus`, () => {
    test('a ring is heard here and elsewhere, also one that came while nobody asked', async () => {
      const { bus, other, dispose } = await open();
      const ways = [
        [bus, bus],
        [bus, other],
        [other, bus],
      ] as const;
      for (const [way, [from, to]] of ways.entries()) {
        const bell = to.listen();
        from.announce([`run-${way}`]);
        const ring = await bell.next(LONG);
        expect(ring).toMatchObject({ unusable: null });
        ring!.done();
        from.announce([`later-run-${way}`]);
        await pause(SHORT);
        (await bell.next(LONG))!.done();
        expect(await bell.next(SHORT)).toBeNull();
        bell.close();
      }
      await dispose();
    });

    test('whoever waits is told when nothing came, and when the bell is closed', async () => {
      const { bus, dispose } = await open();
      const bell = bus.listen();
      const began = performance.now();
      expect(await bell.next(SHORT)).toBeNull();
      expect(performance.now() - began).toBeGreaterThan(SHORT - 10);
      const waiting = bell.next(LONG);
      bell.close();
      expect(await waiting).toBeNull();
      expect(await bell.next(LONG)).toBeNull();
      expect(performance.now() - began).toBeLessThan(LONG);
      await dispose();
    });

    test('a ring that nothing came of is heard again, one that is done is not', async () => {
      const { bus, dispose } = await open();
      const bell = bus.listen();
      bus.announce(['run-1']);
      (await bell.next(LONG))!.later();
      const began = performance.now();
      let again = await bell.next(LONG);
      // The bell may have ended its wait just before.
      again ??= await bell.next(LONG);
      expect(again).toMatchObject({ unusable: null });
      expect(performance.now() - began).toBeGreaterThan(800);
      again!.done();
      expect(await bell.next(1_500)).toBeNull();
      bell.close();
      await dispose();
    });

    test('what is published is taken, also a second time, and it can be used', async () => {
      const { bus, other, dispose } = await open();
      await bus.publish(letter('operation-1'));
      await other.publish(letter('operation-1'));
      expect(await bus.trouble()).toBeNull();
      await dispose();
    });
  });
}
