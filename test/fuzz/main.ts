// `npm run test:fuzz`: damages small files of every format for a minute, or as long as is asked for, and reads them. A
// crash, a hang, rows of a damaged file without a word, or memory beyond a limit is a finding: it is kept in a file, and
// the run fails. The seed that is printed repeats a run.

import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { MessageChannel, Worker } from 'node:worker_threads';
import { freshSeed } from '../faults/seed.ts';
import { BEGUN_AT, BUDGET_MS, type Finding, type FromThread, type ThreadTask } from './thread-task.ts';

const HELP = `Usage: npm run test:fuzz -- [--seconds N | --cases N] [--seed N] [--only NAME]

  --seconds N  how long files are damaged (60)
  --cases N    how many cases of each kind of damage each format has, however long it takes: the same on any machine
  --seed N     the random numbers of an earlier run
  --only NAME  one format (csv, mt940, camt, pain, ofx, bai2, qif, fixed, html, json, xlsx, ods, gzip, zstd, zip, pdf), or hostile
`;
/** Most memory of the process in bytes: a service does other work beside. */
const MOST_BYTES = 1_000_000_000;
const LOOK_MS = 200;
/** Findings of one run that are kept; after these it ends. */
const MOST_FINDINGS = 20;

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    cases: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    help: { type: 'boolean', short: 'h' },
  },
});
const seed = Number(values.seed ?? freshSeed());
const seconds = Number(values.seconds);
const cases = values.cases === undefined ? null : Number(values.cases);
const isUsable =
  Number.isSafeInteger(seed) && (cases === null ? seconds > 0 : Number.isSafeInteger(cases) && cases > 0);
if (values.help || !isUsable) {
  process.stdout.write(HELP);
  process.exit(values.help ? 0 : 2);
}
const only = values.only ?? null;
const repeating = [
  `--seed ${seed}`,
  ...(cases === null ? [] : [`--cases ${cases}`]),
  ...(only === null ? [] : [`--only ${only}`]),
];
process.stdout.write(`Seed ${seed}; npm run test:fuzz -- ${repeating.join(' ')} repeats it.\n`);

const folder = mkdtempSync(join(tmpdir(), 'tieout-fuzz-'));
const path = join(folder, 'case');
const kept = join(tmpdir(), `tieout-fuzz-findings-${seed}`);
let findings = 0;

function keep({ how, why, content }: Finding): void {
  findings++;
  mkdirSync(kept, { recursive: true });
  const file = join(kept, String(findings));
  writeFileSync(file, content);
  process.stdout.write(`FOUND ${how}: ${why}\n  kept as ${file}\n`);
}

const { port1, port2 } = new MessageChannel();
const state = new Int32Array(new SharedArrayBuffer(8));
const most: ThreadTask['most'] = cases === null ? { untilMs: Date.now() + seconds * 1000 } : { cases };
const task: ThreadTask = { path, seed, most, only, state, port: port2 };
const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), {
  workerData: task,
  transferList: [port2],
});

/** What the reading at hand does wrong, as the other thread cannot say it; null for nothing. */
function wrongNow(): string | null {
  const begun = Atomics.load(state, BEGUN_AT);
  const since = (Math.round(performance.timeOrigin + performance.now()) % 2 ** 31) - begun;
  if (begun > 0 && since > Atomics.load(state, BUDGET_MS)) return `it takes more than ${since} ms`;
  const { rss } = process.memoryUsage();
  return rss > MOST_BYTES ? `it holds ${Math.round(rss / 1e6)} MB` : null;
}

let at = 'the corpus';
let mostBytes = 0;
const failed = await new Promise<string | null>((resolve) => {
  const looking = setInterval(() => {
    mostBytes = Math.max(mostBytes, process.memoryUsage().rss);
    const wrong = wrongNow();
    if (wrong !== null) resolve(wrong);
  }, LOOK_MS);
  const end = (why: string | null) => {
    clearInterval(looking);
    resolve(why);
  };
  thread.on('error', (error) => end(`it ends the thread: ${error.stack ?? error}`));
  port1.on('message', (message: FromThread) => {
    if ('begins' in message) at = message.begins;
    else if ('finding' in message) {
      keep(message.finding);
      if (findings >= MOST_FINDINGS) end(null);
    } else if ('counts' in message) {
      at = 'the end';
      for (const { name, cut, flip, random } of message.counts)
        process.stdout.write(`${name.padEnd(6)} ${cut} cuts, ${flip} flipped bits, ${random} random changes\n`);
    } else end(null);
  });
});
await thread.terminate();
port1.close();
if (failed !== null) {
  process.stdout.write(`The run stops (last named: ${at}): ${failed}\n`);
  if (existsSync(path)) process.stdout.write(`The file is kept: ${path}\n`);
} else rmSync(folder, { recursive: true, force: true });
const memory = `${Math.round(mostBytes / 1e6)} MB of memory at most`;
process.stdout.write(
  findings === 0 && failed === null ? `Nothing found; ${memory}.\n` : `${findings} findings; ${memory}.\n`,
);
process.exitCode = findings === 0 && failed === null ? 0 : 1;
