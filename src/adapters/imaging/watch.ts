// The thread beside the imaging process's own: ends the process when it takes more memory than it may, or when nobody
// waits for it any more. It cannot be asked from outside, for a library may hold the process's own thread for ever.

import { workerData } from 'node:worker_threads';
import { MEMORY_SIGNAL } from './messages.ts';

const { memoryBytes, starter } = workerData as { readonly memoryBytes: number; readonly starter: number };

const EVERY_MS = 50;

function end(signal: NodeJS.Signals): void {
  try {
    process.kill(process.pid, signal);
  } catch {
    // Windows has no such signal.
    process.kill(process.pid, 'SIGKILL');
  }
}

setInterval(() => {
  if (process.ppid !== starter) end('SIGKILL');
  if (process.memoryUsage.rss() > memoryBytes) end(MEMORY_SIGNAL);
}, EVERY_MS);
