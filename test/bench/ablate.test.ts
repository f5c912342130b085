// Every rule that the benchmark switches off is in the source where it says, so that none is measured as worth nothing because
// it was renamed.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { RULES } from '../../bench/ablate/rules.ts';
import { switchedOff } from '../../bench/ablate/switched-off.ts';

const src = join(import.meta.dirname, '../../src');

test.each(RULES)('$name: $what', ({ off }) => {
  for (const one of off) {
    const text = readFileSync(join(src, one.file), 'utf8');
    expect(switchedOff(text, one)).not.toBe(text);
  }
});

test('a switch whose place is not there, or is there twice, is refused', () => {
  const one = { file: 'a.ts', written: 'x + 1', as: '1' };
  expect(switchedOff('const a = x + 1;', one)).toBe('const a = 1;');
  expect(() => switchedOff('const a = 1;', one)).toThrow('a.ts has 0 places of: x + 1');
  expect(() => switchedOff('x + 1; x + 1;', one)).toThrow('a.ts has 2 places of: x + 1');
});

test('a function that is switched off is still there under another name', () => {
  const text = 'export function f(a: number): number {\n  return a;\n}\n';
  expect(switchedOff(text, { file: 'a.ts', declared: 'f', as: '(a) => fAsWritten(a) + 1' })).toBe(
    'export const f: any = (a) => fAsWritten(a) + 1;\nfunction fAsWritten(a: number): number {\n  return a;\n}\n',
  );
});
