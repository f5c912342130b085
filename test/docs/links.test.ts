// Every link of the documentation leads somewhere: to a file that is there, and to a heading of it where it names one.
// Every page can be reached from the README by links alone.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

const pages = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'examples/README.md'],
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => `docs/${file}`),
];

/** The text of a page without its blocks of code. */
const textOf = (page: string): string => read(page).replaceAll(/^```[\s\S]*?^```$/gm, '');

/** Links to places of the repository: from the page's own folder, with `#` and the heading where one is named. */
const linksOf = (page: string): string[] =>
  Array.from(textOf(page).matchAll(/\]\((?!https?:)([^)\s`]+)\)/g), ([, link]) => link!);

const targetOf = (page: string, link: string): string => {
  const [path = ''] = link.split('#');
  return path === '' ? page : normalize(join(dirname(page), path));
};

/** As GitHub makes anchors of headings: small letters, no punctuation, a hyphen for each blank. */
const anchorsOf = (page: string): string[] =>
  Array.from(textOf(page).matchAll(/^#+ (.+)$/gm), ([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );

test.each(pages)('%s links to files and headings that are there', (page) => {
  const broken = linksOf(page).filter((link) => {
    const target = targetOf(page, link);
    if (!existsSync(join(ROOT, target))) return true;
    const [, anchor] = link.split('#');
    return anchor !== undefined && !anchorsOf(target).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test('every page is reached from the README', () => {
  const reached = new Set(['README.md']);
  for (const page of reached) {
    if (!page.endsWith('.md')) continue;
    for (const link of linksOf(page)) {
      const target = targetOf(page, link);
      if (existsSync(join(ROOT, target)) && statSync(join(ROOT, target)).isFile()) reached.add(target);
    }
  }
  expect(pages.filter((page) => !reached.has(page))).toEqual([]);
});
