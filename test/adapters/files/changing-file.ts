// Another process that appends a row to a file again and again until it is told to stop.

import { spawn } from 'node:child_process';
import { appendFileSync, statSync } from 'node:fs';

const WRITER = `
  const { appendFileSync } = require('node:fs');
  const [path, row] = process.argv.slice(1);
  process.once('SIGTERM', () => process.exit());
  const write = () => { for (let i = 0; i < 20; i++) appendFileSync(path, row); setImmediate(write); };
  write();
`;

interface Writer {
  /** Ends once nothing more is written. */
  stop(): Promise<void>;
}

/** Resolves once the other process writes; `row` is one line without its end. */
export async function keepWriting(path: string, row: string): Promise<Writer> {
  appendFileSync(path, '');
  const before = statSync(path).size;
  const child = spawn(process.execPath, ['-e', WRITER, path, `${row}\n`], { stdio: 'inherit' });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  while (statSync(path).size === before) await new Promise((resolve) => setTimeout(resolve, 5));
  return {
    async stop() {
      child.kill();
      await ended;
    },
  };
}
