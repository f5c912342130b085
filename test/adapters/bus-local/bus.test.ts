import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { localBus } from '../../../src/adapters/bus-local/bus.ts';
import { busContract } from '../../contracts/bus-contract.ts';

busContract('local', async () => {
  const channel = randomUUID();
  const [bus, other] = [localBus(channel), localBus(channel)];
  return {
    bus,
    other,
    async dispose() {
      await bus.close();
      await other.close();
    },
  };
});

test('every listener hears a ring after the caller went on, and rings that wait are one', async () => {
  const bus = localBus();
  const bells = [bus.listen(), bus.listen()];
  bus.announce(['run-1', 'run-2']);
  bus.announce(['run-3']);
  await pause(5);
  for (const bell of bells) {
    expect(await bell.next(1_000)).not.toBeNull();
    expect(await bell.next(10)).toBeNull();
  }
  await bus.close();
});

test('a bus of another channel hears nothing', async () => {
  const [bus, stranger] = [localBus(), localBus()];
  const bell = stranger.listen();
  bus.announce(['run-1']);
  expect(await bell.next(50)).toBeNull();
  await Promise.all([bus.close(), stranger.close()]);
});
