// Every type of the contract's union is produced from files, as the command line reads and reconciles them: by a worked
// example of docs/matching.md, docs/other-kinds.md or test/fixtures/matching-examples.md, or by the files of
// test/fixtures/cluster-types.md. A type that no files produce fails here.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ClusterTypeSchema } from '../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { enumNames } from '../../src/rpc/enum-names.ts';
import { type Engine, startEngine, type WorkedExample, workedExamples } from './worked-examples.ts';

const examplesOf = (path: string): WorkedExample[] =>
  workedExamples(readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8'));
const PAGES = ['cluster-types.md', 'matching-examples.md'].map((name) => `test/fixtures/${name}`);
const EXAMPLES = [...PAGES, 'docs/matching.md', 'docs/other-kinds.md'].flatMap(examplesOf);
const TYPES = [...enumNames(ClusterTypeSchema).names.values()].filter((name) => !name.includes('unspecified'));

/** The types that an answer has, one a line before its rows. */
const typesIn = (answer: string): string[] => answer.split('\n').map((line) => line.split(':')[0].trim());

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(() => engine.close());

describe('the union of cluster types', () => {
  test('is that of the contract', () => {
    expect(TYPES).toHaveLength(ClusterTypeSchema.values.length - 1);
    expect(TYPES).toContain('possible_batch');
  });

  test.each(TYPES)('%s', async (type) => {
    const example = EXAMPLES.find(({ answer }) => typesIn(answer).includes(type));
    expect(example, `no files are said to produce ${type}`).toBeDefined();
    expect(typesIn(await engine.answer(example!))).toContain(type);
  });

  test.each([
    ['possible_batch', 'atm'],
    ['chargeback', 'atm'],
    ['chargeback', ''],
    ['fee_mismatch', 'nip'],
    ['fee_mismatch', ''],
  ])('%s is one of runs of kind "%s" too', async (type, kind) => {
    const ofKind = ({ options }: WorkedExample) =>
      kind === '' ? !options.includes('--kind') : options.includes(`--kind ${kind}`);
    const example = EXAMPLES.find((one) => ofKind(one) && typesIn(one.answer).includes(type));
    expect(typesIn(await engine.answer(example!))).toContain(type);
  });
});
