// Reasons for a failed start that the driver does not state. A wrong option is found by leaving options out, a wrong TLS
// file by reading it first, and another server by asking what answers at the address. failures.ts has the sentences about
// a server.

import {
  type Db,
  type Document,
  MongoClient,
  MongoError,
  MongoServerSelectionError,
  type TopologyDescription,
} from 'mongodb';
import { TieoutError } from '../../../core/errors.ts';
import { certificateTrouble, codesIn, type SecureServer, wantsOwn } from '../../servers/certificate-trouble.ts';
import { certificatesIn, contentOf, keyIn, requirePair, UnusableFile } from '../../servers/pem-files.ts';
import { type Answering, type Port, whatAnswers } from '../../servers/what-answers.ts';
import { failureOf, type Reason, reasonOf } from './failures.ts';

/** MONGODB_URI itself cannot be used. */
const unusable = (sentence: string) => new TieoutError('usage', sentence);
const unavailable = (sentence: string) => new TieoutError('store_unavailable', sentence);

/**
 * The failure of a start. An error that is not the driver's, the server's or the network's is a defect, and stays one.
 */
export function startFailure(error: unknown, hosts: string): Error {
  if (error instanceof TieoutError) return error;
  if (error instanceof UnusableFile) return unusable(error.message);
  const reason = reasonOf(error);
  if (reason !== null) return failureOf(reason, { hosts });
  const code = codesIn(error)[0] ?? (error instanceof MongoError ? error.name : undefined);
  if (code !== undefined && !code.startsWith('ERR_')) {
    return failureOf({ kind: 'unknownHost', detail: code }, { hosts });
  }
  return error instanceof Error ? error : new Error(String(error));
}

const NO_CONNECTION_STRING =
  'MONGODB_URI is no connection string that can be used: it reads mongodb://host:27017/tieout?replicaSet=rs0, and ' +
  'signs such as @ : / in a password are percent-encoded.';

export const notEncoded = (): TieoutError => unusable(NO_CONNECTION_STRING);

/** Why the driver rejects a connection string. An option's value is never shown, because it may be a secret. */
export function stringFailure(uri: string, error: unknown): TieoutError {
  const names = /^options? (.+?) (?:is|are) not supported$/.exec((error as Error).message)?.[1];
  if (names !== undefined) {
    // A text that looks like an option's name may be part of a password that contains &.
    const isSecret = !/^[\w, ]+$/.test(names) || /password|properties/i.test(uri.slice(uri.indexOf('?')));
    const shown = isSecret ? '' : `: ${names}`;
    return unusable(`MONGODB_URI has an option that is not known${shown}; correct its name, or leave it out.`);
  }
  const wrong = wrongOptions(uri);
  if (wrong.length === 0) return unusable(NO_CONNECTION_STRING);
  if (wrong.length === 1) {
    const isTwice = uri.split(/[?&]/).filter((part) => part.startsWith(`${wrong[0]}=`)).length > 1;
    if (isTwice) return unusable(`MONGODB_URI gives the option ${wrong[0]} more than once: leave one out.`);
    return unusable(
      `MONGODB_URI gives the option ${wrong[0]} a value that cannot be used: correct it, or leave it out.`,
    );
  }
  return unusable(`The options ${wrong.join(' and ')} of MONGODB_URI cannot be given together: leave one out.`);
}

/** The options without which the string is valid; none if leaving one out does not help. */
function wrongOptions(uri: string): string[] {
  const at = uri.indexOf('?');
  if (at < 0) return [];
  const options = uri.slice(at + 1).split('&');
  const nameOf = (option: string): string => option.split('=')[0];
  const without = (name: string) => options.filter((option) => nameOf(option) !== name);
  const names = [...new Set(options.map(nameOf))].filter((name) => /^\w+$/.test(name) && isKnown(name));
  const understood = (left: readonly string[]) => isUnderstood(`${uri.slice(0, at)}?${left.join('&')}`);
  const cures = names.filter((name) => understood(without(name)));
  if (cures.length > 0) return cures;
  // Several options are wrong, each by itself.
  return names.filter((name) => !understood(options.filter((option) => nameOf(option) === name))).slice(0, 1);
}

/** An unknown name may be part of a password. */
function isKnown(name: string): boolean {
  try {
    return new MongoClient(`mongodb://127.0.0.1/?${name}=1`) !== null;
  } catch (error) {
    return !/not supported$/.test((error as Error).message);
  }
}

