// `npm run test:faults`: the fault suite, whole or in a short selection, from a seed that is printed.

import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { MIX } from './mix.ts';
import { freshSeed, SEED, SHORT } from './seed.ts';

const HELP = `Usage: npm run test:faults -- [--short] [--seed N] [FILE...]

  --short    some sixty faults instead of all of them
  --seed N   the random numbers of an earlier call (TIEOUT_FAULTS_SEED); which fault comes when is the same again,
             what it meets is not quite
  FILE       only files with this in their name: single, three, embedded
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { short: { type: 'boolean' }, seed: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const seed = Number(values.seed ?? process.env[SEED] ?? freshSeed());
if (!Number.isSafeInteger(seed)) {
  process.stderr.write(`${HELP}\nA seed is a whole number.\n`);
  process.exit(2);
}
process.env[SEED] = String(seed);
process.env[SHORT] = values.short ? '1' : '0';

const counts = new Map<string, number>();
for (const mix of Object.values(MIX)) {
  for (const [kind, [whole, few]] of Object.entries(mix)) {
    counts.set(kind, (counts.get(kind) ?? 0) + (values.short ? few : whole));
  }
}
const faults = [...counts.values()].reduce((sum, count) => sum + count, 0);
process.stdout.write(
  `Seed ${seed}; npm run test:faults -- ${values.short ? '--short ' : ''}--seed ${seed} repeats it.\n`,
);
process.stdout.write(`${faults} faults: ${[...counts].map(([kind, count]) => `${count} ${kind}`).join(', ')}.\n`);

const began = performance.now();
const vitest = await startVitest('test', positionals, {
  config: fileURLToPath(new URL('vitest.config.ts', import.meta.url)),
  watch: false,
});
await vitest.close();
const minutes = ((performance.now() - began) / 60_000).toFixed(1);
process.stdout.write(
  `${faults} faults with seed ${seed} in ${minutes} minutes: ${process.exitCode ? 'failed' : 'passed'}.\n`,
);
