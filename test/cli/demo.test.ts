// `npm run demo` as a newcomer runs it: the real service, its result, lines that work as they are printed. And as it is
// interrupted, refused its port or left by its service: one sentence, and nothing stays behind.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Ran, shell } from './tieout.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const withoutNpmWarnings = (text: string) => text.replaceAll(/^npm warn .*\n/gm, '');

describe('npm run demo', () => {
  let ran: Ran;
  beforeAll(async () => {
    ran = await shell('npm run --silent demo');
  });

  test('exits 0 and says nothing of warnings', () => {
    expect([ran.status, withoutNpmWarnings(ran.stderr)]).toEqual([0, '']);
  });

  test('shows the run, what matched, what is open, the exceptions and the proof', () => {
    const headings = [
      'Run',
      'Matched',
      'Open items',
      'Exceptions',
      'Match rate',
      'Three matches explained',
      'BANK RECONCILIATION STATEMENT',
      'Look further',
      'Your own files',
    ];
    for (const heading of headings) expect(ran.stdout).toMatch(new RegExp(`^${heading}$`, 'm'));
    expect(ran.stdout).toContain('All differences are itemised.');
  });

  test('prints the address of the console, at the statement of its month', () => {
    expect(ran.stdout).toMatch(
      /^ {2}http:\/\/127\.0\.0\.1:\d+\/console\/#statement\?tenant=[\w-]+&partner=[\w-]+&session=[\w-]+$/m,
    );
  });

  test('shows what `tieout reconcile` makes of the same files', async () => {
    const fees = '--msc-rate 0.005 --charge-min 10 --charge-max 60';
    const local = await shell(`bin/tieout reconcile --gl examples/gl.csv --bank examples/bank.csv ${fees}`);
    const section = (text: string, heading: string) => text.split(`\n${heading}\n`)[1].split('\n\n')[0];
    for (const heading of ['Matched', 'Open items', 'Exceptions', 'Match rate']) {
      expect(section(ran.stdout, heading)).toBe(section(local.stdout, heading));
    }
  });

  test('explains a reference inside a narration, a fee and a match with a runner-up', () => {
    const explained = ran.stdout.slice(ran.stdout.indexOf('Three matches explained'));
    expect(explained.match(/^ {2}Tier \d, confidence/gm)).toEqual([
      '  Tier 1, confidence',
      '  Tier 2, confidence',
      '  Tier 3, confidence',
    ]);
    expect(explained).toContain('ledger’s reference, bank’s narration');
    expect(explained).toMatch(/apart, a (charge within the given range|merchant service charge)/);
    expect(explained).toMatch(/probability 1\.00: \d+ words in common.* no partner 0\.00/);
    expect(explained).toMatch(/runner-up +bank\.csv:\d+ .* less likely/);
  });

  test('leaves no service behind', async () => {
    const [address] = /http:\/\/127\.0\.0\.1:\d+/.exec(ran.stdout)!;
    await expect(fetch(address)).rejects.toThrow('fetch failed');
  });
});

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tieout-demo-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const begun: ChildProcess[] = [];
afterAll(() => {
  for (const process of begun) process.kill('SIGKILL');
});

interface Demo {
  readonly process: ChildProcess;
  readonly ended: Promise<Ran>;
}

