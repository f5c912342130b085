// Every file and folder that a page of the documentation names is there: a reading order that leads to a file of
// yesterday is worse than none.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HOUSES = ['bench', 'bin', 'deploy', 'docs', 'examples', 'proto', 'src', 'test', 'third_party'];
/** By its name, or the end of its path. */
const NAMED = /`((?:[\w-]+\/)*[\w-]+\.(?:ts|mjs|proto))`/g;
/** By its whole path, a folder too. */
const PLACES = /`((?:src|test|docs|bench|bin|examples|\.ci)\/[\w./-]*|core\/[\w./-]+\.ts)`/g;

const files = HOUSES.flatMap((house) =>
  readdirSync(join(ROOT, house), { recursive: true, encoding: 'utf8' }).map((path) => join(house, path)),
);
const names = new Set(files.map((path) => basename(path)));
const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...files.filter((path) => path.endsWith('.md'))];

test.each(pages)('%s names files that are there', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8');
  const named = Array.from(text.matchAll(NAMED), ([, path]) => path!);
  const missing = named.filter((path) =>
    path.includes('/') ? !files.some((file) => file === path || file.endsWith(`/${path}`)) : !names.has(path),
  );
  expect(missing).toEqual([]);
  const places = Array.from(text.matchAll(PLACES), ([, path]) => path!);
  expect(places.filter((path) => !existsSync(join(ROOT, path)) && !existsSync(join(ROOT, 'src', path)))).toEqual([]);
});
