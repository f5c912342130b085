// What a driver's or a server's error means to a person, in one sentence: which server, what is wrong, what to do. The
// sentence names hosts and never what stands in a connection string besides, for it is logged and answered; what the
// driver says itself may repeat any of it and is not passed on.

import {
  MongoAPIError,
  MongoCompatibilityError,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  type TopologyDescription,
} from 'mongodb';
import { TieoutError } from '../../core/errors.ts';

/** The oldest server version that the store works with: the one its tests are run on. */
export const LEAST_SERVER: readonly [major: number, minor: number] = [6, 0];

const unavailable = (sentence: string) => new TieoutError('store_unavailable', sentence);
const damaged = (sentence: string) => new TieoutError('store_damaged', sentence);

export const storeClosed = () => unavailable('The store was closed.');
export const missing = (what: string) => damaged(`The store is damaged: ${what} is missing; restore it from a backup.`);

export const contentPruned = () =>
  new TieoutError('content_pruned', 'The session’s rows were removed after the time for which they are kept.');

// Server error codes, https://www.mongodb.com/docs/manual/reference/error-codes/
const DUPLICATE_KEY = 11000;
const UNAUTHORIZED = 13;
const AUTHENTICATION = new Set([18, 8000]);
const DISK_FULL = new Set([12501, 14031]);
const DAMAGED_DATA = new Set([39, 40, 206, 226, 260, 292]);
/** The primary ends, steps down or is not known yet. */
const NO_PRIMARY = new Set([91, 189, 10058, 10107, 11600, 11602, 13435, 13436]);

export const isDuplicate = (error: unknown): error is MongoServerError =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;

/** A connection that ended under a write: the driver passes some of these on as they are. */
const CONNECTION_ENDED = /^(EPIPE|ECONN\w+|ETIMEDOUT|E(HOST|NET)UNREACH|ERR_STREAM_\w+|ERR_SOCKET_\w+)$/;

/** An error of the driver or the server as the store throws it; what is neither comes back as it is. */
export function mongoFailure(error: unknown, hosts: string): unknown {
  if (CONNECTION_ENDED.test(String((error as { code?: unknown } | null)?.code))) return connectionLost(hosts);
  if (!(error instanceof MongoError)) return error;
  if (error instanceof MongoServerSelectionError) return selectionFailure(error, hosts);
  const ofServer = serverErrorIn(error);
  if (ofServer !== null) return serverFailure(ofServer, hosts);
  if (error instanceof MongoNetworkError) return connectionLost(hosts);
  if (CLOSED.has(error.name)) return storeClosed();
  // The driver was used as it must not be: a defect.
  if (error instanceof MongoAPIError) return error;
  return unavailable(`The MongoDB server at ${hosts} does not answer in time: try again in a moment.`);
}

const connectionLost = (hosts: string): TieoutError =>
  unavailable(`The connection to the MongoDB server at ${hosts} was lost: try again in a moment.`);

const CLOSED = new Set(['MongoClientClosedError', 'MongoTopologyClosedError', 'MongoNotConnectedError']);

/** An authentication that failed is wrapped in what failed for it. */
function serverErrorIn(error: unknown): MongoServerError | null {
  if (error instanceof MongoServerError) return error;
  return error instanceof Error && error.cause !== undefined ? serverErrorIn(error.cause) : null;
}

function serverFailure({ code, codeName }: MongoServerError, hosts: string): TieoutError {
  const of = Number(code);
  if (of === UNAUTHORIZED) {
    return unavailable(
      `The MongoDB server at ${hosts} does not let this user read and write the database: give it the role readWrite ` +
        'there, or name another user in MONGODB_URI.',
    );
  }
  if (AUTHENTICATION.has(of)) {
    return unavailable(
      `The MongoDB server at ${hosts} refused the user name or password of MONGODB_URI: correct them, or name the ` +
        'database that knows the user with authSource.',
    );
  }
  if (NO_PRIMARY.has(of)) return withoutPrimary(hosts);
  if (DISK_FULL.has(of)) {
    return unavailable(`The disk of the MongoDB server at ${hosts} is full: free some space and try again.`);
  }
  if (DAMAGED_DATA.has(of)) {
    return damaged(`The MongoDB server at ${hosts} reports damaged data (code ${of}): restore it from a backup.`);
  }
  return unavailable(
    `The MongoDB server at ${hosts} refused an operation (code ${of}, ${codeName ?? 'no name'}): look at its log.`,
  );
}

