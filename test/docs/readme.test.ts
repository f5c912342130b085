// What the documents say can be done can be done: the README's shell lines run in a folder like a fresh clone, links
// lead somewhere, and files that are named are there.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
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

/** Lines of the README's shell blocks; `npm ci` was run, and `npm test` is what runs this. */
const lines = Array.from(read('README.md').matchAll(/^```sh\n([^`]*)```$/gm), ([, block]) => block!.trim().split('\n'))
  .flat()
  .map((line) => line.replace(/^npm ci && /, ''))
  .filter((line) => line !== 'npm test');

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

  test('names the files that --out has written', () => {
    const named = Array.from(read('README.md').matchAll(/`([\w-]+\.(?:csv|json))`/g), ([, name]) => name!);
    expect([...new Set(named)].sort()).toEqual(readdirSync(join(clone, 'out')).sort());
  });
});

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

describe.each(pages)('%s', (page) => {
  test('links to what is there', () => {
    const links = Array.from(read(page).matchAll(/\]\((?!https?:)([^)#]+)[^)]*\)/g), ([, link]) => link!);
    expect(links.filter((link) => !existsSync(join(root, dirname(page), link)))).toEqual([]);
  });

  test('names files that are there', () => {
    const named = Array.from(
      read(page).matchAll(/`((?:src|test|docs|bench|bin|examples|\.ci)\/[\w./-]*|core\/[\w./-]+\.ts)`/g),
      ([, file]) => file!,
    );
    const missing = named.filter((file) => !existsSync(join(root, file)) && !existsSync(join(root, 'src', file)));
    expect(missing).toEqual([]);
  });
});
