// Validation and a handler that does nothing, through the bridge, against plain Fastify with the same body and an
// answer of the same size; Connect and gRPC beside them. Each server is a process of its own and this one makes the
// load. The loads alternate in short rounds, so that other work on the machine meets all of them, and medians over the
// rounds count. Requests a second include what the load costs on a shared core; the processor time of a server does
// not.

import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { BenchOptions, Figures } from './bench.ts';
import { median, processorSecondsOf, profiling } from './measure.ts';
import { callGrpc, type Load, postJson, type Served } from './rest-load.ts';
import { CONNECT_BODY, REST_BODY, REST_PATH, RPC_PATH } from './rest-request.ts';

const ROUNDS = 12;
const ROUND_SECONDS = 1;
/** Code is compiled for some tens of thousands of requests. */
const WARM_UP_SECONDS = 6;

interface Round {
  readonly requestsPerSecond: number;
  /** Of the server, for one request. */
  readonly processorMicroseconds: number;
}

interface Server {
  readonly process: ChildProcess;
  readonly address: string;
}

export async function run({ say }: BenchOptions): Promise<Figures> {
  // A process for the RPC protocols: what they leave behind in the compiler and the heap is not REST's.
  const servers = await Promise.all(['rest-fastify.ts', 'rest-service.ts', 'rest-service.ts'].map(start));
  const [fastify, service, rpc] = servers as [Server, Server, Server];
  const loads = {
    fastify: { server: fastify, make: (load: Load) => postJson(load, { path: REST_PATH, body: REST_BODY }) },
    rest: { server: service, make: (load: Load) => postJson(load, { path: REST_PATH, body: REST_BODY }) },
    connect: { server: rpc, make: (load: Load) => postJson(load, { path: RPC_PATH, body: CONNECT_BODY }) },
    grpc: { server: rpc, make: callGrpc },
  };
  const names = Object.keys(loads) as (keyof typeof loads)[];
  const rounds: Record<keyof typeof loads, Round>[] = [];
  try {
    for (const name of names) await measured(loads[name], WARM_UP_SECONDS);
    for (let i = 0; i < ROUNDS; i++) {
      const round: Partial<Record<keyof typeof loads, Round>> = {};
      for (const name of names) round[name] = await measured(loads[name], ROUND_SECONDS);
      rounds.push(round as Required<typeof round>);
    }
  } finally {
    await Promise.all(servers.map(end));
  }
  const of = (name: keyof typeof loads, figure: keyof Round) => median(rounds.map((round) => round[name][figure]));
  const ratio = (name: keyof typeof loads, figure: keyof Round) =>
    median(rounds.map((round) => round[name][figure] / round.fastify[figure]));
  const byProcessor = (name: keyof typeof loads) => 1 / ratio(name, 'processorMicroseconds');
  say(`rest: a banking run of ${REST_BODY.length} bytes to a handler that does nothing, ${ROUNDS} rounds`);
  const titles = { fastify: 'plain Fastify', rest: 'REST', connect: 'Connect, JSON', grpc: 'gRPC' };
  for (const name of names) {
    say(
      `  ${titles[name].padEnd(14)} ${of(name, 'requestsPerSecond').toFixed(0).padStart(6)} requests/s, ` +
        `processor ${of(name, 'processorMicroseconds').toFixed(0).padStart(4)} microseconds each; of plain Fastify ` +
        `${ratio(name, 'requestsPerSecond').toFixed(2)}, by processor time ${byProcessor(name).toFixed(2)}`,
    );
  }
  return Object.fromEntries(
    names.flatMap((name) => [
      [`${name}_requests_per_second`, of(name, 'requestsPerSecond')],
      [`${name}_processor_microseconds`, of(name, 'processorMicroseconds')],
      [`${name}_of_fastify`, ratio(name, 'requestsPerSecond')],
      [`${name}_of_fastify_by_processor`, byProcessor(name)],
    ]),
  );
}

interface Measurement {
  readonly server: Server;
  readonly make: (load: Load) => Promise<Served>;
}

async function measured({ server: { process: child, address }, make }: Measurement, length: number): Promise<Round> {
  const before = processorSecondsOf(child.pid!) ?? 0;
  const { requests, seconds } = await make({ address, seconds: length });
  const processor = (processorSecondsOf(child.pid!) ?? 0) - before;
  return { requestsPerSecond: requests / seconds, processorMicroseconds: (processor / requests) * 1e6 };
}

/** A server of bench/, once it has said where it listens. */
async function start(script: string): Promise<Server> {
  const path = fileURLToPath(new URL(`./${script}`, import.meta.url));
  const child = spawn(process.execPath, [...profiling(script), path], { stdio: ['ignore', 'pipe', 'ignore'] });
  process.once('exit', () => child.kill('SIGKILL'));
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout!.once('data', (line: Buffer) => resolve(String(line).trim()));
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code} before it listened`)));
  });
  return { process: child, address };
}

async function end({ process: child }: Server): Promise<void> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
