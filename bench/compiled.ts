// What V8 compiles while a session is matched, and throws away again because a function was given something else than
// before: each time it is compiled anew, on a thread of V8's that some other work could have. An index of -0 did it 318
// times a run (docs/benchmarks-tried.md).

import type { BenchOptions, Figures } from './bench.ts';
import type { Month } from './inputs.ts';
import { runProgram } from './measure.ts';

const ROWS = 200_000;
const RUNS = 3;
/** Functions that are told, those thrown away most often first. */
const TOLD = 20;

export const COMPILED_MARK = 'Matching begins.';

export interface CompiledInput {
  readonly month: Month;
  readonly runs: number;
}

interface Counted {
  compiled: number;
  thrownAway: number;
  reasons: Set<string>;
}

export async function run({ rows, inputs, say }: BenchOptions): Promise<Figures> {
  const month = inputs.month({ rows: rows ?? ROWS, accounts: 1 });
  const input: CompiledInput = { month, runs: RUNS };
  const script = new URL('./compiled-kernel.ts', import.meta.url).pathname;
  const flags = ['--disable-warning=ExperimentalWarning', '--trace-opt', '--trace-deopt'];
  const { output } = await runProgram(process.execPath, [...flags, script, JSON.stringify(input)]);
  const functions = countedIn(output.slice(output.indexOf(COMPILED_MARK)));
  const all = [...functions.values()];
  const total = (of: 'compiled' | 'thrownAway') => all.reduce((sum, one) => sum + one[of], 0);
  say(`compiled: ${RUNS} runs of ${rows ?? ROWS} rows a side, one account, in one process`);
  say('  compiled  thrown away  function');
  const worst = [...functions].sort(([, a], [, b]) => b.thrownAway - a.thrownAway || b.compiled - a.compiled);
  for (const [name, { compiled, thrownAway, reasons }] of worst.slice(0, TOLD)) {
    say(`  ${String(compiled).padStart(8)}  ${String(thrownAway).padStart(11)}  ${name}: ${[...reasons].join('; ')}`);
  }
  return { functions: functions.size, compiled: total('compiled'), thrown_away: total('thrownAway') };
}

/** By function, as V8 names it in its trace. Throws where the trace has another form than is known. */
function countedIn(trace: string): ReadonlyMap<string, Counted> {
  const functions = new Map<string, Counted>();
  const of = (said: string): Counted => {
    const name = said.startsWith('(sfi') ? 'without a name' : said;
    const known = functions.get(name);
    if (known !== undefined) return known;
    const counted = { compiled: 0, thrownAway: 0, reasons: new Set<string>() };
    functions.set(name, counted);
    return counted;
  };
  for (const [, name] of trace.matchAll(/\[completed optimizing 0x[0-9a-f]+ <JSFunction ?([^ >]*)/g))
    of(name).compiled++;
  for (const [, reason, name] of trace.matchAll(
    /\[bailout \(kind: deopt-eager, reason: ([^)]*)\): begin\. deoptimizing 0x[0-9a-f]+ <JSFunction ?([^ >]*)/g,
  )) {
    const counted = of(name);
    counted.thrownAway++;
    counted.reasons.add(reason);
  }
  if (functions.size === 0) throw new Error('V8 traces what it compiles in another form than this benchmark reads.');
  return functions;
}
