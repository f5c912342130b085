// Comments cite pages that are in the repository, and sections that stand on them.

import { existsSync, globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const SOURCES = globSync(['src/**/*.ts', 'bench/**/*.ts', 'test/reference/*.ts']);

/** A comment's line breaks and stars between words of one sentence. */
const unwrapped = (text: string): string => text.replaceAll(/\n\s*(?:\/\/|\*) /g, ' ');

/** What a section is named by: a heading, or the bold or italic words that open a paragraph or an item. */
function sectionsOf(page: string): Set<string> {
  const text = readFileSync(page, 'utf8');
  const names = text.matchAll(/^(?:#+ (?<heading>.+)|(?:- )?\*{1,2}(?<lead>[^*]+?)[.:]?\*{1,2}.*)$/gm);
  return new Set([...names].map(({ groups }) => (groups!['heading'] ?? groups!['lead'])!.trim()));
}

const cited = SOURCES.flatMap((file) =>
  [...unwrapped(readFileSync(file, 'utf8')).matchAll(/(docs\/[\w/-]+\.md)(?:,? \(?"([^"]+)")?/g)].map(
    ([, page, section]) => ({ file, page: page!, section }),
  ),
);

test('every page that a comment cites is there', () => {
  expect(cited.length).toBeGreaterThan(50);
  expect(cited.filter(({ page }) => !existsSync(page))).toEqual([]);
});

test('every section that a comment cites stands on its page', () => {
  const named = cited.filter(({ section }) => section !== undefined);
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ page, section }) => !sectionsOf(page).has(section!))).toEqual([]);
});

test('no comment cites a page that is not in the repository', () => {
  const foreign = SOURCES.filter((file) =>
    /\b(?:design|spec)\/[\w-]+\.md\b|\bDesign: /.test(readFileSync(file, 'utf8')),
  );
  expect(foreign).toEqual([]);
});
