// Every dependency stands in docs/decisions/dependencies.md with the one line that says why it is here.

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('every dependency is in the decisions, with why', () => {
  const rows = read('docs/decisions/dependencies.md')
    .split('\n')
    .filter((line) => /^\| \S.* \| \S.* \|$/.test(line));
  const { dependencies = {}, devDependencies = {}, optionalDependencies = {} } = JSON.parse(read('package.json'));
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(names.length).toBeGreaterThan(10);
  // Packages of one scope may share a line, where the scope is said once.
  const isThere = (name: string) => rows.some((row) => row.includes(name) || row.includes(name.split('/').at(-1)!));
  expect(names.filter((name) => !isThere(name))).toEqual([]);
});
