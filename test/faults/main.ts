// `npm run test:faults`: the fault suite, whole, in a short selection or of any length, from a seed that is printed; in
// the end a table of the faults by kind and of what became of them.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startVitest } from 'vitest/node';
import { sharesOf } from './mix.ts';
import { COUNT, freshSeed, SEED, SHORT, TABLE } from './seed.ts';
import { tableOf } from './table.ts';

const HELP = `Usage: npm run test:faults -- [--short | --count N] [--seed N] [FILE...]

  --short    some eighty faults instead of all of them
  --count N  so many faults, in the shares of all of them: --count 1000
  --seed N   the random numbers of an earlier call (FAULTS_SEED); which fault comes when is the same again,
             what it meets is not quite
  FILE       only files with this in their name: single, three, embedded
`;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    short: { type: 'boolean' },
    count: { type: 'string' },
    seed: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const seed = Number(values.seed ?? process.env[SEED] ?? freshSeed());
const asked = values.count ?? null;
const count = asked === null ? null : Number(asked);
if (!Number.isSafeInteger(seed) || (count !== null && !(Number.isSafeInteger(count) && count > 0))) {
  process.stderr.write(`${HELP}\nA seed is a whole number, a count one from 1 on.\n`);
  process.exit(2);
}
process.env[SEED] = String(seed);
process.env[SHORT] = values.short ? '1' : '0';
process.env[COUNT] = count === null ? '' : String(count);
const folder = mkdtempSync(join(tmpdir(), 'tieout-faults-table-'));
const table = join(folder, 'histories.jsonl');
writeFileSync(table, '');
process.env[TABLE] = table;

const isChosen = (place: string) => positionals.length === 0 || positionals.some((name) => place.includes(name));
const counts = new Map<string, number>();
for (const { place, kind, times } of sharesOf({ short: values.short ?? false, count })) {
  if (isChosen(place) && times > 0) counts.set(kind, (counts.get(kind) ?? 0) + times);
}
const faults = [...counts.values()].reduce((sum, times) => sum + times, 0);
const size = values.short ? '--short ' : count === null ? '' : `--count ${count} `;
process.stdout.write(`Seed ${seed}; npm run test:faults -- ${size}--seed ${seed} repeats it.\n`);
process.stdout.write(`${faults} faults: ${[...counts].map(([kind, times]) => `${times} ${kind}`).join(', ')}.\n`);

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
process.stdout.write(`\n${tableOf(table, counts)}\n`);
rmSync(folder, { recursive: true });
