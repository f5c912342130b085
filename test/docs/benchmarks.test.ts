// Pages of figures are read at a glance: one table a page, no cell longer than a line, and every benchmark that is named
// is one.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const LINE = 80;
const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

describe.each(['docs/benchmarks.md', 'docs/accuracy.md'])('%s', (path) => {
  const rows = read(path)
    .split('\n')
    .filter((line) => line.startsWith('|'));

  test('has one table', () => {
    expect(rows.filter((row) => row.startsWith('|---'))).toHaveLength(1);
  });

  test('has no cell longer than a line', () => {
    const cells = rows.flatMap((row) => row.split('|').map((cell) => cell.trim()));
    expect(cells.filter((cell) => cell.length > LINE)).toEqual([]);
  });
});

test('docs/benchmarks.md names benchmarks that there are', () => {
  const named = Array.from(
    read('docs/benchmarks.md').matchAll(/^\| (?!benchmark )([a-z-]+) \|/gm),
    ([, name]) => name!,
  );
  const known = read('bench/main.ts');
  expect([...new Set(named)].filter((name) => !new RegExp(`['"\\s]${name}['"]?:`).test(known))).toEqual([]);
});