/** The demo without npm before it, its temporary files in `folder`. */
function startDemo(args: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Demo {
  const node = join(root, 'node_modules/.bin/node');
  const process_ = spawn(node, ['src/cli/demo.ts', ...args], {
    cwd: root,
    env: { ...process.env, TMPDIR: folder, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  begun.push(process_);
  let stdout = '';
  let stderr = '';
  process_.stdout.on('data', (text) => (stdout += text));
  process_.stderr.on('data', (text) => (stderr += text));
  const ended = new Promise<Ran>((resolve) => {
    process_.on('close', (status) => resolve({ status, stdout, stderr }));
  });
  return { process: process_, ended };
}

/** Processes that work on what lies in `folder`. */
function servicePids(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${folder}/`);
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Waits until the demo's service has written this to its log. */
async function untilLogged(text: string): Promise<void> {
  for (;;) {
    const [demo] = readdirSync(folder).filter((name) => name.startsWith('tieout-demo-'));
    try {
      if (readFileSync(join(folder, demo ?? '', 'service.log'), 'utf8').includes(text)) return;
    } catch {}
    await pause(10);
  }
}

const isNode = (pid: number): boolean => {
  try {
    return readlinkSync(`/proc/${pid}/exe`).endsWith('node');
  } catch {
    return false;
  }
};

const nothingStays = async (): Promise<void> => {
  expect(servicePids().filter(isNode)).toEqual([]);
  // The shell that was to become the service may have been killed with a command in hand, which ends by itself.
  for (const deadline = Date.now() + 5_000; servicePids().length > 0 && Date.now() < deadline; ) await pause(20);
  expect(servicePids()).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.startsWith('tieout-demo-'))).toEqual([]);
};

// Reads /proc, as Linux has it.
describe.runIf(process.platform === 'linux')('the service of the demo', () => {
  test('with --keep goes on, and answers every line as it is printed, with its token too', async () => {
    // Of the environment the token counts, and what would keep the demo from its work does not.
    const token = { TIEOUT_SERVICE_TOKEN: 'sixteen-and-more-characters' };
    const env = { ...token, TIEOUT_ROLES: 'api', TIEOUT_HOST: '0.0.0.0', TIEOUT_FILES_ROOT: '/nowhere' };
    const { status, stdout, stderr } = await startDemo(['--keep', '--json'], env).ended;
    expect([status, stderr]).toEqual([0, '']);
    const printed = JSON.parse(stdout);
    expect(printed).toMatchObject({
      status: { status: 'succeeded' },
      summary: { gl: { rows: 2170 }, by_tier: { 1: 1926, 3: 159 }, proof: { difference: 0 } },
      matches: [{ tier: 1 }, { tier: 2 }, { tier: 3 }],
      kept: { pid: expect.any(Number) },
    });
    expect(printed.open_items).toHaveLength(135);
    expect(printed.clusters).toHaveLength(119);
    expect(servicePids()).toEqual([printed.kept.pid]);
    const [summary, openItems, clusters, ...grpc] = printed.look_further as string[];
    const answer = async (line: string) => {
      expect(line).toContain('-H "Authorization: Bearer $TIEOUT_SERVICE_TOKEN"');
      const { status: code, stdout: text, stderr: said } = await shell(line, { env: token });
      expect([code, withoutNpmWarnings(said)]).toEqual([0, '']);
      return JSON.parse(text);
    };
    expect(await answer(summary!)).toEqual(printed.summary);
    expect(await answer(openItems!)).toMatchObject({ total: 82, items: { length: 5 } });
    expect(await answer(clusters!)).toMatchObject({ total: 119, items: { length: 5 } });
    // grpcurl is nobody's dependency; where it is installed its lines are tried too.
    expect(grpc.filter((line) => line.startsWith('grpcurl '))).toHaveLength(2);
    if ((await shell('command -v grpcurl')).status === 0) {
      expect(await answer(grpc[0])).toMatchObject({ total: 159, items: { length: 5 } });
      expect((await shell(grpc[1])).stdout).toContain('tieout.reporting.v1.ReportingService');
    }
    const second = await startDemo(['--port', new URL(printed.address).port]).ended;
    expect([second.status, second.stdout]).toEqual([1, '']);
    expect(second.stderr).toMatch(/^The demo failed: the service did not start: [^\n]*listens there already[^\n]*\n$/);
    process.kill(printed.kept.pid);
    while (servicePids().length > 0) await pause(20);
    rmSync(printed.kept.folder, { recursive: true });
    await nothingStays();
  });

  test.each([
    ['while it starts', ''],
    ['while the run goes on', 'A run begins.'],
  ])('is stopped when the demo is interrupted %s', async (_, logged) => {
    const demo = startDemo(['--keep']);
    await untilLogged(logged);
    demo.process.kill('SIGINT');
    const { status, stdout, stderr } = await demo.ended;
    expect([status, stdout, stderr]).toEqual([130, '', 'Interrupted; the service was stopped.\n']);
    await nothingStays();
  });

  test('that dies is reported in one sentence', async () => {
    const demo = startDemo();
    await untilLogged('A run begins.');
    for (const pid of servicePids()) process.kill(pid, 'SIGKILL');
    const { status, stdout, stderr } = await demo.ended;
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toBe('The demo failed: the service ended: it ended with SIGKILL.\n');
    await nothingStays();
  });

  test.each([
    [['--kep'], {}, "Unknown option '--kep'"],
    [['--port', 'http'], {}, 'TIEOUT_PORT must be a whole number'],
    [[], { TIEOUT_SERVICE_TOKEN: 'short' }, 'TIEOUT_SERVICE_TOKEN must be'],
  ])('is not left by wrong usage: %j %j', async (args, env, says) => {
    const { status, stdout, stderr } = await startDemo(args, env as Record<string, string>).ended;
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain(says);
    expect(stderr.trim().split('\n')).toHaveLength(1);
    await nothingStays();
  });
});
