// Every worked example of docs/matching.md and docs/other-kinds.md, and of the fixture for what they say in words
// alone, run by the engine: the pages say what the program says. No tier and no banking cluster type is without one.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SUM_TIER_WORDS, TIER_WORDS } from '../../src/cli/results/result-words.ts';
import { BANKING_RULES } from '../../src/core/classification/rules.ts';
import { type Engine, startEngine, workedExamples } from './worked-examples.ts';

const examplesOf = (path: string) => workedExamples(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const examples = examplesOf('docs/matching.md');
const others = ['docs/other-kinds.md', 'test/fixtures/matching-examples.md'].flatMap(examplesOf);

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.close());

test.each(others.map((example) => [example.heading, example] as const))('%s', async (_, example) => {
  expect(await engine.answer(example)).toBe(example.answer);
});

describe('docs/matching.md', () => {
  test.each(examples.map((example) => [example.heading, example] as const))('%s', async (_, example) => {
    expect(await engine.answer(example)).toBe(example.answer);
  });

  test('has an example for every tier, for reversals and for every banking cluster type', () => {
    const shown = new Set(
      examples.flatMap(({ answer }) => answer.split('\n').map((line) => line.trim().split(':')[0])),
    );
    const wanted = [
      ...[...Object.keys(TIER_WORDS), ...Object.keys(SUM_TIER_WORDS)].map((tier) => `tier ${tier}`),
      'netted',
      ...BANKING_RULES.map(({ type }) => type),
      'looks like transposed_amount',
      'looks like adds_up',
    ];
    expect(wanted.filter((one) => !shown.has(one))).toEqual([]);
  });

  test('shows under each heading what the heading is about', () => {
    for (const { heading, answer } of examples) {
      const tier = /^Tier (\d)/.exec(heading)?.[1];
      const types = heading.split(', ').filter((word) => /^[a-z_]+$/.test(word));
      for (const name of tier === undefined ? types : [`tier ${tier}`]) expect(answer).toContain(`${name}: `);
    }
  });
});
