import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { BANKING_CAUSES } from '../../src/generation/causes.ts';
import { writtenMonth } from './months.ts';

const example = (name: string) => readFileSync(new URL(`../../examples/${name}`, import.meta.url), 'utf8');

test('the examples are, byte for byte, the month of their seed, with everything in it that months have', () => {
  const { files, totals } = writtenMonth({ rows: 2_200, seed: 'example' });
  // Compared as booleans: a difference would print both files.
  expect(files.gl === example('gl.csv')).toBe(true);
  expect(files.bank === example('bank.csv')).toBe(true);
  expect(Object.keys(totals.causes).sort()).toEqual(
    Object.keys(BANKING_CAUSES)
      .filter((cause) => !cause.startsWith('batch'))
      .sort(),
  );
  expect(Math.min(totals.rows.gl, totals.rows.bank)).toBeGreaterThan(2_000);
});
