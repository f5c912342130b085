// The callers of a file, read again when it changes. A change that cannot be used is reported and leaves the callers as
// they were: one mistyped line must not lock everybody out.

import { createHash } from 'node:crypto';
import { readFileSync, statSync, unwatchFile, watchFile } from 'node:fs';
import type { Caller } from '../../core/callers/caller.ts';
import { ANONYMOUS } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import type { Callers } from '../../ports/calls/callers.ts';
import type { Log } from '../../ports/log.ts';
import { provenSender } from './proven-sender.ts';
import { type ListedCaller, readCallers } from './read-callers.ts';

/** How often the file is looked at. A token that was taken away is refused after this time. */
const LOOK_MS = 500;

interface CallersFileOptions {
  readonly log: Log;
  /** TIEOUT_SERVICE_TOKEN: a caller with the same token would have all its rights. */
  readonly service: string | null;
}

interface CallersFile {
  /** Null: the token is nobody's. */
  ofToken(token: string): Caller | null;
  ofMessage: Callers['ofMessage'];
  ofId: Callers['ofId'];
  anonymous(): Caller | null;
  /** Why the last change is not used; null while the file and the callers agree. */
  trouble(): string | null;
  close(): void;
}

/** Throws file_unreadable or usage, with the line. */
export function openCallersFile(path: string, { log, service }: CallersFileOptions): CallersFile {
  const taken = new Map([[sha256(''), 'nobody: it is the digest of an empty text']]);
  if (service !== null) taken.set(sha256(service), 'TIEOUT_SERVICE_TOKEN');
  let callers = indexed(read(path, taken));
  let trouble: string | null = null;
  const readAgain = (): void => {
    try {
      callers = indexed(read(path, taken));
      trouble = null;
      log.info({ callers: callers.byId.size }, 'The file of callers was read again.');
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
      const { line } = error;
      // Whoever asks whether the service is ready is told the line, and not the path.
      trouble = `The file of callers cannot be used${line === undefined ? '' : ` (line ${line})`}: ${error.message}`;
      log.error({ reason: error.sentence }, 'The file of callers cannot be used; the callers of before stay.');
    }
  };
  watchFile(path, { interval: LOOK_MS, persistent: false }, readAgain);
  return {
    ofToken: (token) => callers.byToken.get(sha256(token)) ?? null,
    ofMessage(message) {
      const sender = provenSender(message, (id) => callers.listed.get(id) ?? null);
      return sender === null ? null : callers.byId.get(sender.id)!;
    },
    ofId(id) {
      const [listed, caller] = [callers.listed.get(id), callers.byId.get(id)];
      return listed === undefined || caller === undefined ? null : { caller, digests: listed.tokens };
    },
    anonymous: () => callers.byId.get(ANONYMOUS) ?? null,
    trouble: () => trouble,
    close: () => unwatchFile(path, readAgain),
  };
}

function read(path: string, taken: ReadonlyMap<string, string>): readonly ListedCaller[] {
  let text: string;
  try {
    // Reading a pipe would wait for its writer, with the whole process.
    if (!statSync(path).isFile()) throw new Error('no file');
    text = readFileSync(path, 'utf8');
  } catch {
    throw new TieoutError('file_unreadable', 'it cannot be read; TIEOUT_CALLERS names it.', { file: path });
  }
  return readCallers(text, path, taken);
}

/** Callers leave this file without digests and keys, because they are stored with their requests. */
function indexed(listed: readonly ListedCaller[]) {
  const plain = listed.map(({ tokens, busKeys: _, ownsSubject: __, ...caller }) => ({
    tokens,
    caller: caller as Caller,
  }));
  return {
    listed: new Map(listed.map((caller) => [caller.id, caller])),
    byId: new Map(plain.map(({ caller }) => [caller.id!, caller])),
    byToken: new Map(plain.flatMap(({ tokens, caller }) => tokens.map((digest) => [digest, caller] as const))),
  };
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
