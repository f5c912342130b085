// A private place on the servers that the configuration names: a database and streams of its own, so that a trial
// touches nobody's data and can be removed as a whole. Null without servers.

import { randomBytes } from 'node:crypto';
import type { Configuration } from '../config.ts';
import { busPlace } from './open-bus.ts';

export interface OwnPlace {
  /** demo-1f2e3d4c */
  readonly name: string;
  /** The database on MongoDB; null on the embedded store. */
  readonly database: string | null;
  /** The environment in the subjects and streams on NATS; null with the bus in memory. */
  readonly environment: string | null;
  /** Environment variables for a service. */
  readonly variables: Readonly<Record<string, string>>;
  /** Removes the place. Call it once nothing works there any more. Throws store_unavailable or bus_unavailable. */
  remove(): Promise<void>;
}

const NAME = /^demo-[0-9a-f]{8}$/;

export const newName = (): string => `demo-${randomBytes(4).toString('hex')}`;
/** Whether newName made the name; an operator's name never has this form. */
export const isName = (text: string): boolean => NAME.test(text);

/** Throws usage if MONGODB_URI is no usable connection string. */
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
