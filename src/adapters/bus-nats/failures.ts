// What NATS and JetStream say, as one sentence that says what to do. Hosts are named at the start, for whoever sets the
// service up; the reason while the service runs names nothing, for anybody may ask for it.

import { JetStreamApiCodes, JetStreamApiError } from '@nats-io/jetstream';
import { errors } from '@nats-io/transport-node';
import { TieoutError } from '../../core/errors.ts';

export interface Attempt {
  readonly hosts: string;
  /** Whether the connection was to be secure. */
  readonly isTls: boolean;
}

/** Why the start fails. A failure that is a sentence already stays as it is. */
export function startFailure(error: unknown, attempt: Attempt): TieoutError {
  if (error instanceof TieoutError) return error;
  return new TieoutError('bus_unavailable', sentenceOf(rootOf(error), attempt));
}

function sentenceOf(error: unknown, { hosts, isTls }: Attempt): string {
  const said = messageOf(error);
  if (isCredentials(error)) {
    return `The NATS server at ${hosts} does not accept this user: correct user and password in NATS_URL, or the file in NATS_CREDS.`;
  }
  if (error instanceof errors.PermissionViolationError) {
    return `The user of NATS_URL has no right to ${error.operation === 'publish' ? 'publish to' : 'subscribe to'} ${error.subject}: grant it (docs/events.md lists what is needed).`;
  }
  if (isJetStreamOff(error)) {
    return `JetStream is switched off on the NATS server at ${hosts}, or for this account: start the server with -js, or give the account JetStream.`;
  }
  if (error instanceof JetStreamApiError) {
    return `JetStream on ${hosts} refused what the service needs (${said}): give its account more room or rights.`;
  }
  if (/unexpected response from server|Unexpected token|not valid JSON/i.test(said)) {
    return `What answers at ${hosts} is no NATS server: correct NATS_URL.`;
  }
  if (isTls && error instanceof errors.TimeoutError) {
    // With TLS 1.3 the client is done before the server looks for its certificate, and hears no reason.
    return `The NATS server at ${hosts} does not go on with the secure connection: if it asks for certificates, name yours in NATS_TLS_CERT and NATS_TLS_KEY.`;
  }
  if (isOfTls(error)) {
    return `The connection to the NATS server at ${hosts} is not secure (${said}): name the authority of its certificate in NATS_TLS_CA, and with client certificates NATS_TLS_CERT and NATS_TLS_KEY.`;
  }
  return `No NATS server answers at ${hosts} (${said}): start it, or correct NATS_URL.`;
}

/** Why the bus cannot be used now, while the service runs. */
export function troubleOf(thrown: unknown): string {
  const error = rootOf(thrown);
  if (error instanceof TieoutError) return error.message;
  if (isCredentials(error)) return 'NATS does not accept this user.';
  if (isJetStreamOff(error)) return 'JetStream does not answer.';
  if (error instanceof errors.TimeoutError) return 'NATS does not answer in time.';
  if (error instanceof JetStreamApiError) return `JetStream refuses: ${error.message}.`;
  return 'The connection to NATS is lost.';
}

/** A request that failed wraps the reason; a connection that was refused says so itself, and wraps Node’s words. */
const rootOf = (error: unknown): unknown =>
  error instanceof errors.RequestError && error.cause instanceof Error ? error.cause : error;

const isCredentials = (error: unknown): boolean =>
  error instanceof errors.AuthorizationError || error instanceof errors.UserAuthenticationExpiredError;

/** A stream or consumer is not where it should be, or nobody answers in its place. */
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

/** What an error says, without lines, and of Node's own its code. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no reason given';
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  return (error.message || code || error.name).split('\n')[0]!.replace(/\.$/, '');
}
