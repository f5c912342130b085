// How the benchmarks measure: medians, the peak memory of a process, and child processes that are timed from spawn to
// exit. Peak memory is the kernel's own high-water mark (VmHWM), which can be forgotten in between, so that loading the
// input is not counted; where there is no /proc it is the process's greatest resident size ever.

import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Peak resident memory of a process in bytes, or null when the system does not tell. */
function peakOf(pid: number | 'self'): number | null {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    return null;
  }
}

/** Processor time of a process in seconds, both kinds, or null when the system does not tell. */
export function processorSecondsOf(pid: number): number | null {
  try {
    // After the name in parentheses, which may hold spaces: state is field 3, utime and stime 14 and 15, in 1/100 s.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)!.split(' ');
    return (Number(fields[11]) + Number(fields[12])) / 100;
  } catch {
    return null;
  }
}

/** Peak resident memory of this process since it began or since forgetPeak, in bytes. */
export function peakBytes(): number {
  return peakOf('self') ?? process.resourceUsage().maxRSS * 1024;
}

/** The peak starts anew from what is resident now. Without /proc it does nothing. */
export function forgetPeak(): void {
  try {
    writeFileSync('/proc/self/clear_refs', '5');
  } catch {
    // Another system: the peak then includes what was loaded before.
  }
}

export interface Taken {
  /** On the wall clock. */
  readonly seconds: number;
  /** Processor time of this process, all threads: on a busy machine it says more than the wall clock. */
  readonly processorSeconds: number;
}

/** How long some work took in this process, and its answer. */
export async function timed<T>(work: () => T | Promise<T>): Promise<{ taken: Taken; answer: T }> {
  const before = process.cpuUsage();
  const begun = performance.now();
  const answer = await work();
  const seconds = (performance.now() - begun) / 1000;
  const { user, system } = process.cpuUsage(before);
  return { taken: { seconds, processorSeconds: (user + system) / 1e6 }, answer };
}

export interface Finished {
  /** From spawn to exit. */
  readonly seconds: number;
  /** Processor time of the process, all threads; null when the system does not tell. */
  readonly processorSeconds: number | null;
  readonly peakBytes: number | null;
  readonly output: string;
}

/** Peaks only grow, so the last look before the exit is at most this many milliseconds old. */
const LOOK_EVERY = 10;

/** Runs a program to its end. Throws when it fails, with what it said. */
export function runProgram(
  program: string,
  args: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: environment });
    let [output, complaint] = ['', ''];
    let [peak, processor]: (number | null)[] = [null, null];
    const look = (): void => {
      if (child.pid === undefined) return;
      peak = peakOf(child.pid) ?? peak;
      processor = processorSecondsOf(child.pid) ?? processor;
    };
    const looking = setInterval(look, LOOK_EVERY);
    const stop = (): void => void child.kill('SIGKILL');
    process.once('exit', stop);
    let ended = begun;
    child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (complaint += text));
    child.on('exit', () => (ended = performance.now()));
    const over = (): void => {
      clearInterval(looking);
      process.off('exit', stop);
    };
    child.on('error', (error) => {
      over();
      reject(error);
    });
    child.on('close', (code) => {
      over();
      if (code !== 0) reject(new Error(`${program} ${args.join(' ')} ended with ${code}: ${complaint.trim()}`));
      else resolve({ seconds: (ended - begun) / 1000, processorSeconds: processor, peakBytes: peak, output });
    });
  });
}

/**
 * Runs a script of bench/ in a process of its own with one argument, a JSON text; its output is one JSON text. `asOurs`:
 * with the variables that bin/tieout sets for every process of ours; `preload`: a script of bench/ that is loaded first.
 */
export async function runScript<Input, Answer>(
  script: string,
  input: Input,
  {
    asOurs = false,
    preload = null,
    variables = {},
  }: { readonly asOurs?: boolean; readonly preload?: string | null; readonly variables?: NodeJS.ProcessEnv } = {},
): Promise<{ finished: Finished; answer: Answer }> {
  const pathOf = (name: string): string => new URL(`./${name}`, import.meta.url).pathname;
  process.env['NODE_COMPILE_CACHE'] ??= COMPILE_CACHE;
  const preloaded = preload === null ? [] : ['--import', pathOf(preload)];
  const flags = ['--disable-warning=ExperimentalWarning', '--expose-gc', ...preloaded, ...profiling(script)];
  const environment = asOurs
    ? { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '4194304', ...process.env }
    : process.env;
  const finished = await runProgram(process.execPath, [...flags, pathOf(script), JSON.stringify(input)], {
    ...environment,
    ...variables,
  });
  return { finished, answer: JSON.parse(finished.output) as Answer };
}

/** Compiled code is kept from call to call, as bin/tieout keeps it: for ours and for its peers. */
const COMPILE_CACHE = new URL('../node_modules/.cache/tieout', import.meta.url).pathname;

/** With BENCH_PROFILE=DIR every script leaves a profile there for each of its threads. */
export function profiling(script: string): string[] {
  const directory = process.env['BENCH_PROFILE'];
  return directory ? ['--cpu-prof', `--cpu-prof-dir=${directory}/${script.replace(/\W+/g, '-')}`] : [];
}

/** The argument of a script that runScript started. */
export function scriptInput<Input>(): Input {
  return JSON.parse(process.argv[2]) as Input;
}

export const megabytes = (bytes: number | null): string =>
  bytes === null ? 'unknown' : `${(bytes / 1e6).toFixed(0)} MB`;
export const inSeconds = (seconds: number): string => `${seconds.toFixed(2)} s`;
