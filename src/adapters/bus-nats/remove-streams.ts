// Removes the streams of a temporary environment, with all their messages and consumers.

import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import { startFailure } from './failures.ts';
import { attemptOf, connectionOptions, type NatsSettings } from './settings.ts';
import { nullIfMissing } from './streams.ts';
import { streamNames, subjectsOf } from './subjects.ts';

const REQUEST_MS = 5_000;

/** Removes those that exist; nobody may publish to them any more. Throws bus_unavailable. */
export async function removeStreams(settings: NatsSettings): Promise<void> {
  const streams = streamNames(subjectsOf(settings.environment));
  try {
    const nats = await connect({ ...connectionOptions(settings), reconnect: false });
    try {
      const manager = await jetstreamManager(nats, { timeout: REQUEST_MS });
      for (const stream of streams) {
        await manager.streams.delete(stream).catch(nullIfMissing);
      }
    } finally {
      await nats.close();
    }
  } catch (error) {
    throw await startFailure(error, attemptOf(settings));
  }
}
