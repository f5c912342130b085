// A month that takes along what an earlier one left open is read once, though it is shown twice: before and after.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { sha256 } from '../../src/adapters/digest/sha256.ts';
import { openEmbeddedStore } from '../../src/adapters/store-embedded/open.ts';
import { reconcileOptions } from '../../src/cli/reconcile-options.ts';
import { reconcileOn } from '../../src/compose/local-run.ts';
import { changedCompute } from '../../src/ports/compute.ts';
import { computeThread } from './compute-thread.ts';

const root = mkdtempSync(join(tmpdir(), 'tieout-months-back-'));
afterAll(() => rmSync(root, { recursive: true }));

const file = (name: string, rows: readonly string[]): string => {
  writeFileSync(join(root, name), `${['Date,Reference,Narration,Amount', ...rows].join('\n')}\n`);
  return join(root, name);
};

test('files are read once', async () => {
  const store = await openEmbeddedStore({ directory: join(root, 'data') });
  const read: string[] = [];
  const compute = changedCompute(computeThread, (threads) => ({
    readFile: (...of) => {
      read.push(of[0].name);
      return threads.readFile(...of);
    },
  }));
  const month = async (
    name: string,
    { gl, bank, args = [] }: Record<'gl' | 'bank', string[]> & { args?: string[] },
  ) => {
    const files = ['--gl', file(`${name}-gl.csv`, gl), '--bank', file(`${name}-bank.csv`, bank)];
    const options = reconcileOptions([...files, '--session', name, '--data', join(root, 'data'), ...args])!;
    const given = { store: Promise.resolve(store), compute, digest: sha256, clock: Date.now, rules: 'rules-1' };
    return reconcileOn(given, options.command(null));
  };
  await month('february', {
    gl: [
      '2026-02-25,CHQ000123,Rent of shop 4,-1500.00',
      '2026-02-03,INV000777,Paid by Bello Farms,320.00',
      '2026-02-04,CHG000555,Charge,-5.25',
    ],
    bank: ['2026-02-03,INV000777,Bello Farms,320.00', '2026-02-04,CHG000555,Charge,-5.25'],
  });
  read.length = 0;
  const march = await month('march', {
    gl: ['2026-03-10,INV000888,Paid by Eze Logistics,75.50', '2026-03-11,CHG000556,Charge,-6.25'],
    bank: [
      '2026-03-02,CHQ000123,Cheque 000123,-1500.00',
      '2026-03-10,INV000888,Eze Logistics,75.50',
      '2026-03-11,CHG000556,Charge,-6.25',
    ],
    args: ['--months-back', '2'],
  });
  expect(march.late).toHaveLength(1);
  expect(read.map((path) => path.split('/').at(-1)).sort()).toEqual(['march-bank.csv', 'march-gl.csv']);
  await store.close();
});
