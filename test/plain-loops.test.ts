// What the compiler of V8 cannot make cheap in a loop over rows does not stand in matching: a list that is made to be
// taken apart again is an iterator until the last compiler has it.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Lines of the sources below a folder that fit. */
function linesWith(folder: string, expression: RegExp): string[] {
  const files = readdirSync(root + folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.ts'),
  );
  expect(files.length).toBeGreaterThan(50);
  return files.flatMap((name) =>
    readFileSync(`${root}${folder}/${name}`, 'utf8')
      .split('\n')
      .flatMap((line, i) => (expression.test(line) ? [`${folder}/${name}:${i + 1}: ${line.trim()}`] : [])),
  );
}

test('matching makes no list to take it apart', () => {
  expect(linesWith('src/core/matching', /(const|let) \[[^\]]*\] = \[/)).toEqual([]);
});
