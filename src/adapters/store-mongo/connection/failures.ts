// Errors of the driver or the server as one sentence for people: what is wrong and what to do. If the start fails, the
// sentence names the hosts, for the operator. While the service runs only the log has them, because anybody may receive
// the answer. The driver's own text is not passed on, because it may repeat parts of a connection string.

import {
  MongoAPIError,
  MongoCompatibilityError,
  MongoError,
  MongoMissingDependencyError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
  type TopologyDescription,
} from 'mongodb';
import type { ErrorCode } from '../../../core/error-kinds.ts';
import { TieoutError } from '../../../core/errors.ts';
import { storeClosed } from '../../../ports/every-store/failures.ts';
import { capital } from '../../servers/certificate-trouble.ts';

/** The oldest server version that the store works with; its tests run on it. */
export const LEAST_SERVER: readonly [major: number, minor: number] = [6, 0];

/** `it`: the MongoDB server, with or without its hosts. `detail`: a part of the error. */
type Says = (it: string, detail: string) => string;

const REASONS = {
  lost: (it) => `the connection to ${it} was lost: try again in a moment.`,
  late: (it) => `${it} does not answer in time: try again in a moment.`,
  noPrimary: (it) => `the replica set of ${it} has no primary now: try again in a moment.`,
  unreachable: (it) => `${it} cannot be reached: start it, or correct the host and port in MONGODB_URI.`,
  unknownHost: (it, code) => `${it} cannot be looked up or reached (${code}): correct its host in MONGODB_URI.`,
  noRights: (it) =>
    `${it} does not let this user read and write the database: give it the role readWrite there, or name another ` +
    'user in MONGODB_URI.',
  badUser: (it) =>
    `${it} refused the user name or password of MONGODB_URI: correct them, or name the database that knows the user ` +
    'with authSource.',
  badMechanism: (it) =>
    `${it} does not let users sign in as authMechanism of MONGODB_URI asks: leave authMechanism out, or switch that ` +
    'way on there.',
  diskFull: (it) => `the disk of ${it} is full: free some space and try again.`,
  damagedData: (it, code) => `${it} reports damaged data (code ${code}): restore it from a backup.`,
  refusal: (it, code) => `${it} refused an operation (code ${code}): look at its log.`,
  tooOld: (it, version) =>
    `${it} ${version === '' ? 'is too old' : `is of version ${version}`}: Tieout needs ${LEAST_SERVER.join('.')} or newer.`,
  notInitiated: (it) => `the replica set of ${it} was never initiated: run rs.initiate() on it.`,
  otherSet: (it, set) =>
    `${it} is no member of the replica set ${set} that MONGODB_URI names: start it with --replSet ${set} and ` +
    'initiate the set, or leave replicaSet out.',
  otherServer: (it, what) => `what answers as ${it} is ${what}: correct the host and port in MONGODB_URI.`,
  silent: (it) =>
    `something listens where MONGODB_URI says that ${it} is, and does not answer: correct the host and port, or look ` +
    'at the log of the server.',
  endsAtOnce: (it) => `${it} ends every connection at once: look at its log (too many of them, perhaps).`,
  wantsTls: (it) =>
    `${it} takes secure connections alone: add tls=true to MONGODB_URI, and tlsCAFile with the authority that signed ` +
    'its certificate when no system knows it.',
  hasNoTls: (it) => `${it} speaks no TLS: leave tls=true out of MONGODB_URI, or give the server a certificate.`,
  optionBeyond: (it) => `${it} does not do what an option of MONGODB_URI asks for: leave it out.`,
  notInstalled: () =>
    'an option of MONGODB_URI asks for a way to sign in that this service does not bring (Kerberos, AWS): take another ' +
    'authMechanism.',
} as const satisfies Record<string, Says>;

export interface Reason {
  readonly kind: keyof typeof REASONS;
  readonly detail?: string;
}

const because = (kind: Reason['kind'], detail = ''): Reason => ({ kind, detail });

/** The sentence names the server as `hosts`; `server` stands beside it, for the log. */
export function failureOf({ kind, detail = '' }: Reason, at: { hosts: string } | { server: string }): TieoutError {
  const it = 'hosts' in at ? `the MongoDB server at ${at.hosts}` : 'the MongoDB server';
  return new TieoutError(
    CODES[kind] ?? 'store_unavailable',
    capital((REASONS[kind] as Says)(it, detail)),
    'server' in at ? at : {},
  );
}

