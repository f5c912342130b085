// The tests of reading, with the inputs of every reading kept (capture.ts).

import { defineConfig } from 'vitest/config';
import { switchedOff } from './switched-off.ts';

const READERS = [
  { file: 'adapters/files/read-statement.ts', declared: 'readWhole', what: 'file' },
  { file: 'adapters/files/read-holdings.ts', declared: 'readWholeHoldings', what: 'holdings' },
  { file: 'core/reading/read-table.ts', declared: 'readTable', what: 'table' },
] as const;

export default defineConfig({
  plugins: [
    {
      name: 'capture',
      enforce: 'pre',
      transform(text, id) {
        const reader = READERS.find(({ file }) => id.endsWith(`/src/${file}`));
        if (reader === undefined) return null;
        const { file, declared, what } = reader;
        return switchedOff(text, {
          file,
          declared,
          as: `(...given) => capture('${what}', given, ${declared}AsWritten)`,
        });
      },
    },
  ],
  test: {
    include: ['test/core/reading/**/*.test.ts', 'test/adapters/files/**/*.test.ts'],
    // They draw other files every time.
    exclude: ['**/any-*.test.ts'],
    setupFiles: ['bench/ablate/capture.ts'],
    isolate: false,
    testTimeout: 60_000,
  },
});
