// `npm run bench -- ablate`: what each rule of matching and of classification is worth. Each is switched off in turn, in a
// process of its own whose source is rewritten while it is loaded (ablate/switch.ts), over the same months; what is said
// without the rule is held against what is said with it: pairs and classes lost and gained, right and wrong, and the
// processor time. --rows chooses the size of the generated months, --only a list of rules.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { type Answers, answersIn, type Difference, difference } from './ablate/answers.ts';
import { writeMonths } from './ablate/data.ts';
import type { MeasuredAnswer, MeasuredInput } from './ablate/measured.ts';
import { RULES } from './ablate/rules.ts';
import type { BenchOptions, Figures } from './bench.ts';
import { runScript } from './measure.ts';

const ROWS = 2_500;

interface Ablated {
  readonly name: string;
  readonly what: string;
  readonly isAsked: boolean;
  readonly isOfReading: boolean;
}

const WHOLE: Ablated = { name: 'every rule', what: '', isAsked: true, isOfReading: false };

interface Measured extends MeasuredAnswer {
  /** What was said of each part of the months. */
  readonly said: ReadonlyMap<string, Answers>;
}

export async function run({ rows, only, inputs, say }: BenchOptions): Promise<Figures> {
  const root = inputs.scratch('ablate');
  const all: Ablated[] = [
    ...RULES.map(({ name, what, isAsked = false, off }) => {
      const isOfReading = off.some(({ file }) => /^(core\/reading|adapters)\//.test(file));
      return { name, what, isAsked, isOfReading };
    }),
  ];
  // Those that must earn their place come first.
  const asked = (only === null ? all : all.filter(({ name }) => only.split(',').includes(name))).sort(
    (a, b) => Number(a.isAsked) - Number(b.isAsked),
  );
  if (asked.length === 0) throw new Error(`No rule is called ${only}: ${all.map(({ name }) => name).join(', ')}.`);
  // Rules of reading are measured by the files and tables that the project has, all others by the months.
  const isMatching = asked.some((one) => !one.isOfReading);
  const months = isMatching ? await writeMonths(root, { rows: rows ?? ROWS, parts: PARTS }) : [];
  const plan = join(root, 'plan.json');
  writeFileSync(plan, JSON.stringify(months));
  const captured = asked.some((one) => one.isOfReading) ? await captureReadings(inputs.scratch('readings')) : '';
  const wholes = new Map<boolean, Measured>();
  for (const isOfReading of new Set(asked.map((one) => one.isOfReading))) {
    const whole = await measure({ ...WHOLE, isOfReading }, { root, plan, captured });
    wholes.set(isOfReading, whole);
    const of = isOfReading ? 'layouts' : `${months.length} months`;
    say(`${of}, every rule: ${whole.processorSeconds.toFixed(1)} s of processor time`);
    for (const [name, answers] of [...whole.said].sort()) say(`  ${name.padEnd(22)} ${totalOf(answers)}`);
  }
  say(
    'Without the rule: pairs and classes lost and gained, right + wrong; moved: pairs of another tier; time as a share.',
  );
  say(
    `${'rule'.padEnd(34)}${'pairs lost'.padEnd(14)}${'gained'.padEnd(14)}${'moved'.padEnd(8)}${'classes lost'.padEnd(14)}${'gained'.padEnd(14)}time  where`,
  );
  const figures: Record<string, number> = {};
  for (const [isOfReading, { processorSeconds }] of wholes)
    figures[isOfReading ? 'layouts_seconds' : 'whole_seconds'] = processorSeconds;
  const queue = [...asked];
  const next = async (): Promise<void> => {
    for (let one = queue.shift(); one !== undefined; one = queue.shift()) {
      const whole = wholes.get(one.isOfReading)!;
      const without = await measure(one, { root, plan, captured });
      say(told(one, whole, without));
      Object.assign(figures, figuresOf(one, whole, without));
    }
  };
  await Promise.all(Array.from({ length: Math.min(WORKERS, availableParallelism()) }, next));
  return figures;
}

/** ABLATE_PARTS (a list) chooses among the parts of the months; those with truth beside the project are the part months. */
const PARTS = process.env['ABLATE_PARTS']?.split(',') ?? null;
const WORKERS = Number(process.env['ABLATE_WORKERS'] ?? 2);

let files = 0;

async function measure(
  { name, isOfReading }: Ablated,
  { root, plan, captured }: { readonly root: string; readonly plan: string; readonly captured: string },
): Promise<Measured> {
  const file = join(root, `answers-${files++}`);
  const input: MeasuredInput = {
    plan,
    file,
    captured: isOfReading ? captured : null,
    withMonths: !isOfReading,
    withPaper: !isOfReading && (PARTS === null || PARTS.includes('months')),
  };
  const isSwitched = name !== WHOLE.name;
  const { answer } = await runScript<MeasuredInput, MeasuredAnswer>('ablate/measured.ts', input, {
    preload: 'ablate/switch.ts',
    variables: isSwitched ? { ABLATED: name } : {},
  });
  const lines = new Map<string, string[]>();
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    const list = line.slice(0, line.indexOf('\t'));
    const some = lines.get(list) ?? [];
    lines.set(list, some);
    some.push(line.slice(list.length + 1));
  }
  return { ...answer, said: new Map([...lines].map(([list, some]) => [list, answersIn(some)])) };
}

