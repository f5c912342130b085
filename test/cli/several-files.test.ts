// A month that came in several files a side, in any order, overlapping or not: balances and proof are the month's.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tieout } from './tieout.ts';

const cwd = mkdtempSync(join(tmpdir(), 'tieout-several-'));
afterAll(() => rmSync(cwd, { recursive: true, force: true }));

interface Figures {
  readonly balances: unknown;
  readonly proof: { readonly basis: string };
  readonly gl: { readonly opening_balance: string | null };
}

async function figuresOf(gl: readonly string[], bank: readonly string[]) {
  const { status, stderr } = await tieout(['reconcile', '--gl', ...gl, '--bank', ...bank, '--out', 'out'], { cwd });
  expect([status, stderr]).toEqual([0, '']);
  const { balances, proof, gl: ledger } = JSON.parse(readFileSync(join(cwd, 'out/summary.json'), 'utf8')) as Figures;
  return { balances, proof, opening: ledger.opening_balance };
}

async function resultOf(gl: readonly string[], bank: readonly string[]) {
  const { stdout } = await tieout(['reconcile', '--gl', ...gl, '--bank', ...bank, '--json'], { cwd });
  return JSON.parse(stdout) as { readonly warnings: readonly string[]; readonly balanced: boolean };
}

let whole: Awaited<ReturnType<typeof figuresOf>>;

/** Rows [from, to) of a side as a file of its own, shares of all rows. */
function part(side: 'gl' | 'bank', { from, to }: { from: number; to: number }): string {
  const [header, ...rows] = readFileSync(join(cwd, `${side}.csv`), 'utf8')
    .trimEnd()
    .split('\n');
  const name = `${side}-${from}-${to}.csv`;
  const cut = rows.slice(Math.floor(from * rows.length), Math.floor(to * rows.length));
  writeFileSync(join(cwd, name), `${[header, ...cut].join('\n')}\n`);
  return name;
}

beforeAll(async () => {
  const { status } = await tieout(['generate', '--rows', '300', '--seed', 'weekly', '--out', '.'], { cwd });
  expect(status).toBe(0);
  whole = await figuresOf(['gl.csv'], ['bank.csv']);
  expect(whole.proof.basis).toBe('balances');
});

test.each([
  ['one after the other', [0, 0.3, 0.3, 0.7, 0.7, 1]],
  ['overlapping', [0, 0.6, 0.4, 1]],
])('%s', async (_, cuts) => {
  const parts = (side: 'gl' | 'bank') =>
    Array.from({ length: cuts.length / 2 }, (_, n) => part(side, { from: cuts[2 * n], to: cuts[2 * n + 1] }));
  expect(await figuresOf(parts('gl').reverse(), parts('bank'))).toEqual(whole);
});

test('with one of them missing that is said, and the difference is the proof’s', async () => {
  const parts = [part('gl', { from: 0.7, to: 1 }), part('gl', { from: 0, to: 0.3 })];
  const { balances, proof, opening } = await figuresOf(parts, ['bank.csv']);
  expect([balances, proof.basis, opening]).toEqual([expect.objectContaining({ length: 2 }), 'balances', whole.opening]);
  const { warnings, balanced } = await resultOf(parts, ['bank.csv']);
  expect(balanced).toBe(false);
  expect(warnings).toEqual([
    expect.stringMatching(/^The statements in NGN were given out of order; by their days they are gl-0-0\.3\.csv \(/),
    expect.stringMatching(/^Between gl-0-0\.3\.csv and gl-0\.7-1\.csv in NGN [\d.]+ is missing: /),
  ]);
});
