// The fault suite, which `npm test` does not run: minutes of servers and services that are killed. `npm run
// test:faults`.

import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const project = fileURLToPath(new URL('../..', import.meta.url));

export default defineConfig({
  root: project,
  test: {
    env: {
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? `${project}node_modules/.cache/tieout`,
      MONGODB_URI: '',
      NATS_URL: '',
    },
    globalSetup: ['test/faults/set-up.ts'],
    include: ['test/faults/*.faults.ts'],
    // A history, its decisions that nothing disturbs among it, is a minute or two; four on a machine that does much else.
    // It waits for leases and elections more than it computes: every file has servers of its own and they go on
    // side by side, two on a machine with two processors.
    maxWorkers: Math.max(2, availableParallelism()),
    testTimeout: 600_000,
    hookTimeout: 300_000,
    reporters: ['verbose'],
  },
});
