// Puts together `tieout events replay`: the configured store and bus, for one call.

import type { Configuration } from '../config.ts';
import type { Log } from '../ports/log.ts';
import { type Replayed, replayEvents } from '../workflows/delivery/replay-events.ts';
import { onStore } from './on-store.ts';
import { busPlace, openBus } from './open-bus.ts';

const DAY_MS = 86_400_000;

/** The bus is opened first: no message is marked as due that could not be published. Throws TieoutError. */
export async function replayOnce(
  config: Configuration,
  { since, log }: { readonly since: number; readonly log: Log },
): Promise<Replayed> {
  const bus = await openBus(busPlace(config), log);
  try {
    const relay = { keepMs: config.TIEOUT_OUTBOX_KEEP_DAYS * DAY_MS, lookEveryMs: 100 };
    return await onStore(config, (store) => replayEvents({ store, bus, log }, { since, relay }));
  } finally {
    await bus.close();
  }
}
