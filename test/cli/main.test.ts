// The front door: help, version, what is not a command, and that no failure shows a stack trace.

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { shell, tieout } from './tieout.ts';

const root = new URL('../../', import.meta.url);

describe('help', () => {
  test.each(['--help', '-h', 'help'])('%s names every command', async (word) => {
    const { status, stdout, stderr } = await tieout([word]);
    expect([status, stderr]).toEqual([0, '']);
    for (const command of ['reconcile', 'inspect', 'runs', 'health', 'events', 'generate'])
      expect(stdout).toContain(`\n  ${command} `);
  });

  test.each(['reconcile', 'inspect', 'runs', 'health', 'events', 'generate'])(
    '%s --help says what it takes',
    async (command) => {
      const { status, stdout, stderr } = await tieout([command, '--help']);
      expect([status, stderr]).toEqual([0, '']);
      expect(stdout).toMatch(new RegExp(`^Usage: tieout ${command} `));
      expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(120);
    },
  );
});

test('--version is that of package.json', async () => {
  const { version } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  expect(await tieout(['--version'])).toEqual({ status: 0, stdout: `tieout ${version}\n`, stderr: '' });
});

test.each([[[]], [['reconsile']], [['constructor']], [['--nope']]])(
  '%j is wrong usage, said in one line',
  async (args) => {
    const { status, stdout, stderr } = await tieout(args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(
      /^[^\n]*: the commands are reconcile, inspect, serve, runs, screen, checks, subjects, lists, cases, risk, health, events, audit, match, part, constraints, preview, sign-off, reopen, decisions, note, assign, policy, proposals, backtest, resume, files, arrivals, journals, charge-words, open-items, quality, formats, generate\. See tieout --help\.\n$/,
    );
  },
);

test('a reader that goes away early is no failure', async () => {
  const { status, stderr } = await shell(
    'bin/tieout reconcile --help | head -1 && bin/tieout inspect examples/gl.csv --json | head -c 1',
  );
  expect([status, stderr]).toEqual([0, '']);
});

test.skipIf(!existsSync('/dev/full'))('a full disk behind standard output is one sentence', async () => {
  const { status, stderr } = await shell('bin/tieout inspect examples/gl.csv --json > /dev/full');
  const sentence = 'The answer cannot be written to where standard output leads (ENOSPC): lead it elsewhere.\n';
  expect([status, stderr]).toEqual([1, sentence]);
});

describe('a defect', () => {
  // A data directory whose store is a folder is nothing that the code expects.
  const line =
    'exec node_modules/.bin/node --import "data:text/javascript,Date.now=()=>{throw new Error(String.fromCharCode(98,97,110,103))}" src/main.ts reconcile --gl examples/gl.csv --bank examples/bank.csv';

  test('is one sentence that asks for a report', async () => {
    const { status, stdout, stderr } = await shell(line);
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^Tieout failed: bang; please report it with: tieout [\d.]+, Node [\d.]+ [^\n]*\n$/);
  });

  test('shows its stack with TIEOUT_DEBUG=1', async () => {
    const { status, stderr } = await shell(`TIEOUT_DEBUG=1 ${line.replace('exec ', '')}`);
    expect(status).toBe(1);
    expect(stderr).toMatch(/^Tieout failed: bang; [^\n]*\nError: bang\n {4}at /);
  });
});
