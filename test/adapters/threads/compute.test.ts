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
import { writtenMonth } from '../../generation/months.ts';

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

test('threads that got ready read as others do, and can be stopped before they are ready', async () => {
  const ready = startThreads(2);
  ready.getReady();
  const file = await ready.readFile(requestOf('gl')).finally(() => ready.close());
  expect(file.columns.count).toBeGreaterThan(1_000);
  const stopped = startThreads(2);
  stopped.getReady();
  await stopped.close();
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

test('what is no longer asked for ends where it is, and its thread is replaced', async () => {
  writeFileSync(
    join(folder, 'long.csv'),
    `Date,Reference,Narration,Amount\n${'2026-03-02,R1,Rent,10.00\n'.repeat(400_000)}`,
  );
  const compute = startThreads(1);
  const asked = new AbortController();
  const [why, wanted] = [new Error('Nobody wants it.'), compute.until(asked.signal)];
  // Only what is still under way can be told to end: it is once it tells how far it is.
  const reading = wanted.readFile(requestOf('gl', 'long.csv'), () => asked.abort(why));
  const waiting = wanted.readFile(requestOf('gl'));
  const other = compute.readFile(requestOf('bank'));
  await expect(reading).rejects.toBe(why);
  await expect(waiting).rejects.toBe(why);
  expect((await other).columns.count).toBeGreaterThan(1_000);
  await expect(wanted.readFile(requestOf('gl'))).rejects.toBe(why);
  await compute.close();
});

test('a task that takes longer than any may is ended, says so, and the next one is done', async () => {
  const compute = startThreads(1, { mostTaskMs: 30 });
  const late = {
    code: 'thread_silent',
    message: expect.stringMatching(/\(readFile\) within 0\.03 s, and was ended\.$/),
  };
  // Starting a thread alone takes longer.
  await expect(compute.readFile(requestOf('gl'))).rejects.toMatchObject(late);
  await compute.close();
  const usual = startThreads(1, { mostTaskMs: 60_000 });
  expect((await usual.readFile(requestOf('gl'))).columns.count).toBeGreaterThan(1_000);
  await usual.close();
});
