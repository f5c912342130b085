// A place of one's own on the servers that the configuration names: a database and streams that nobody else has, so
// that what is tried there touches nothing of anybody's and can be removed as a whole. Without servers there is none to
// make.

import { randomBytes } from 'node:crypto';
import type { Configuration } from '../config.ts';
import { busPlace } from './open-bus.ts';

export interface OwnPlace {
  /** demo-1f2e3d4c */
  readonly name: string;
  /** On MongoDB, null on the embedded store. */
  readonly database: string | null;
  /** Of the subjects and streams on NATS, null with the bus in memory. */
  readonly environment: string | null;
  /** What a service has to be told. */
  readonly variables: Readonly<Record<string, string>>;
  /** Once nothing works there any more. Throws store_unavailable or bus_unavailable. */
  remove(): Promise<void>;
}

const NAME = /^demo-[0-9a-f]{8}$/;

export const newName = (): string => `demo-${randomBytes(4).toString('hex')}`;
/** What newName gives, and so nothing that an operator chose. */
export const isName = (text: string): boolean => NAME.test(text);

/** Throws usage when MONGODB_URI is no connection string that can be used. */
export async function ownPlace(config: Configuration, name: string): Promise<OwnPlace> {
  const { MONGODB_URI: given, NATS_URL: nats } = config;
  const mongodb = given === null ? null : await import('../adapters/store-mongo/connection/own-database.ts');
  const database = `tieout-${name}`;
  const uri = given === null ? null : mongodb!.withDatabase(given, database);
  return {
    name,
    database: uri === null ? null : database,
    environment: nats === null ? null : name,
    variables: { ...(uri !== null && { MONGODB_URI: uri }), ...(nats !== null && { TIEOUT_ENV: name }) },
    async remove() {
      if (uri !== null) await mongodb!.removeDatabase(uri);
      const bus = busPlace({ ...config, TIEOUT_ENV: name });
      if ('nats' in bus) await (await import('../adapters/bus-nats/remove-streams.ts')).removeStreams(bus.nats);
    },
  };
}
