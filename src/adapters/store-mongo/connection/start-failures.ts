// Why the start of a store on MongoDB fails, where the driver does not say it: an option that it does not take is found by
// leaving options out, a file of TLS by reading it before, and a server that hangs up by asking what answers there. The
// sentences that speak of a server are in failures.ts.

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

/** The variable itself cannot be used, whatever the server does. */
const unusable = (sentence: string) => new TieoutError('usage', sentence);
const unavailable = (sentence: string) => new TieoutError('store_unavailable', sentence);

/** Whatever stops the start. What is neither the driver's, nor the server's, nor the network's is a defect, and stays it. */
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

/** Why the driver does not take a connection string. The value of an option is never shown, for it may be a secret. */
export function stringFailure(uri: string, error: unknown): TieoutError {
  const names = /^options? (.+?) (?:is|are) not supported$/.exec((error as Error).message)?.[1];
  if (names !== undefined) {
    // A text that looks like a name may be part of a password with a & in it.
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

/** The options that the string is understood without; none when it is not understood without any of them. */
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
  // Several are wrong, each by itself.
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

/** Throws UnusableFile. The driver reads the files too, and says of one that is garbage that the server is away. */
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

/** The failure of connecting. Takes two seconds more if it has to find out what answers. */
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
 * What stops the first writes. A set that nobody has initiated has no primary either, and none comes: a client that
 * looks for its members sees that, one that was told to connect to this server alone has to ask.
 */
export async function preparingFailure(error: unknown, db: Db, hosts: string): Promise<Error> {
  if (reasonOf(error)?.kind !== 'noPrimary') return startFailure(error, hosts);
  const { isreplicaset, setName } = await db.command({ hello: 1 }).catch((): Document => ({}));
  return failureOf({ kind: isreplicaset === true && setName === undefined ? 'notInitiated' : 'noPrimary' }, { hosts });
}

/** Members of one set are set up alike. */
const MOST_ASKED = 3;

/** The first that fits is meant. `isTls`: what MONGODB_URI asks for. */
const OF_ANSWERS: readonly (readonly [(seen: Answering & { isTls: boolean }) => boolean, Reason])[] = [
  [({ speaks }) => speaks === 'nats', { kind: 'otherServer', detail: 'a NATS server' }],
  [({ speaks }) => speaks === 'http', { kind: 'otherServer', detail: 'a server of HTTP' }],
  [({ speaks }) => speaks === 'other', { kind: 'otherServer', detail: 'another server' }],
  [({ isTls, tls }) => !isTls && tls, { kind: 'wantsTls' }],
  [({ isTls, tls, speaks }) => isTls && !tls && speaks === 'mongodb', { kind: 'hasNoTls' }],
  [({ speaks }) => speaks === 'mongodb', { kind: 'endsAtOnce' }],
  [({ speaks }) => speaks === 'silence', { kind: 'silent' }],
];

/** `host:port`, `[::1]:port` as the driver writes them. */
function portOf(address: string): Port {
  const at = address.lastIndexOf(':');
  return { host: address.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(address.slice(at + 1)) };
}