function isUnderstood(uri: string): boolean {
  try {
    return new MongoClient(uri) !== null;
  } catch {
    return false;
  }
}

/** Throws UnusableFile. For an unreadable file the driver would report that the server is away. */
export function requireTlsFiles({ options }: MongoClient): void {
  const { tls, tlsCAFile, tlsCRLFile, tlsCertificateKeyFile, passphrase } = options;
  if (!tls) return;
  const named = (option: string, path: string) => ({ path, name: `${option} of MONGODB_URI` });
  if (tlsCAFile !== undefined) {
    const file = named('tlsCAFile', tlsCAFile);
    certificatesIn(contentOf(file), file);
  }
  if (tlsCRLFile !== undefined) contentOf(named('tlsCRLFile', tlsCRLFile));
  if (tlsCertificateKeyFile === undefined) return;
  const file = named('tlsCertificateKeyFile', tlsCertificateKeyFile);
  const content = contentOf(file);
  const [own] = certificatesIn(content, file);
  requirePair(own!, keyIn(content, file, { passphrase, password: 'tlsCertificateKeyFilePassword' }), file);
}

/** The failure of connecting. It may take two seconds more to find out what answers. */
export async function connectFailure(error: unknown, client: MongoClient, hosts: string): Promise<Error> {
  const known = startFailure(error, hosts);
  if (!(error instanceof MongoServerSelectionError) || reasonOf(error)?.kind !== 'unreachable') return known;
  const { servers } = error.reason as TopologyDescription;
  const causes = [...servers.values()].map((server) => server.error);
  const of: SecureServer = {
    server: `the MongoDB server at ${hosts}`,
    authority: 'tlsCAFile of MONGODB_URI',
    address: 'MONGODB_URI',
    own: 'tlsCertificateKeyFile of MONGODB_URI, with its key',
  };
  for (const cause of causes) {
    const trouble = certificateTrouble(cause, of);
    if (trouble !== null) return unavailable(trouble);
  }
  const found = await Promise.all([...servers.keys()].slice(0, MOST_ASKED).map((at) => whatAnswers(portOf(at))));
  const answering = found.find(({ speaks }) => speaks !== 'nobody');
  if (answering === undefined) return known;
  const seen = { ...answering, isTls: client.options.tls === true };
  if (seen.isTls && seen.tls) return unavailable(wantsOwn(of));
  const reason = OF_ANSWERS.find(([is]) => is(seen))?.[1];
  return reason === undefined ? known : failureOf(reason, { hosts });
}

/**
 * The failure of the first writes. A replica set that was never initiated has no primary either. A client that connects
 * to one server directly has to ask for that.
 */
export async function preparingFailure(error: unknown, db: Db, hosts: string): Promise<Error> {
  if (reasonOf(error)?.kind !== 'noPrimary') return startFailure(error, hosts);
  const { isreplicaset, setName } = await db.command({ hello: 1 }).catch((): Document => ({}));
  return failureOf({ kind: isreplicaset === true && setName === undefined ? 'notInitiated' : 'noPrimary' }, { hosts });
}

/** Servers that are asked: members of a set are configured alike. */
const MOST_ASKED = 3;

/** Reasons by what answers; the first that fits counts. `isTls`: whether MONGODB_URI asks for TLS. */
const OF_ANSWERS: readonly (readonly [(seen: Answering & { isTls: boolean }) => boolean, Reason])[] = [
  [({ speaks }) => speaks === 'nats', { kind: 'otherServer', detail: 'a NATS server' }],
  [({ speaks }) => speaks === 'http', { kind: 'otherServer', detail: 'a server of HTTP' }],
  [({ speaks }) => speaks === 'other', { kind: 'otherServer', detail: 'another server' }],
  [({ isTls, tls }) => !isTls && tls, { kind: 'wantsTls' }],
  [({ isTls, tls, speaks }) => isTls && !tls && speaks === 'mongodb', { kind: 'hasNoTls' }],
  [({ speaks }) => speaks === 'mongodb', { kind: 'endsAtOnce' }],
  [({ speaks }) => speaks === 'silence', { kind: 'silent' }],
];

/** Reads `host:port` or `[::1]:port`. */
function portOf(address: string): Port {
  const at = address.lastIndexOf(':');
  return { host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) };
}
