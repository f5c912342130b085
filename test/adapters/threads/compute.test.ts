// The compute port on threads: how many there are changes nothing in what they answer.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startThreads } from '../../../src/adapters/threads/compute.ts';
import type { TieoutError } from '../../../src/core/errors.ts';
import { DEFAULT_PARAMETERS } from '../../../src/core/matching/parameters.ts';
import { planSession } from '../../../src/core/matching/plan.ts';
import { SIDES, type Side } from '../../../src/core/records/rows/columns.ts';
import { writtenMonth } from '../../core/generation/months.ts';

const folder = mkdtempSync(join(tmpdir(), 'tieout-threads-'));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(() => {
  const { files } = writtenMonth({ rows: 1_200, seed: 'threads', accounts: 7 });
  for (const side of SIDES) writeFileSync(join(folder, `${side}.csv`), files[side]);
});

const requestOf = (side: Side, name = `${side}.csv`) => ({
  path: join(folder, name),
  name,
  side,
  defaultCurrency: 'NGN',
});

async function answered(threads: number) {
  const compute = startThreads(threads);
  try {
    const [gl, bank] = await Promise.all(SIDES.map((side) => compute.readFile(requestOf(side))));
    const plan = planSession(gl!.columns, bank!.columns);
    const columns = { gl: gl!.columns, bank: bank!.columns };
    const outcome = await compute.match({ ...columns, plan, parameters: DEFAULT_PARAMETERS });
    const blocks = await compute.packRows(columns.gl, { from: 0, to: 1 });
    const refused = await compute
      .readFile(requestOf('gl', 'nowhere.csv'))
      .catch((error: TieoutError) => error.sentence);
    return { files: [gl, bank], accounts: plan.accounts.length, outcome, blocks, refused };
  } finally {
    await compute.close();
  }
}

test('one thread and three answer alike', async () => {
  const one = await answered(1);
  expect(one.accounts).toBe(7);
  expect(one.outcome.groups.count).toBeGreaterThan(1_000);
  expect(one.refused).toBe('nowhere.csv: there is no such file.');
  expect(await answered(3)).toEqual(one);
});

test('threads that were stopped say so', async () => {
  const compute = startThreads(1);
  await compute.close();
  await expect(compute.readFile(requestOf('gl'))).rejects.toThrow('The compute threads were stopped.');
});

test('what is to be written while accounts are matched does not wait for them', async () => {
  const compute = startThreads(1);
  try {
    const [gl, bank] = await Promise.all(SIDES.map((side) => compute.readFile(requestOf(side))));
    const columns = { gl: gl!.columns, bank: bank!.columns };
    const plan = planSession(columns.gl, columns.bank);
    const ended: string[] = [];
    const matched = compute.match({ ...columns, plan, parameters: DEFAULT_PARAMETERS }).then(() => ended.push('match'));
    const packed = compute.packRows(columns.gl, { from: 0, to: 1 }).then(() => ended.push('pack'));
    await Promise.all([matched, packed]);
    expect(ended).toEqual(['pack', 'match']);
  } finally {
    await compute.close();
  }
});
