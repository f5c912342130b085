// Failures of NATS and JetStream as one sentence that says what to do; all sentences of the start are in one table. At
// the start hosts are named, for the operator; while the service runs the reason names nothing, because anybody may ask
// for it.

import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { TieoutError } from '../../core/errors.ts';
import { capital, certificateTrouble, type SecureServer, wantsOwn } from '../servers/certificate-trouble.ts';
import { UnusableFile } from '../servers/pem-files.ts';
import { type Answering, type Port, whatAnswers } from '../servers/what-answers.ts';
import { missingRight } from './rights.ts';

export interface Attempt {
  readonly hosts: string;
  readonly ports: readonly Port[];
  /** Whether the connection was to be secure. */
  readonly isTls: boolean;
  /** NATS_REPLICAS */
  readonly replicas: number;
}

interface Tried extends Attempt {
  /** The NATS server with its hosts. */
  readonly it: string;
  /** The error's text, without its full stop. */
  readonly said: string;
}

const REASONS = {
  badUser: ({ it }) =>
    `${it} does not accept this user: correct user and password in NATS_URL, or the file in NATS_CREDS.`,
  noJetStream: ({ it }) =>
    `JetStream is switched off on ${it}, or for this account: start the server with -js, or give the account JetStream.`,
  fewerReplicas: ({ it, replicas }) =>
    `${it} has fewer servers beside it than the ${replicas} copies of NATS_REPLICAS: lower it, or add servers.`,
  longName: () => 'The names of the streams would be too long for NATS: give TIEOUT_ENV a shorter name.',
  refusal: ({ hosts, said }) =>
    `JetStream on ${hosts} refused what the service needs (${said}): give its account more room (1 GiB of files) or rights.`,
  noTls: ({ it }) =>
    `${it} speaks no TLS: give the server a certificate, or write nats:// in NATS_URL and leave NATS_TLS_CA and ` +
    'NATS_TLS_CERT out.',
  wantsOwn: ({ it }) => wantsOwn(ofCertificates(it)),
  insecure: ({ it, said }) =>
    `the connection to ${it} is not secure (${said}): correct NATS_URL, NATS_TLS_CA and NATS_TLS_CERT.`,
  tlsFirst: ({ it }) =>
    `${it} wants TLS before it has said a word: take handshake_first out of its configuration, or correct NATS_URL.`,
  otherMongodb: ({ hosts }) => `what answers at ${hosts} is a MongoDB server and no NATS server: correct NATS_URL.`,
  otherHttp: ({ hosts }) => `what answers at ${hosts} is a server of HTTP and no NATS server: correct NATS_URL.`,
  other: ({ hosts }) => `what answers at ${hosts} is no NATS server: correct NATS_URL.`,
  silent: ({ hosts }) =>
    `what listens at ${hosts} does not answer as a NATS server does: correct NATS_URL, or look at the log of the server.`,
  slow: ({ it }) => `${it} greets and does not go on in time: look at its log, or start it anew.`,
  absent: ({ hosts, said }) => `no NATS server answers at ${hosts} (${said}): start it, or correct NATS_URL.`,
} as const satisfies Record<string, (of: Tried) => string>;

type Reason = keyof typeof REASONS;

const ofCertificates = (it: string): SecureServer => ({
  server: it,
  authority: 'NATS_TLS_CA',
  address: 'NATS_URL',
  own: 'NATS_TLS_CERT and NATS_TLS_KEY',
});

/** The first that fits counts. */
const OF_ERRORS: readonly (readonly [(error: unknown, said: string) => boolean, Reason])[] = [
  [(error) => isCredentials(error), 'badUser'],
  [(error) => isJetStreamOff(error), 'noJetStream'],
  [(error) => isOfApi(error, REPLICAS), 'fewerReplicas'],
  [(error, said) => error instanceof JetStreamApiError && /name is too long/.test(said), 'longName'],
  [(error) => error instanceof JetStreamApiError, 'refusal'],
  [(_, said) => /unexpected response from server|Unexpected token|not valid JSON/i.test(said), 'other'],
  [(_, said) => /server does not support 'tls'/.test(said), 'noTls'],
];

/** The codes of a server that stands alone, and of a cluster. */
const REPLICAS: readonly number[] = [10_074, 10_005];

