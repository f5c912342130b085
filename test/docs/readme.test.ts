// What the README says can be done can be done: its shell lines run in a folder like a fresh clone, and what it shows as
// their output is their output.

import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { shell } from '../cli/tieout.ts';

const root = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const clone = mkdtempSync(join(tmpdir(), 'tieout-readme-'));
afterAll(() => rmSync(clone, { recursive: true, force: true }));

beforeAll(() => {
  mkdirSync(clone, { recursive: true });
  for (const name of ['bin', 'src', 'examples', 'node_modules', 'package.json'])
    symlinkSync(join(root, name), join(clone, name));
});

/** Lines of the README's shell blocks of one kind. */
const linesOf = (kind: string): string[] =>
  Array.from(read('README.md').matchAll(new RegExp(`^\`\`\`${kind}\n([^\`]*)\`\`\`$`, 'gm')), ([, block]) =>
    block!.trim().split('\n'),
  ).flat();

/** `npm ci` was run, `npm test` is what runs this, and test/cli/demo.test.ts runs the demo. */
const lines = linesOf('sh')
  .map((line) => line.replace(/^npm ci && /, ''))
  .filter((line) => !['npm test', 'npm run demo'].includes(line));

const [serveLine, ...serviceLines] = linesOf('sh service');

describe('README.md', () => {
  test('has the two commands of a fresh clone', () => {
    for (const command of ['npm ci && npm run demo', 'npm ci && npm test'])
      expect(read('README.md')).toContain(`\n${command}\n`);
    expect(lines.length).toBeGreaterThan(5);
  });

  test.each(lines)('%s', async (line) => {
    const { status, stdout, stderr } = await shell(line, { cwd: clone });
    expect([status, stderr.replaceAll(/^npm warn .*\n/gm, '')]).toEqual([0, '']);
    expect(stdout).not.toBe('');
  });

  /** Each shown output, with the lines that it is the output of: those of the block before it. */
  const shown = Array.from(read('README.md').matchAll(/^```sh\n([^`]*)```\n\n```text\n([^`]*)```$/gm));

  test('shows a statement of twelve lines and a match explained', () => {
    expect(shown.map(([, , output]) => output!.split('\n').length - 1)).toEqual([12, 8]);
  });

  test('shows one picture of the console, which is there', () => {
    const pictures = Array.from(read('README.md').matchAll(/!\[[^\]]+\]\(([^)]+)\)/g), ([, path]) => path!);
    expect(pictures).toEqual(['docs/pictures/exceptions.png']);
    expect(existsSync(join(root, pictures[0]!))).toBe(true);
  });

  test.each(shown.map(([, commands, output]) => [commands!, output!]))('%s', async (commands, output) => {
    const { status, stdout } = await shell(commands.trim().split('\n').at(-1)!, { cwd: clone });
    expect([status, stdout]).toEqual([0, output]);
  });

  test('names the files that --out has written', () => {
    const named = Array.from(read('README.md').matchAll(/`([\w-]+\.(?:csv|json|txt))`/g), ([, name]) => name!);
    expect([...new Set(named)].sort()).toEqual(readdirSync(join(clone, 'out')).sort());
  });
});

describe('README.md, as a service', () => {
  let service: ChildProcess;
  let address: string;
  beforeAll(async () => {
    // exec: the shell becomes the service, so that a signal reaches it.
    const line = serveLine!.replace('bin/tieout', 'exec bin/tieout');
    const env = { ...process.env, TIEOUT_PORT: '0' };
    service = spawn('/bin/sh', ['-c', line], { cwd: clone, env, stdio: ['ignore', 'pipe', 'ignore'] });
    address = await new Promise((resolve, reject) => {
      service.stdout!.once('data', (said: Buffer) => resolve(/http:\S+/.exec(String(said))![0]));
      service.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
    });
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => service.once('exit', resolve));
    service.kill('SIGKILL');
    await ended;
  });

  test('is started first', () => {
    expect(serveLine).toContain('bin/tieout serve');
    expect(serviceLines.length).toBeGreaterThan(5);
  });

  test.each(serviceLines)('%s', async (line) => {
    const { status, stdout, stderr } = await shell(line.replaceAll('http://127.0.0.1:8080', address), { cwd: clone });
    expect([status, stderr.replaceAll(/^npm warn .*\n/gm, '')]).toEqual([0, '']);
    expect(stdout).not.toBe('');
    expect(stdout).not.toContain('"detail"');
    if (!line.includes('/v1/reconcile/')) return;
    // A person who types the next line takes longer than the run.
    const running = async () => (await fetch(address + JSON.parse(stdout).pipeline_status_url)).text();
    while (/"status":"(accepted|running)","run_id"/.test(await running())) await pause(50);
  });
});
