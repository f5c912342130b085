// Opening the store on MongoDB: the connection, the schema, the operations of every port, and round each of them what a
// failure means. Threads and processes open it each for themselves; none holds it alone.

import type { CommandStartedEvent, Db } from 'mongodb';
import type { Store } from '../../ports/store.ts';
import { clusterOperations } from './clusters.ts';
import { type Connected, connect } from './connect.ts';
import { counterOperations } from './counters.ts';
import { collectionsOf } from './documents.ts';
import { mongoFailure, storeClosed } from './failures.ts';
import { groupBlockOperations } from './group-blocks.ts';
import { ingestionOperations } from './ingestions.ts';
import { leaseOperations } from './leases.ts';
import { longTexts } from './long-texts.ts';
import { openItemOperations } from './open-items.ts';
import { outboxOperations } from './outbox.ts';
import { rowBlockOperations } from './row-blocks.ts';
import { runKeys } from './run-keys.ts';
import { runOperations } from './runs.ts';
import { prepareSchema } from './schema.ts';
import { sessionOperations } from './sessions.ts';
import { summaryOperations } from './summaries.ts';
import { upkeepOperations } from './upkeep.ts';

export interface MongoStoreOptions {
  /** A connection string; its database is tieout unless it names one. */
  readonly uri: string;
  /** Longest wait for one answer: short where somebody waits for it, longer where a run writes. */
  readonly answerMs?: number;
  /** Called with every command that is sent: for tests. */
  readonly onCommand?: (command: CommandStartedEvent) => void;
}

/** For whoever answers requests. */
export const ANSWER_MS = 5_000;
/** For whoever does runs: a server that is busy with a portion of a hundred thousand documents is not away. */
export const ANSWER_MS_OF_RUNS = 30_000;

/** Throws store_unavailable, with what to do about it. */
export async function openMongoStore({ uri, answerMs = ANSWER_MS, onCommand }: MongoStoreOptions): Promise<Store> {
  const connected = await connect({ uri, answerMs, monitorCommands: onCommand !== undefined });
  const { client, db, hosts } = connected;
  if (onCommand !== undefined) client.on('commandStarted', onCommand);
  const ports = portsOn(db);
  try {
    await prepareSchema(db, collectionsOf(db), ports);
  } catch (error) {
    await client.close().catch(() => {});
    throw mongoFailure(error, hosts);
  }
  return guarded(ports, connected);
}

const serverClock = (db: Db) => async (): Promise<Date> => (await db.command({ hello: 1 }))['localTime'];

function portsOn(db: Db): Omit<Store, 'close'> {
  const collections = collectionsOf(db);
  const counters = counterOperations(collections);
  const texts = longTexts(collections);
  const keys = runKeys(collections);
  return {
    sessions: sessionOperations(collections),
    runs: runOperations(collections, { counters, texts, keys }),
    leases: leaseOperations(collections),
    ingestions: ingestionOperations(collections, { counters, texts }),
    rowBlocks: rowBlockOperations(collections, texts),
    groupBlocks: groupBlockOperations(collections, { texts, keys }),
    openItems: openItemOperations(collections, counters),
    clusters: clusterOperations(collections, counters),
    summaries: summaryOperations(collections, texts),
    outbox: outboxOperations(collections, { counters, now: serverClock(db) }),
    upkeep: upkeepOperations(collections, texts),
  };
}

/** The ports with every failure as a sentence; closing waits for what was asked, and then nothing more can be. */
function guarded(ports: Omit<Store, 'close'>, { client, hosts }: Connected): Store {
  const asked = new Set<Promise<unknown>>();
  let closed: Promise<void> | null = null;
  const guard =
    <Values extends unknown[], Answer>(operation: (...values: Values) => Promise<Answer>) =>
    async (...values: Values): Promise<Answer> => {
      if (closed !== null) throw storeClosed();
      const answer = operation(...values);
      asked.add(answer);
      try {
        return await answer;
      } catch (error) {
        throw mongoFailure(error, hosts);
      } finally {
        asked.delete(answer);
      }
    };
  const guardedPorts = Object.fromEntries(
    Object.entries(ports).map(([port, operations]) => [
      port,
      Object.fromEntries(Object.entries(operations).map(([name, operation]) => [name, guard(operation as never)])),
    ]),
  ) as unknown as Omit<Store, 'close'>;
  return {
    ...guardedPorts,
    close() {
      closed ??= Promise.allSettled(asked).then(() => client.close());
      return closed;
    },
  };
}
