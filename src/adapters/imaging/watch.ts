// A thread in the imaging process that ends it when it exceeds its memory or its parent is gone. The main thread cannot
// do that, because a library may block it for ever.

import { workerData } from 'node:worker_threads';
import { MEMORY_SIGNAL } from './messages.ts';

const { memoryBytes, starter } = workerData as { readonly memoryBytes: number; readonly starter: number };

const EVERY_MS = 50;

function end(signal: NodeJS.Signals): void {
  try {
    process.kill(process.pid, signal);
  } catch {
    // Windows does not have this signal.
    process.kill(process.pid, 'SIGKILL');
  }
}

setInterval(() => {
  if (process.ppid !== starter) end('SIGKILL');
  if (process.memoryUsage.rss() > memoryBytes) end(MEMORY_SIGNAL);
}, EVERY_MS);