/** Runs the tests of reading and keeps what they read in the folder. */
async function captureReadings(folder: string): Promise<string> {
  const words = ['vitest', 'run', '--config', 'bench/ablate/capture.config.ts'];
  const env = { ...process.env, CAPTURED: folder };
  const tests = spawn('npx', words, {
    cwd: join(import.meta.dirname, '..'),
    env,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await once(tests, 'exit');
  if (readdirSync(folder).length === 0) throw new Error('The tests of reading read no file.');
  return folder;
}

function totalOf(answers: Answers): string {
  let [right, wrong] = [0, 0];
  for (const said of answers.values()) [right, wrong] = [right + said.right, wrong + said.wrong];
  return `${right} right, ${wrong} wrong`;
}

const NOTHING: Difference = { gainedRight: 0, gainedWrong: 0, lostRight: 0, lostWrong: 0 };

/** Adds up all lists of one kind (pairs, tiers, classes). */
function differenceOf(kind: RegExp, whole: Measured, without: Measured): Difference {
  const sum = { ...NOTHING };
  for (const name of listsOf(whole, without)) {
    if (!kind.test(name)) continue;
    const some = difference(whole.said.get(name) ?? new Map(), without.said.get(name) ?? new Map());
    for (const key of Object.keys(sum) as (keyof Difference)[]) sum[key] += some[key];
  }
  return sum;
}

const listsOf = (whole: Measured, without: Measured): string[] =>
  [...new Set([...whole.said.keys(), ...without.said.keys()])].sort();

function told(rule: Ablated, whole: Measured, without: Measured): string {
  const pairs = differenceOf(/pairs$|^layouts$/, whole, without);
  const tiers = differenceOf(/tiers$/, whole, without);
  const classes = differenceOf(/classes$/, whole, without);
  const lost = (some: Difference): string => `-${some.lostRight} -${some.lostWrong}`;
  const gained = (some: Difference): string => `+${some.gainedRight} +${some.gainedWrong}`;
  const moved = Math.max(0, tiers.lostRight + tiers.lostWrong - pairs.lostRight - pairs.lostWrong);
  const where = listsOf(whole, without).flatMap((name) => {
    const some = differenceOf(RegExp(`^${name}$`), whole, without);
    const isSame = Object.values(some).every((count) => count === 0);
    return isSame || name.endsWith('tiers') ? [] : [`${name} ${lost(some)} ${gained(some)}`];
  });
  const cells = [lost(pairs), gained(pairs), String(moved), lost(classes), gained(classes)];
  const widths = [14, 14, 8, 14, 14];
  const time = (without.processorSeconds / whole.processorSeconds).toFixed(2);
  return `${`${rule.name}${rule.isAsked ? ' *' : ''}`.padEnd(34)}${cells.map((cell, k) => cell.padEnd(widths[k])).join('')}${time}  ${where.join('; ')}`;
}

function figuresOf({ name }: Ablated, whole: Measured, without: Measured): Figures {
  const figures: Record<string, number> = { [`${name} time`]: without.processorSeconds / whole.processorSeconds };
  for (const kind of ['pairs', 'tiers', 'classes', 'layouts', 'readings']) {
    for (const [key, count] of Object.entries(differenceOf(RegExp(`${kind}$`), whole, without))) {
      if (count > 0) figures[`${name} ${kind} ${key}`] = count;
    }
  }
  return figures;
}
