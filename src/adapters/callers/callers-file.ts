// The callers of a file, read again when it changes. A change that cannot be used is reported and leaves the callers as
// they were: one mistyped line must not lock everybody out.

import { createHash } from 'node:crypto';
import { readFileSync, unwatchFile, watchFile } from 'node:fs';
import type { Caller } from '../../core/callers/caller.ts';
import { ANONYMOUS } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import type { Callers } from '../../ports/calls/callers.ts';
import type { Log } from '../../ports/log.ts';
import { provenSender } from './proven-sender.ts';
import { type ListedCaller, readCallers } from './read-callers.ts';

/** How often the file is looked at. A token that was taken away is refused after this time. */
const LOOK_MS = 500;

export interface CallersFile {
  /** Null: the token is nobody's. */
  ofToken(token: string): Caller | null;
  ofMessage: Callers['ofMessage'];
  anonymous(): Caller | null;
  /** Why the last change is not used; null while the file and the callers agree. */
  trouble(): string | null;
  close(): void;
}

/** Throws file_unreadable or usage, with the line. */
export function openCallersFile(path: string, log: Log): CallersFile {
  let callers = indexed(read(path));
  let trouble: string | null = null;
  const readAgain = (): void => {
    try {
      callers = indexed(read(path));
      trouble = null;
      log.info({ callers: callers.byId.size }, 'The file of callers was read again.');
    } catch (error) {
      if (!(error instanceof TieoutError)) throw error;
      trouble = error.sentence;
      log.error({ reason: trouble }, 'The file of callers cannot be used; the callers of before stay.');
    }
  };
  watchFile(path, { interval: LOOK_MS, persistent: false }, readAgain);
  return {
    ofToken: (token) => callers.byToken.get(createHash('sha256').update(token).digest('hex')) ?? null,
    ofMessage: (message) => provenSender(message, (id) => callers.byId.get(id) ?? null),
    anonymous: () => callers.byId.get(ANONYMOUS) ?? null,
    trouble: () => trouble,
    close: () => unwatchFile(path, readAgain),
  };
}

function read(path: string): readonly ListedCaller[] {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch {
    throw new TieoutError('file_unreadable', 'it cannot be read; TIEOUT_CALLERS names it.', { file: path });
  }
  return readCallers(text, path);
}

const indexed = (callers: readonly ListedCaller[]) => ({
  byId: new Map(callers.map((caller) => [caller.id, caller])),
  byToken: new Map(callers.flatMap((caller) => caller.tokens.map((digest) => [digest, caller] as const))),
});
