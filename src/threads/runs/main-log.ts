// The log of a thread: its lines are sent to the main thread, which writes them.

import { parentPort } from 'node:worker_threads';
import { loggable } from '../../core/errors.ts';
import type { Log, LogFields } from '../../ports/log.ts';

export interface ThreadLogLine {
  readonly log: { readonly level: keyof Log; readonly fields: LogFields; readonly sentence: string };
}

const sending =
  (level: keyof Log): Log['info'] =>
  (given, sentence) => {
    const fields = 'err' in given ? { ...given, err: loggable(given['err']) } : given;
    parentPort!.postMessage({ log: { level, fields, sentence } } satisfies ThreadLogLine);
  };

export const mainLog: Log = { info: sending('info'), warn: sending('warn'), error: sending('error') };

export const writeLine = (log: Log, { log: { level, fields, sentence } }: ThreadLogLine): void =>
  log[level](fields, sentence);
