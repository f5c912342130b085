// The connection to a MongoDB server: what is asked of it whatever the connection string says, how long is waited for
// it, and what is looked at before it is used.

import { type Db, MongoClient, type MongoClientOptions } from 'mongodb';
import { LEAST_SERVER, mongoFailure, tooOld, uriFailure } from './failures.ts';

export interface Connected {
  readonly client: MongoClient;
  readonly db: Db;
  /** For sentences: hosts and ports, nothing else of the connection string. */
  readonly hosts: string;
}

export interface ConnectOptions {
  readonly uri: string;
  /** Longest wait for the answer to one request that was sent. */
  readonly answerMs: number;
  /** Lets a listener see every command: for tests. */
  readonly monitorCommands: boolean;
}

/** A request that needs the store is to fail in seconds; an election takes longer, and callers try again. */
const SELECTION_MS = 3_000;
/** How soon a server that comes back is noticed. */
const HEARTBEAT_MS = 1_000;
/** A run has a dozen requests in flight, the service one for each of its own. */
const POOL = 24;
/** The database of a connection string that names none. */
const DATABASE = 'tieout';

/** Throws store_unavailable with what to do. */
export async function connect({ uri, answerMs, monitorCommands }: ConnectOptions): Promise<Connected> {
  const client = clientFor(uri, {
    appName: 'tieout',
    writeConcern: { w: 'majority', journal: true },
    readPreference: 'primary',
    retryWrites: true,
    retryReads: true,
    serverSelectionTimeoutMS: SELECTION_MS,
    connectTimeoutMS: SELECTION_MS,
    waitQueueTimeoutMS: answerMs,
    socketTimeoutMS: answerMs,
    heartbeatFrequencyMS: HEARTBEAT_MS,
    maxPoolSize: POOL,
    promoteBuffers: true,
    monitorCommands,
  });
  const hosts = hostsOf(client);
  try {
    await client.connect();
    const { version, versionArray } = await client.db('admin').command({ buildInfo: 1 });
    const [major, minor] = versionArray as [number, number];
    const [leastMajor, leastMinor] = LEAST_SERVER;
    if (major < leastMajor || (major === leastMajor && minor < leastMinor)) throw tooOld(hosts, version);
    return { client, db: client.db(databaseIn(uri)), hosts };
  } catch (error) {
    await client.close().catch(() => {});
    throw mongoFailure(error, hosts);
  }
}

function clientFor(uri: string, options: MongoClientOptions): MongoClient {
  try {
    return new MongoClient(uri, options);
  } catch (error) {
    throw uriFailure(error);
  }
}

/** What stands after the hosts; the driver itself would take `test` where nothing does. */
const databaseIn = (uri: string): string => decodeURIComponent(/^[^/]+\/\/[^/]+\/([^/?]+)/.exec(uri)?.[1] ?? DATABASE);

function hostsOf({ options: { srvHost, hosts } }: MongoClient): string {
  return srvHost ?? hosts.map(String).join(', ');
}
