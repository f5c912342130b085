// Whether others are served while one caller sends what costs the most: /livez is asked the whole time, and the memory of
// the service is looked at. Each body is sent again and again by itself, four at once; the service has to answer each
// with a refusal, and to be alive at the end.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { BenchOptions, Figures } from './bench.ts';
import { HOSTILE_BODIES, type HostileBody } from './hostile-bodies.ts';
import { probed, quantile } from './probed.ts';
import { TOKEN } from './rest-request.ts';

const SECONDS = 5;
const AT_ONCE = 4;

export async function run({ say }: BenchOptions): Promise<Figures> {
  const path = fileURLToPath(new URL('./rest-service.ts', import.meta.url));
  const child = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'ignore'] });
  process.once('exit', () => child.kill('SIGKILL'));
  const address = await new Promise<string>((resolve, reject) => {
    child.stdout!.once('data', (line: Buffer) => resolve(String(line).trim()));
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
  const figures: Record<string, number> = {};
  const all: number[] = [];
  const quiet = await probed(address, () => pause(2_000));
  say(`hostile: in quiet: ${quiet.text}; ${memoryOf(child.pid!)} MB`);
  let peak = 0;
  for (const body of HOSTILE_BODIES) {
    let sent = 0;
    let status = '';
    const asked = await probed(address, async () => {
      const end = performance.now() + SECONDS * 1_000;
      const again = async () => {
        while (performance.now() < end) {
          status = await post(address, body);
          sent++;
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, again));
    });
    if (child.exitCode !== null) throw new Error(`${body.name} ended the service`);
    const memory = memoryOf(child.pid!);
    peak = Math.max(peak, memory);
    all.push(...asked.times);
    say(`  ${body.name.padEnd(46)} ${String(sent).padStart(5)} sent, ${status}; ${asked.text}; ${memory} MB`);
    figures[`${body.name.replaceAll(/\W+/g, '_')}_p99_ms`] = asked.p99;
  }
  say(
    `  all: /livez p99 ${quantile(all, 0.99).toFixed(1)} ms, most ${quantile(all, 1).toFixed(1)} ms; peak ${memoryPeakOf(child.pid!)} MB`,
  );
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  return { ...figures, p99_ms: quantile(all, 0.99), worst_ms: quantile(all, 1), memory_mb: peak };
}

async function post(address: string, { path, headers, body }: HostileBody): Promise<string> {
  const reply = await fetch(address + path, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${TOKEN}` },
    body: body as never,
  });
  const text = await reply.text();
  const status = reply.headers.get('grpc-status') ?? /grpc-status: (\d+)/.exec(text)?.[1];
  return status === undefined ? String(reply.status) : `grpc ${status}`;
}

const statusOf = (pid: number, name: string): number =>
  Math.round(
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_000,
  );

const memoryOf = (pid: number) => statusOf(pid, 'VmRSS');
const memoryPeakOf = (pid: number) => statusOf(pid, 'VmHWM');
