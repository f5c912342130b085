// Whether the user may publish the service's messages. The server reports a refused publication as a status of the
// connection, not to its publisher. So every refusal is kept with its subject. At the start, and to see whether a refusal
// is over, the server is asked for the user's rights. Nothing is published as a trial, because others listen.

import { setImmediate } from 'node:timers/promises';
import { errors, type NatsConnection, type PermissionViolationError } from '@nats-io/transport-node';
import type { Subjects } from './subjects.ts';
import { KEEPERS, RESOLVERS, WORKERS } from './wanted-streams.ts';

const ACKNOWLEDGEMENTS = '$JS.ACK.';
/** The subject on which a server answers a user's rights. */
const USER_INFO = '$SYS.REQ.USER.INFO';
const ANSWERED_MS = 5_000;

type Refusal = Pick<PermissionViolationError, 'operation' | 'subject'>;

/** The answer's part about publishing; absent if nothing restricts the user. */
interface UserInfo {
  readonly data?: {
    readonly permissions?: {
      readonly publish?: { readonly allow?: readonly string[]; readonly deny?: readonly string[] };
    };
  };
}

/** One sentence; all acknowledgements are one right. */
export function missingRight({ operation, subject }: Refusal): string {
  const right = subject.startsWith(ACKNOWLEDGEMENTS) ? `${ACKNOWLEDGEMENTS}>` : subject;
  return `The user of NATS_URL has no right to ${operation === 'publish' ? 'publish' : 'subscribe'} to ${right}: grant it (docs/events.md lists what is needed).`;
}

/** Calls back for each refusal, until the connection is closed. */
export async function hearRefusals(
  nats: NatsConnection,
  refused: (error: PermissionViolationError) => void,
): Promise<void> {
  for await (const status of nats.status()) {
    if (status.type === 'close') return;
    if (status.type === 'error' && status.error instanceof errors.PermissionViolationError) refused(status.error);
  }
}

/** Sentences about missing rights. Throws the error of the request, also if asking is refused. */
export async function askRights(nats: NatsConnection, subjects: Subjects): Promise<readonly string[]> {
  // JetStream is not there without the system account, which answers.
  const info = (await nats.request(USER_INFO, undefined, { timeout: ANSWERED_MS })).json<UserInfo>();
  // Earlier refusals have been reported by then.
  await setImmediate();
  const { allow, deny = [] } = info.data?.permissions?.publish ?? {};
  const isOf = (subject: string) => (pattern: string) => covers(pattern, subject);
  const isGranted = (subject: string) =>
    (allow === undefined || allow.some(isOf(subject))) && !deny.some(isOf(subject));
  const missing = published(subjects).filter((subject) => !isGranted(subject));
  return [...new Set(missing.map((subject) => missingRight({ operation: 'publish', subject })))];
}

/** Acknowledgements by their consumers, the names by which the server knows them. */
const published = ({ runs, requests, windows, published }: Subjects): string[] => [
  runs,
  ...Object.values(published),
  `${ACKNOWLEDGEMENTS}${runs}.${WORKERS}.1`,
  `${ACKNOWLEDGEMENTS}${requests}.${RESOLVERS}.1`,
  `${ACKNOWLEDGEMENTS}${windows}.${KEEPERS}.1`,
];

/** Whether a pattern of a right, with * for one part and > for the rest, has the subject. */
function covers(pattern: string, subject: string): boolean {
  const [wanted, parts] = [pattern.split('.'), subject.split('.')];
  const rest = wanted.indexOf('>');
  const isLong = rest === -1 ? parts.length === wanted.length : parts.length > rest;
  const own = rest === -1 ? wanted : wanted.slice(0, rest);
  return isLong && own.every((part, i) => part === '*' || part === parts[i]);
}
