// The month that docs/matching.md works by hand: its statement is what the program writes, to the letter.

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

test('docs/matching.md shows the statement of its month', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'tieout-statement-'));
  try {
    writeFileSync(join(cwd, 'gl.csv'), block('statement-ledger'));
    writeFileSync(join(cwd, 'bank.csv'), block('statement-bank'));
    const options = block('statement-options').trim().split(' ');
    const { status, stderr } = await tieout(
      ['reconcile', '--gl', 'gl.csv', '--bank', 'bank.csv', ...options, '--out', 'out'],
      { cwd },
    );
    expect([status, stderr]).toEqual([0, '']);
    expect(readFileSync(join(cwd, 'out/statement.txt'), 'utf8')).toBe(block('statement'));
  } finally {
    rmSync(cwd, { recursive: true });
  }
});
