// The service with its servers, as a history finds them: one api and two workers on MongoDB and JetStream, or one
// process on the embedded store and JetStream. Between the service and each server stands a proxy.

import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { type Db, MongoClient } from 'mongodb';
import { inject } from 'vitest';
import { openMongoStore } from '../../src/adapters/store-mongo/open.ts';
import type { Store } from '../../src/ports/store.ts';
import { tieout } from '../cli/tieout.ts';
import { type RunningNats, startNats } from '../servers/nats-server.ts';
import { writeDecided } from './decision-supply.ts';
import type { Place } from './mix.ts';
import { SupervisedService } from './processes.ts';
import { startProxy, type TcpProxy } from './proxy.ts';
import { Publications } from './publications.ts';
import { ReplicaSet } from './replica-set.ts';
import { MARK } from './set-up.ts';
import { natsWire } from './wire.ts';
import { WINDOW_ROWS, writeMonths } from './work-supply.ts';

/** How long the work of a process that is gone waits for another one: histories are short. */
export const LEASE_SECONDS = 3;
const DATABASE = 'tieout_faults';

export interface Deployment {
  readonly place: Place;
  readonly folder: string;
  /** Of the embedded store, where there is one. */
  readonly data: string;
  /** Those that answer requests first. */
  readonly services: readonly SupervisedService[];
  readonly nats: RunningNats;
  readonly natsProxy: TcpProxy;
  readonly publications: Publications;
  readonly mongodb: OnMongodb | null;
  /** As an operator asks for everything to be published once more; answers how much there was. */
  replay(): Promise<number>;
  stop(): Promise<void>;
}

export interface OnMongodb {
  readonly set: ReplicaSet;
  /** Of this process. */
  readonly store: Store;
  readonly db: Db;
}

/** Null where servers are missing. */
export const faultServers = inject('faults').servers;
export const whyNot =
  'missing' in faultServers ? ` (servers are missing; this would help: ${faultServers.missing})` : '';

/** Every test file calls it first: whatever it starts is known to the guard and kept in the suite's folder. */
export function underGuard(): void {
  const { folder, mark } = inject('faults');
  process.env[MARK] = mark;
  process.env['TMPDIR'] = folder;
}

export async function deploy(place: Place): Promise<Deployment> {
  if ('missing' in faultServers) throw new Error(faultServers.missing);
  const folder = mkdtempSync(join(inject('faults').folder, `${place}-`));
  const data = join(folder, 'data');
  await Promise.all([writeMonths(folder), writeDecided(folder)]);
  const set = place === 'embedded' ? null : await ReplicaSet.start(faultServers.mongod, place === 'single' ? 1 : 3);
  const nats = await startNats({ binary: faultServers.natsServer });
  const natsProxy = await startProxy(Number(new URL(nats.url).port), natsWire);
  const environment: Record<string, string> = {
    TIEOUT_FILES_ROOT: folder,
    TIEOUT_ENV: place,
    TIEOUT_WINDOW_ROWS: String(WINDOW_ROWS),
    TIEOUT_LEASE_SECONDS: String(LEASE_SECONDS),
    NATS_URL: `nats://127.0.0.1:${natsProxy.port}`,
    ...(set === null ? { TIEOUT_DATA_DIR: data } : { MONGODB_URI: set.uri(DATABASE) }),
  };
  const serve = (name: string, roles: string) =>
    new SupervisedService({ name, folder, environment: { ...environment, TIEOUT_ROLES: roles } });
  const services =
    set === null
      ? [serve('service', 'api,worker')]
      : [serve('api', 'api'), serve('worker-1', 'worker'), serve('worker-2', 'worker')];
  await Promise.all(services.map((service) => service.ready()));
  const publications = await Publications.connect(nats.url, place);
  const mongodb = set && (await onMongodb(set, place));
  return {
    place,
    folder,
    data,
    services,
    nats,
    natsProxy,
    publications,
    mongodb,
    async replay() {
      const asked = ['events', 'replay', '--since', '1d', '--json'];
      const { status, stdout, stderr } = await tieout(asked, { env: environment });
      if (status !== 0) throw new Error(`Nothing is published again: ${stderr}`);
      return (JSON.parse(stdout) as { messages: number }).messages;
    },
    async stop() {
      await Promise.all(services.map((service) => service.stop()));
      await publications.close();
      await mongodb?.store.close();
      await mongodb?.db.client.close();
      natsProxy.close();
      await Promise.all([nats.stop(), set?.stop()]);
    },
  };
}

async function onMongodb(set: ReplicaSet, environment: Place): Promise<OnMongodb> {
  const uri = set.uri(DATABASE);
  const client = await MongoClient.connect(uri);
  return { set, store: await openMongoStore({ uri, environment, operationMs: null }), db: client.db(DATABASE) };
}