const isOfApi = (error: unknown, codes: readonly number[]): boolean =>
  error instanceof JetStreamApiError && codes.includes(error.code);

/** Reasons why no connection was made in time, by what answers there; the first entry that fits counts. */
const OF_ANSWERS: readonly (readonly [(seen: Answering & { isOfTls: boolean }) => boolean, Reason])[] = [
  [({ speaks }) => speaks === 'mongodb', 'otherMongodb'],
  [({ speaks }) => speaks === 'http', 'otherHttp'],
  [({ speaks }) => speaks === 'other', 'other'],
  // With TLS 1.3 the client is done before the server asks for its certificate, and gets no reason.
  [({ speaks, tls }) => speaks === 'nats' && tls, 'wantsOwn'],
  [({ speaks, tls }) => speaks === 'silence' && tls, 'tlsFirst'],
  [({ isOfTls }) => isOfTls, 'insecure'],
  [({ speaks }) => speaks === 'silence', 'silent'],
  [({ speaks }) => speaks === 'nats', 'slow'],
];

/** Why the start fails. A failure with its own sentence stays. Takes another second to find out what answers. */
export async function startFailure(error: unknown, attempt: Attempt): Promise<TieoutError> {
  if (error instanceof TieoutError) return error;
  if (error instanceof UnusableFile) return new TieoutError('usage', error.message);
  return new TieoutError('bus_unavailable', await sentenceOf(rootOf(error), attempt));
}

async function sentenceOf(error: unknown, attempt: Attempt): Promise<string> {
  const it = `the NATS server at ${attempt.hosts}`;
  const tried: Tried = { ...attempt, it, said: messageOf(error) };
  if (error instanceof errors.PermissionViolationError) return missingRight(error);
  const trouble = certificateTrouble(error, ofCertificates(it));
  if (trouble !== null) return trouble;
  const known = OF_ERRORS.find(([is]) => is(error, tried.said))?.[1] ?? (await reasonSeen(error, attempt));
  return capital(REASONS[known](tried));
}

async function reasonSeen(error: unknown, { ports }: Attempt): Promise<Reason> {
  const found = await Promise.all(ports.slice(0, MOST_ASKED).map(whatAnswers));
  const answering = found.find(({ speaks }) => speaks !== 'nobody');
  if (answering === undefined) return 'absent';
  const seen = { ...answering, isOfTls: isOfTls(error) };
  return OF_ANSWERS.find(([is]) => is(seen))?.[1] ?? 'absent';
}

/** Servers of one cluster are set up alike. */
const MOST_ASKED = 3;

/** Why the bus cannot be used now, while the service runs. */
export function troubleOf(thrown: unknown): string {
  const error = rootOf(thrown);
  if (error instanceof TieoutError) return error.message;
  if (error instanceof errors.PermissionViolationError) return missingRight(error);
  if (isCredentials(error)) return 'NATS does not accept this user.';
  if (isJetStreamOff(error)) return 'JetStream does not answer.';
  if (error instanceof errors.TimeoutError) return 'NATS does not answer in time.';
  if (error instanceof JetStreamApiError) return `JetStream refuses: ${error.message}.`;
  return 'The connection to NATS is lost.';
}

/** A failed request wraps the reason; a refused connection has its own text, and wraps Node’s. */
const rootOf = (error: unknown): unknown =>
  error instanceof errors.RequestError && error.cause instanceof Error ? error.cause : error;

const isCredentials = (error: unknown): boolean =>
  error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError;

/** A stream or consumer is missing, or nobody answers for it. */
export const isGone = (error: unknown): boolean =>
  isJetStreamOff(error) || (error instanceof JetStreamApiError && GONE.includes(error.code));

const GONE: readonly number[] = [JetStreamApiCodes.ConsumerNotFound, JetStreamApiCodes.StreamNotFound];

/** Nobody answers JetStream's requests. */
const isJetStreamOff = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'JetStreamNotEnabled' || error.name === 'NoRespondersError');

function isOfTls(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return (
    /^(ERR_TLS|ERR_SSL|CERT|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO)/.test(code) || /tls|certificate/i.test(messageOf(error))
  );
}

/** An error's text on one line; for Node's own errors, the code. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return (error.message || code || error.name).split(/[\n;]/)[0].replace(/\.$/, '');
}
