// What a driver's or a server's error means to a person, in one sentence: which server, what is wrong, what to do. The
// sentence names hosts and never what stands in a connection string besides, for it is logged and answered.

import {
  MongoAPIError,
  MongoError,
  MongoInvalidArgumentError,
  MongoNetworkError,
  MongoNotConnectedError,
  MongoParseError,
  MongoServerError,
  MongoServerSelectionError,
  type TopologyDescription,
} from 'mongodb';
import { TieoutError } from '../../core/errors.ts';

/** The oldest server version that the store works with: the one its tests are run on. */
export const LEAST_SERVER: readonly [major: number, minor: number] = [6, 0];

const unavailable = (sentence: string) => new TieoutError('store_unavailable', sentence);
const damaged = (sentence: string) => new TieoutError('store_damaged', sentence);

// Server error codes, https://www.mongodb.com/docs/manual/reference/error-codes/
const UNAUTHORIZED = 13;
const AUTHENTICATION_FAILED = 18;
const ATLAS_AUTHENTICATION_FAILED = 8000;
const OUT_OF_DISK_SPACE = 14031;
const DISK_USE_THRESHOLD = 12501;
const DATA_CORRUPTION = new Set([39, 40, 206, 226, 260, 292]);
const DUPLICATE_KEY = 11000;

export const isDuplicate = (error: unknown): error is MongoServerError =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;

/** An error of the driver or the server as the store throws it; what is neither comes back as it is. */
export function mongoFailure(error: unknown, hosts: string): unknown {
  if (!(error instanceof MongoError)) return error;
  if (error instanceof MongoServerSelectionError) return selectionFailure(error, hosts);
  const cause = causeOf(error);
  if (cause instanceof MongoServerError) return serverFailure(cause, hosts);
  if (error instanceof MongoNetworkError) {
    return unavailable(`The connection to the MongoDB server at ${hosts} was lost: try again in a moment.`);
  }
  if (error instanceof MongoNotConnectedError || error.message.startsWith('Timed out while checking out')) {
    return unavailable(`The MongoDB server at ${hosts} does not answer in time: try again in a moment.`);
  }
  if (error instanceof MongoAPIError) return error;
  return unavailable(`The MongoDB server at ${hosts} failed (${error.name}): look at its log, then try again.`);
}

/** An authentication that failed is wrapped in what failed for it. */
function causeOf(error: MongoError): unknown {
  return error.cause instanceof MongoServerError ? error.cause : error;
}

function serverFailure(error: MongoServerError, hosts: string): TieoutError {
  switch (error.code) {
    case UNAUTHORIZED:
      return unavailable(
        `The MongoDB server at ${hosts} does not let this user read and write the database: give it the role ` +
          `readWrite there, or name another user in MONGODB_URI.`,
      );
    case AUTHENTICATION_FAILED:
    case ATLAS_AUTHENTICATION_FAILED:
      return unavailable(
        `The MongoDB server at ${hosts} refused the user name or password of MONGODB_URI: correct them, or name the ` +
          `database that knows the user with authSource.`,
      );
    case OUT_OF_DISK_SPACE:
    case DISK_USE_THRESHOLD:
      return unavailable(`The disk of the MongoDB server at ${hosts} is full: free some space and try again.`);
    default:
  }
  if (DATA_CORRUPTION.has(Number(error.code))) {
    return damaged(
      `The MongoDB server at ${hosts} reports damaged data (code ${error.code}): restore it from a backup.`,
    );
  }
  const name = error.codeName ?? 'no name';
  return unavailable(
    `The MongoDB server at ${hosts} refused an operation (code ${error.code}, ${name}): look at its log.`,
  );
}

/** No server of the kind that is needed was found in time: what the driver saw says why. */
function selectionFailure(error: MongoServerSelectionError, hosts: string): TieoutError {
  const description = error.reason as TopologyDescription | undefined;
  const servers = [...(description?.servers.values() ?? [])];
  const refused = servers.map(({ error: of }) => of).find((of) => of && causeOf(of) instanceof MongoServerError);
  if (refused) return serverFailure(causeOf(refused) as MongoServerError, hosts);
  if (description?.compatible === false) return tooOld(hosts, null);
  const wanted = description?.setName;
  if (servers.some(({ type }) => type === 'RSGhost')) {
    return unavailable(
      `The replica set of the MongoDB server at ${hosts} was never initiated: run rs.initiate() on it.`,
    );
  }
  if (servers.some(({ type }) => type === 'RSSecondary' || type === 'RSOther' || type === 'RSArbiter')) {
    return unavailable(`The replica set of the MongoDB server at ${hosts} has no primary now: try again in a moment.`);
  }
  if (wanted && (servers.length === 0 || servers.some(({ type }) => type === 'Standalone')))
    return notInSet(hosts, wanted);
  return unavailable(
    `The MongoDB server at ${hosts} cannot be reached: start it, or correct the host and port in MONGODB_URI.`,
  );
}

export function notInSet(hosts: string, replicaSet: string): TieoutError {
  return unavailable(
    `The MongoDB server at ${hosts} is no member of the replica set ${replicaSet} that MONGODB_URI names: start it with ` +
      `--replSet ${replicaSet} and initiate the set, or leave replicaSet out.`,
  );
}

/** `version`: what the server says it is, null when the driver cannot talk with it at all. */
export function tooOld(hosts: string, version: string | null): TieoutError {
  const least = LEAST_SERVER.join('.');
  const found = version === null ? 'is too old' : `is of version ${version}`;
  return unavailable(`The MongoDB server at ${hosts} ${found}: Tieout needs ${least} or newer.`);
}

/** What cannot be read as a connection string at all; the driver's own words may repeat a part of it and are left out. */
export function uriFailure(error: unknown): unknown {
  if (!(error instanceof MongoParseError || error instanceof MongoInvalidArgumentError)) {
    if (!(error instanceof MongoAPIError || error instanceof TypeError)) return error;
  }
  const options = /^options? ([\w, ]+?) (?:is|are) not supported$/.exec((error as Error).message)?.[1];
  return unavailable(
    options === undefined
      ? 'MONGODB_URI is no connection string that can be used: it reads mongodb://host:27017/tieout?replicaSet=rs0, and ' +
          'signs such as @ : / in a password are percent-encoded.'
      : `MONGODB_URI has an option that is not known: ${options}.`,
  );
}

export const storeClosed = () => unavailable('The store was closed.');

export const missing = (what: string) => damaged(`The store is damaged: ${what} is missing; restore it from a backup.`);
