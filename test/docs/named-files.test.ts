// Every file that a page of the documentation names is there: a reading order that leads to a file of yesterday is
// worse than none.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HOUSES = ['bench', 'bin', 'deploy', 'docs', 'examples', 'proto', 'src', 'test', 'third_party'];
const NAMED = /`((?:[\w-]+\/)*[\w-]+\.(?:ts|mjs|proto))`/g;

const files = HOUSES.flatMap((house) =>
  readdirSync(join(ROOT, house), { recursive: true, encoding: 'utf8' }).map((path) => join(house, path)),
);
const names = new Set(files.map((path) => basename(path)));
const pages = ['README.md', 'CONTRIBUTING.md', ...files.filter((path) => path.endsWith('.md'))];

test.each(pages)('%s names files that are there', (page) => {
  const named = Array.from(readFileSync(join(ROOT, page), 'utf8').matchAll(NAMED), ([, path]) => path!);
  const missing = named.filter((path) =>
    path.includes('/') ? !files.some((file) => file === path || file.endsWith(`/${path}`)) : !names.has(path),
  );
  expect(missing).toEqual([]);
});