const withoutPrimary = (hosts: string): TieoutError =>
  unavailable(`The replica set of the MongoDB server at ${hosts} has no primary now: try again in a moment.`);

/** No server of the kind that is needed was found in time: what the driver saw says why. */
function selectionFailure(error: MongoServerSelectionError, hosts: string): TieoutError {
  const seen = error.reason as TopologyDescription | undefined;
  const servers = [...(seen?.servers.values() ?? [])];
  const refused = servers.map((server) => serverErrorIn(server.error)).find((found) => found !== null);
  if (refused) return serverFailure(refused, hosts);
  if (servers.some((server) => server.error instanceof MongoCompatibilityError)) return tooOld(hosts, null);
  const troubles = servers.flatMap((server) => wordsIn(server.error));
  if (troubles.some((words) => /\b(tls|ssl|certificate)\b/i.test(words))) return otherTls(hosts);
  const types = new Set(servers.map(({ type }) => type));
  if (types.has('RSGhost')) {
    return unavailable(
      `The replica set of the MongoDB server at ${hosts} was never initiated: run rs.initiate() on it.`,
    );
  }
  if (types.has('RSSecondary') || types.has('RSOther') || types.has('RSArbiter')) return withoutPrimary(hosts);
  // The driver forgets a server that is none of the set.
  if (seen?.setName && servers.length === 0) return notInSet(hosts, seen.setName);
  return unavailable(
    `The MongoDB server at ${hosts} cannot be reached: start it, or correct the host and port in MONGODB_URI.`,
  );
}

const wordsIn = (error: unknown): string[] =>
  error instanceof Error ? [`${error.message} ${(error as { code?: string }).code}`, ...wordsIn(error.cause)] : [];

const otherTls = (hosts: string): TieoutError =>
  unavailable(
    `The MongoDB server at ${hosts} and MONGODB_URI do not agree on TLS: set tls=true only where the server wants it, and ` +
      'name the authority that signed its certificate with tlsCAFile.',
  );

const notInSet = (hosts: string, replicaSet: string): TieoutError =>
  unavailable(
    `The MongoDB server at ${hosts} is no member of the replica set ${replicaSet} that MONGODB_URI names: start it with ` +
      `--replSet ${replicaSet} and initiate the set, or leave replicaSet out.`,
  );

/** `version`: what the server says it is, null when the driver cannot talk with it at all. */
export function tooOld(hosts: string, version: string | null): TieoutError {
  const found = version === null ? 'is too old' : `is of version ${version}`;
  return unavailable(`The MongoDB server at ${hosts} ${found}: Tieout needs ${LEAST_SERVER.join('.')} or newer.`);
}

/** Whatever stops the start; `hosts` is null while the connection string itself was not understood. */
export function startFailure(error: unknown, hosts: string | null): TieoutError {
  if (error instanceof TieoutError) return error;
  const { message, code, path } = error as NodeJS.ErrnoException;
  if (path !== undefined) return unavailable(`The file ${path} that MONGODB_URI names cannot be read (${code}).`);
  const option = /^options? ([\w, ]+?) (?:is|are) not supported$/.exec(message)?.[1];
  if (option !== undefined) return unavailable(`MONGODB_URI has an option that is not known: ${option}.`);
  if (hosts === null) {
    return unavailable(
      'MONGODB_URI is no connection string that can be used: it reads mongodb://host:27017/tieout?replicaSet=rs0, and ' +
        'signs such as @ : / in a password are percent-encoded.',
    );
  }
  if (error instanceof MongoCompatibilityError) {
    return unavailable(
      `The MongoDB server at ${hosts} does not do what an option of MONGODB_URI asks for: leave it out.`,
    );
  }
  const known = mongoFailure(error, hosts);
  if (known instanceof TieoutError) return known;
  return unavailable(
    `The MongoDB server at ${hosts} cannot be looked up or reached (${code ?? (error as Error).name}).`,
  );
}
