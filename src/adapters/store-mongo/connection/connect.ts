// The connection to a MongoDB server: options that override the connection string, time limits, and checks before use.

import { type Db, type DbOptions, MongoClient, type MongoClientOptions, ReadConcern } from 'mongodb';
import { TieoutError } from '../../../core/errors.ts';
import { failureOf, LEAST_SERVER } from './failures.ts';
import { type Pulse, pulseOf } from './pulse.ts';
import { connectFailure, notEncoded, requireTlsFiles, stringFailure } from './start-failures.ts';

interface Connected {
  readonly client: MongoClient;
  readonly db: Db;
  /** The hosts and ports in sentences, and nothing else of the connection string. */
  readonly hosts: string;
  readonly pulse: Pulse;
}

interface ConnectOptions {
  readonly uri: string;
  /** Lets a listener see every command, in tests. */
  readonly monitorCommands: boolean;
}

/** These override the connection string: an answered write is on the disks of the majority. */
const FIXED_OPTIONS: DbOptions = {
  writeConcern: { w: 'majority', j: true },
  readPreference: 'primary',
  readConcern: new ReadConcern('local'),
};
/** A request must fail within seconds. An election takes longer, and callers try again. */
const SELECTION_MS = 3_000;
/** Longest wait for the answer to one command. A server that is busy with thousands of documents is not away. */
const COMMAND_MS = 30_000;
/** How soon the driver notices a server that comes back. */
const HEARTBEAT_MS = 1_000;
/** A run has a dozen requests in flight, the service one for each of its calls. */
const POOL = 24;
/** The database of a connection string that names none. */
const DATABASE = 'tieout';

/** Throws store_unavailable, or usage if the connection string or a file that it names cannot be used. */
export async function connect({ uri, monitorCommands }: ConnectOptions): Promise<Connected> {
  const database = databaseIn(uri);
  const client = clientFor(uri, {
    // The name by which the server lists this connection.
    appName: `tieout ${process.pid}`,
    retryWrites: true,
    retryReads: true,
    serverSelectionTimeoutMS: SELECTION_MS,
    connectTimeoutMS: SELECTION_MS,
    waitQueueTimeoutMS: COMMAND_MS,
    socketTimeoutMS: COMMAND_MS,
    heartbeatFrequencyMS: HEARTBEAT_MS,
    maxPoolSize: POOL,
    promoteBuffers: true,
    monitorCommands,
  });
  const hosts = hostsOf(client);
  const pulse = pulseOf(client);
  try {
    requireTlsFiles(client);
    await client.connect();
    const { version, versionArray } = await client.db('admin').command({ buildInfo: 1 });
    const [major, minor] = versionArray as [number, number];
    const [leastMajor, leastMinor] = LEAST_SERVER;
    if (major < leastMajor || (major === leastMajor && minor < leastMinor)) {
      throw failureOf({ kind: 'tooOld', detail: version }, { hosts });
    }
    return { client, db: client.db(database, FIXED_OPTIONS), hosts, pulse };
  } catch (error) {
    await client.close().catch(() => {});
    throw await connectFailure(error, client, hosts);
  }
}

/** A client that is not connected yet. Throws usage for an invalid connection string. */
export function clientFor(uri: string, options: MongoClientOptions = {}): MongoClient {
  try {
    return new MongoClient(uri, options);
  } catch (error) {
    throw stringFailure(uri, error);
  }
}

/** The database name after the hosts; without one, the driver would use `test`. */
function databaseIn(uri: string): string {
  // With a slash in a password the driver would take its beginning for a host, and failures name hosts.
  if (/[^/]\/[^/]/.test(uri.slice(0, uri.indexOf('@') + 1))) throw notEncoded();
  const name = /^[^/]+\/\/[^/]+\/([^/?]+)/.exec(uri)?.[1] ?? DATABASE;
  if (/^[\w-]{1,63}$/.test(name)) return name;
  const sentence =
    'The database that MONGODB_URI names cannot be used: its name takes letters, digits, _ and -, 63 of them at most.';
  throw new TieoutError('usage', sentence);
}

function hostsOf({ options: { srvHost, hosts } }: MongoClient): string {
  return srvHost ?? hosts.map(String).join(', ');
}
