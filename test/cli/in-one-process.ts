// Commands that are refused, one after the other in one process (command-host.ts): starting one for each takes a hundred
// times as long as refusing.

import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Ran } from './tieout.ts';

const HOST = fileURLToPath(new URL('./command-host.ts', import.meta.url));

export interface Commands {
  /** What the command line says to these words, and its exit code. One at a time. */
  run(args: readonly string[]): Promise<Ran>;
  end(): Promise<void>;
}

export function startCommands({ cwd }: { readonly cwd: string }): Commands {
  const host: ChildProcess = fork(HOST, { cwd, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const ended = once(host, 'exit');
  return {
    async run(args) {
      const answer = Promise.race([
        once(host, 'message'),
        ended.then(([code]) => Promise.reject(new Error(`the process of the commands ended with ${code}`))),
      ]);
      host.send(args);
      return (await answer)[0] as Ran;
    },
    async end() {
      host.disconnect();
      await ended;
    },
  };
}
