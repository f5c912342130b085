// Tests run real files and processes; on a busy machine with two cores a child process may take seconds to start.

import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

const compileCache = fileURLToPath(new URL('node_modules/.cache/tieout', import.meta.url));

export default defineConfig({
  test: {
    // Threads and child processes start in a third of the time with their code compiled, whatever folder they run in.
    env: {
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? compileCache,
      // Name the servers that tests are given; a service that a test starts chooses its own.
      MONGODB_URI: '',
      NATS_URL: '',
    },
    // Real servers, one of each for the whole call.
    globalSetup: ['test/servers/mongod.ts', 'test/servers/nats-server.ts'],
    include: ['test/**/*.test.ts'],
    // Each worker takes one file after the other in one process: starting one for each file, and loading and compiling
    // the same modules in it, was a seventh of the suite. No test leaves anything behind that another one could see.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // One more than there are cores: some wait for leases, processes and servers.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
