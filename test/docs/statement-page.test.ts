// The months that docs/matching.md works by hand: their statements are what the program writes, to the letter.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tieout } from '../cli/tieout.ts';

const page = readFileSync(new URL('../../docs/matching.md', import.meta.url), 'utf8');
const block = (name: string): string => new RegExp(`^\`\`\`\\w+ ${name}\\n([^\`]*)\`\`\`$`, 'm').exec(page)![1];

test('its files are those that the README reconciles', () => {
  for (const [name, file] of [
    ['statement-ledger', 'gl.csv'],
    ['statement-bank', 'bank.csv'],
  ] as const) {
    expect(readFileSync(new URL(`../../examples/september/${file}`, import.meta.url), 'utf8')).toBe(block(name));
  }
});

/** What the command writes for the blocks of a month. */
async function written(month: string): Promise<{ readonly statement: string; readonly journals: string }> {
  const cwd = mkdtempSync(join(tmpdir(), 'tieout-statement-'));
  try {
    writeFileSync(join(cwd, 'gl.csv'), block(`${month}-ledger`));
    writeFileSync(join(cwd, 'bank.csv'), block(`${month}-bank`));
    const options = block(`${month}-options`).trim().split(' ');
    const { status, stderr } = await tieout(
      ['reconcile', '--gl', 'gl.csv', '--bank', 'bank.csv', ...options, '--out', 'out'],
      { cwd },
    );
    expect([status, stderr]).toEqual([0, '']);
    const read = (name: string): string => readFileSync(join(cwd, 'out', name), 'utf8');
    return { statement: read('statement.txt'), journals: read('journals.csv') };
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

test('docs/matching.md shows the statement of its month', async () => {
  expect((await written('statement')).statement).toBe(block('statement'));
});

test('it shows the net of rows that must be decided first, and no entry is proposed for them', async () => {
  const { statement, journals } = await written('undecided');
  expect(statement).toContain(block('undecided-statement'));
  expect(journals.trim().split('\n')).toHaveLength(1);
});

test('accounts that nothing brings together stand alone, and the page says so above all figures', async () => {
  const { statement } = await written('apart');
  expect(statement).toContain(`Period  2026-03-01 to 2026-03-31\n\n${block('apart-statement')}\nAccount `);
  expect(statement.match(/^Account /gm)).toHaveLength(4);
});