/** Codes other than store_unavailable. */
const CODES: Partial<Record<Reason['kind'], ErrorCode>> = { damagedData: 'store_damaged', refusal: 'store_refused' };

const DUPLICATE_KEY = 11000;

export const isDuplicate = (error: unknown): error is MongoServerError =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;

/** Reasons by the server's codes, https://www.mongodb.com/docs/manual/reference/error-codes/ */
const OF_CODES: readonly (readonly [Reason['kind'], readonly number[]])[] = [
  ['noRights', [13]],
  ['badUser', [18, 8000]],
  ['badMechanism', [334]],
  ['diskFull', [12501, 14031]],
  ['damagedData', [39, 40, 206, 226, 260, 292]],
  // The primary ends, steps down, or is not known yet.
  ['noPrimary', [91, 189, 10058, 10107, 11600, 11602, 13435, 13436]],
];

/** An error of the driver or the server as the running store throws it. Any other error is returned as it is. */
export function mongoFailure(error: unknown, hosts: string): unknown {
  if (error instanceof Error && CLOSED.has(error.name)) return storeClosed();
  const reason = reasonOf(error);
  return reason === null ? error : failureOf(reason, { server: hosts });
}

/** Codes of a connection that ended during a write. The driver passes some of these errors on as they are. */
const CONNECTION_ENDED = /^(EPIPE|ECONN\w+|ETIMEDOUT|E(HOST|NET)UNREACH|ERR_STREAM_\w+|ERR_SOCKET_\w+)$/;

const CLOSED = new Set(['MongoClientClosedError', 'MongoTopologyClosedError', 'MongoNotConnectedError']);

/** Null if the error is neither the driver's nor the server's, or if the driver was misused, which is a defect. */
export function reasonOf(error: unknown): Reason | null {
  if (CONNECTION_ENDED.test(String((error as { code?: unknown } | null)?.code))) return because('lost');
  if (!(error instanceof MongoError)) return null;
  if (error instanceof MongoServerSelectionError) return ofSelection(error);
  const ofServer = serverErrorIn(error);
  if (ofServer !== null) return ofRefusal(ofServer);
  if (error instanceof MongoNetworkError) return because('lost');
  if (isNotInstalled(error)) return because('notInstalled');
  if (error instanceof MongoCompatibilityError) return because('optionBeyond');
  if (error instanceof MongoAPIError) return null;
  return because('late');
}

const isNotInstalled = (error: unknown): boolean =>
  error instanceof MongoMissingDependencyError || (error instanceof Error && isNotInstalled(error.cause));

/**
 * The server's own error, which the driver may wrap in another. An error without a code is not the server's: the driver
 * makes one for a batch whose connection was lost.
 */
function serverErrorIn(error: unknown): MongoServerError | null {
  if (error instanceof MongoServerError && error.code !== undefined) return error;
  return error instanceof Error && error.cause !== undefined ? serverErrorIn(error.cause) : null;
}

function ofRefusal({ code, codeName }: MongoServerError): Reason {
  const kind = OF_CODES.find(([, codes]) => codes.includes(Number(code)))?.[0];
  if (kind !== undefined) return because(kind, String(code));
  return because('refusal', `${code}, ${codeName ?? 'no name'}`);
}

/** The reason why the driver found no suitable server in time, from what it saw. */
function ofSelection(error: MongoServerSelectionError): Reason {
  const seen = error.reason as TopologyDescription | undefined;
  const servers = [...(seen?.servers.values() ?? [])];
  const refused = servers.map((server) => serverErrorIn(server.error)).find((found) => found !== null);
  if (refused) return ofRefusal(refused);
  if (servers.some((server) => server.error instanceof MongoCompatibilityError)) return because('tooOld');
  const types = new Set(servers.map(({ type }) => type));
  if (types.has('RSGhost')) return because('notInitiated');
  if (types.has('RSSecondary') || types.has('RSOther') || types.has('RSArbiter')) return because('noPrimary');
  // The driver removes a server that is not in the set.
  if (seen?.setName && servers.length === 0) return because('otherSet', seen.setName);
  return because('unreachable');
}
