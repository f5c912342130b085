// The command line in a process that goes on: each command is src/main.ts loaded anew with its words, everything below it
// loaded once. For refusals, of which there are many: main.ts ends the process with each of them, so that nothing that a
// command leaves running counts. What it says and its exit code are those of the real one. Started by in-one-process.ts.

import type { Ran } from './tieout.ts';

const MAIN = new URL('../../src/main.ts', import.meta.url);
const program = process.argv.slice(0, 2);
let commands = 0;

async function done(args: readonly string[]): Promise<Ran> {
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    process[name].write = ((text: string) => {
      said[name] += text;
      return true;
    }) as typeof process.stdout.write;
  }
  process.argv = [...program, ...args];
  process.exitCode = undefined;
  process.exit = ((code: number) => {
    process.exitCode = code;
  }) as typeof process.exit;
  await import(`${MAIN}?${++commands}`);
  const status = Number(process.exitCode);
  process.exitCode = 0;
  return { status, ...said };
}

const { exit } = process;
process.setMaxListeners(0);
process.stdout.setMaxListeners(0);
process.on('disconnect', () => exit(0));
process.on('message', async (args: readonly string[]) => process.send!(await done(args)));
