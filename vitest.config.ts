// Tests run real files and processes; on a busy machine with two cores a child process may take seconds to start.

import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Threads and child processes start in a third of the time with their code compiled.
    env: {
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? 'node_modules/.cache/tieout',
      // Names the server that tests are given; a service that a test starts chooses its own.
      MONGODB_URI: '',
    },
    // Real servers, one of each for the whole call.
    globalSetup: ['test/servers/mongod.ts', 'test/servers/nats-server.ts'],
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
