// Whether the user may publish what the service publishes. The server says of a publication only that it was refused, and
// says it aside: nobody who published is told. So every refusal that comes on a connection is kept with its subject, and
// where it matters (at the start, and to see whether one is over) each subject is tried with an empty message that no
// stream keeps, because it expects another one.

import { setImmediate } from 'node:timers/promises';
import { errors, headers, type NatsConnection, type PermissionViolationError } from '@nats-io/transport-node';
import { KEEPERS, RESOLVERS, WORKERS } from './streams.ts';
import type { Subjects } from './subjects.ts';

const ACKNOWLEDGEMENTS = '$JS.ACK.';
/** A stream of this name there cannot be. */
const NO_STREAM = 'none.such';
/** Longest wait for the server to have read what was tried. */
const TRIED_MS = 5_000;

/** One sentence; subjects of one right are one. */
export function missingRight({ operation, subject }: PermissionViolationError): string {
  const right = subject.startsWith(ACKNOWLEDGEMENTS) ? `${ACKNOWLEDGEMENTS}>` : subject;
  return `The user of NATS_URL has no right to ${operation === 'publish' ? 'publish' : 'subscribe'} to ${right}: grant it (docs/events.md lists what is needed).`;
}

/** Tells each refusal, until the connection is closed. */
export async function hearRefusals(
  nats: NatsConnection,
  refused: (error: PermissionViolationError) => void,
): Promise<void> {
  for await (const status of nats.status()) {
    if (status.type === 'close') return;
    if (status.type === 'error' && status.error instanceof errors.PermissionViolationError) refused(status.error);
  }
}

/** Once this answers every refusal has been told. */
export async function tryRights(nats: NatsConnection, { runs, requests, windows, published }: Subjects): Promise<void> {
  const unkept = headers();
  unkept.set('Nats-Expected-Stream', NO_STREAM);
  for (const subject of [runs, ...Object.values(published)]) nats.publish(subject, undefined, { headers: unkept });
  // An acknowledgement of nothing: the server listens to those that have a message's numbers.
  nats.publish(`${ACKNOWLEDGEMENTS}${runs}.${WORKERS}.none`);
  nats.publish(`${ACKNOWLEDGEMENTS}${requests}.${RESOLVERS}.none`);
  nats.publish(`${ACKNOWLEDGEMENTS}${windows}.${KEEPERS}.none`);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, TRIED_MS);
  });
  await Promise.race([nats.flush(), late]).finally(() => clearTimeout(timer));
  await setImmediate();
}
