// Reads one damaged file after the other, the hostile ones first and then every specimen in turn, each kind of damage in
// its turn, until it is stopped or all that is asked for is done. It tells the other thread where it stands through
// shared memory, for a reading that hangs cannot.

import { readFileSync, writeFileSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import type { StatementFile } from '../../src/adapters/files/request/statement-file.ts';
import { corpus, type Specimen } from './corpus.ts';
import { type Case, casesOf, randomOf } from './damage.ts';
import { hostileFiles, writeHostile } from './hostile-files.ts';
import { findingIn, outcomeOf } from './judge.ts';
import { BEGUN_AT, BUDGET_MS, type FromThread, type ThreadTask } from './thread-task.ts';

const { path, seed, most, only, state, port } = workerData as ThreadTask;
const tell = (message: FromThread) => port.postMessage(message);
const HOSTILE_MS = 20_000;
/** Time for one specimen before the next one has its turn. */
const TURN_MS = 50;

/** Runs one reading under the eyes of the other thread. Answers why it is a finding. */
function watched(how: string, budgetMs: number, read: () => string | null): void {
  Atomics.store(state, BUDGET_MS, budgetMs);
  Atomics.store(state, BEGUN_AT, Math.round(performance.timeOrigin + performance.now()) % 2 ** 31);
  let why: string | null;
  try {
    why = read();
  } catch (error) {
    why = `it throws ${(error as Error).stack ?? error}`;
  }
  Atomics.store(state, BEGUN_AT, 0);
  if (why !== null) tell({ finding: { how, why, content: readFileSync(path) } });
}

async function hostile(): Promise<void> {
  for (const file of await hostileFiles()) {
    if (only !== null && only !== 'hostile') continue;
    tell({ begins: file.name });
    writeHostile(path, file);
    watched(file.name, HOSTILE_MS, () => {
      const outcome = outcomeOf(path);
      const found = typeof outcome === 'string' ? outcome : outcome.columns.count;
      const isWanted =
        typeof found === 'string'
          ? typeof file.wanted === 'string' && found.includes(file.wanted)
          : found === file.wanted;
      return isWanted ? null : `${found} instead of ${file.wanted}`;
    });
  }
}

interface Turn {
  readonly specimen: Specimen;
  readonly whole: StatementFile;
  /** Cases of each kind that has some left; the next turn is the first one's. */
  readonly cases: [Case['kind'], Iterator<Case, void>][];
  readonly counts: Record<Case['kind'], number>;
}

async function damaged(): Promise<void> {
  const specimens = await corpus();
  const others = specimens.map(({ content }) => content);
  const turns = specimens
    .filter(({ name }) => only === null || name === only)
    .map((specimen, i): Turn => {
      writeFileSync(path, specimen.content);
      const whole = outcomeOf(path);
      if (typeof whole === 'string') throw new Error(`${specimen.name}: ${whole}`);
      const cases = (['cut', 'flip', 'random'] as const).map((kind, k): Turn['cases'][number] => [
        kind,
        casesOf(specimen, others, randomOf(seed + i + k * specimens.length), [kind]),
      ]);
      return { specimen, whole, cases, counts: { cut: 0, flip: 0, random: 0 } };
    });
  if ('cases' in most) for (const turn of turns) takeCases(turn, most.cases);
  else while (Date.now() < most.untilMs) for (const turn of turns) takeTurn(turn);
  tell({ counts: turns.map(({ specimen: { name }, counts }) => ({ name, ...counts })) });
}

function takeCases(turn: Turn, most: number): void {
  for (const [, left] of turn.cases) for (let n = 0; n < most && takeCase(turn, left); n++);
}

function takeTurn(turn: Turn): void {
  const end = performance.now() + TURN_MS;
  const [kind, left] = turn.cases.shift()!;
  do if (!takeCase(turn, left)) return;
  while (performance.now() < end);
  turn.cases.push([kind, left]);
}

/** False if no case of this kind is left. */
function takeCase({ specimen, whole, counts }: Turn, left: Iterator<Case, void>): boolean {
  const { value: one } = left.next();
  if (!one) return false;
  counts[one.kind]++;
  writeFileSync(path, one.content);
  watched(`${specimen.name}: ${one.how}`, specimen.most, () => findingIn(outcomeOf(path), whole, one, specimen));
  return true;
}

await hostile();
await damaged();
tell({ isDone: true });
