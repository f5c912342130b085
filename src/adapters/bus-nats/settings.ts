// Settings for a NATS server from the operator: one or several urls, with user and password or a token in them, or a
// credentials file, and the TLS files. Plain data, which is sent to threads. Only the hosts are ever logged or shown.

import { isIP } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { type Authenticator, type ConnectionOptions, credsAuthenticator } from '@nats-io/transport-node';
import { TieoutError } from '../../core/errors.ts';
import { certificatesIn, contentOf, keyIn, type NamedFile, requirePair, UnusableFile } from '../servers/pem-files.ts';
import type { Port } from '../servers/what-answers.ts';
import type { Attempt } from './failures.ts';

export interface NatsSettings {
  /** `nats://user:password@host:4222`, `tls://...`; several, separated by commas, are one cluster. */
  readonly url: string;
  /** Files, null when there is none. */
  readonly credentials: string | null;
  readonly authority: string | null;
  readonly certificate: string | null;
  readonly key: string | null;
  /** Part of every subject. */
  readonly environment: string;
  /** Copies of each stream that the server keeps. */
  readonly replicas: number;
  /** The connection's name on the server. */
  readonly name: string;
}

type NatsFiles = Pick<NatsSettings, 'credentials' | 'authority' | 'certificate' | 'key'>;

/** Milliseconds for a server to answer before it counts as not there. */
const CONNECT_MS = 5_000;
/** How often a silent connection is asked whether it is alive; after two that were not answered it is dropped. */
const PING_EVERY_MS = 10_000;
const RECONNECT_LEAST_MS = 250;
const RECONNECT_MOST_MS = 2_000;

/** Hosts and ports alone. */
const hostsOf = ({ url }: Pick<NatsSettings, 'url'>): string =>
  urlsOf(url)
    .map(({ host }) => host)
    .join(', ');

const urlsOf = (text: string): URL[] => text.split(',').map((one) => new URL(one.trim()));

const portsOf = (urls: readonly URL[]): Port[] =>
  urls.map(({ hostname, port }) => ({ host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || STANDARD_PORT) }));

const STANDARD_PORT = 4222;

/** Where a connection is tried, to explain its failure. */
export const attemptOf = (settings: NatsSettings): Attempt => ({
  hosts: hostsOf(settings),
  ports: portsOf(urlsOf(settings.url)),
  isTls: wantsTls(settings),
  replicas: settings.replicas,
});

/** Whether TLS is required; if the server offers it, it is always used. */
const wantsTls = ({ url, certificate, key, authority }: NatsSettings): boolean =>
  urlsOf(url).some(({ protocol }) => protocol === 'tls:') || (certificate ?? key ?? authority) !== null;

/** The files that the configuration names, tried out without a server. Throws usage. */
export function requireFiles(files: NatsFiles): void {
  try {
    if (files.credentials !== null) authenticatorOf({ path: files.credentials, name: 'NATS_CREDS' });
    tlsFilesOf(files);
  } catch (error) {
    throw error instanceof UnusableFile ? new TieoutError('usage', error.message) : error;
  }
}

/** Throws UnusableFile if a file cannot be read, or has the wrong content. */
export function connectionOptions(settings: NatsSettings): ConnectionOptions {
  const urls = urlsOf(settings.url);
  return {
    name: settings.name,
    servers: urls.map(({ hostname, port }) => `${hostname}:${port || STANDARD_PORT}`),
    ...userOf(urls),
    ...(settings.credentials !== null && {
      authenticator: authenticatorOf({ path: settings.credentials, name: 'NATS_CREDS' }),
    }),
    ...(wantsTls(settings) && {
      tls: { ...tlsFilesOf(settings), ...identityOf(urls) },
    }),
    timeout: CONNECT_MS,
    pingInterval: PING_EVERY_MS,
    maxPingOut: 2,
    reconnect: true,
    maxReconnectAttempts: -1,
    // Spreads the return of many processes that lost one server.
    reconnectDelayHandler: () => RECONNECT_LEAST_MS + Math.random() * (RECONNECT_MOST_MS - RECONNECT_LEAST_MS),
    // A password that is changed is wrong for a while on one of the two sides.
    ignoreAuthErrorAbort: true,
    noAsyncTraces: true,
  };
}

/**
 * The name that the certificate must have. The client gives TLS a server's name but not its address, and Node would
 * then check `localhost`: so the certificate must have that name, or an address in NATS_URL.
 */
function identityOf(urls: readonly URL[]) {
  const hosts = urls.map(({ hostname }) => hostname.replace(/^\[|\]$/g, ''));
  const addresses = hosts.filter((host) => isIP(host) !== 0);
  return {
    checkServerIdentity(name: string, certificate: PeerCertificate): Error | undefined {
      if (addresses.length === 0 || hosts.includes(name)) return checkServerIdentity(name, certificate);
      const problems = addresses.map((address) => checkServerIdentity(address, certificate));
      return problems.includes(undefined) ? undefined : problems[0];
    },
  };
}

/** The first url's, as with every NATS client: a user without a password is a token. */
function userOf(urls: readonly URL[]): Pick<ConnectionOptions, 'user' | 'pass' | 'token'> {
  const named = urls.find(({ username }) => username !== '');
  if (named === undefined) return {};
  const user = decodeURIComponent(named.username);
  return named.password === '' ? { token: user } : { user, pass: decodeURIComponent(named.password) };
}

function tlsFilesOf({ authority, certificate, key }: NatsFiles): { ca?: string; cert?: string; key?: string } {
  const read = (name: string, path: string | null) =>
    path && { file: { path, name }, content: contentOf({ path, name }) };
  const [ca, cert, own] = [
    read('NATS_TLS_CA', authority),
    read('NATS_TLS_CERT', certificate),
    read('NATS_TLS_KEY', key),
  ];
  if (ca) certificatesIn(ca.content, ca.file);
  if (Boolean(cert) !== Boolean(own)) {
    const missing = cert ? 'NATS_TLS_KEY' : 'NATS_TLS_CERT';
    throw new UnusableFile(`A certificate goes with its key: name the file of the other in ${missing}.`);
  }
  if (cert && own) {
    const [first] = certificatesIn(cert.content, cert.file);
    requirePair(first!, keyIn(own.content, own.file, { passphrase: undefined, password: null }), own.file);
  }
  return { ...(ca && { ca: ca.content }), ...(cert && own && { cert: cert.content, key: own.content }) };
}

/** Tried on an empty challenge: otherwise the file would be read only when a server asks. */
function authenticatorOf(file: NamedFile): Authenticator {
  const authenticator = credsAuthenticator(Buffer.from(contentOf(file)));
  try {
    authenticator('tried out');
  } catch {
    throw new UnusableFile(
      `The file ${file.path} that ${file.name} names holds no credentials: name one that nsc generate creds wrote.`,
    );
  }
  return authenticator;
}
