// Runs the real command line in a process of its own, as a person would.

import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface Ran {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** `cwd` is the project's folder unless given; the environment is the test's with `env` on top. */
export function tieout(
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ran> {
  return run(`${root}/bin/tieout`, args, options);
}

/** A shell line, in the project's folder and with the test's environment as above. */
export function shell(
  line: string,
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<Ran> {
  return run('/bin/sh', ['-c', line], options);
}

function run(
  command: string,
  args: readonly string[],
  { cwd = root, env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> },
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, stdout, stderr }));
  });
}
