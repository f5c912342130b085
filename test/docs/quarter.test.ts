// The quarter of docs/matching.md: its commands give its three statements, and January's is the same when March is done.

import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { tieout } from '../cli/tieout.ts';

const root = new URL('../../', import.meta.url);
const page = readFileSync(new URL('docs/matching.md', root), 'utf8');
const block = (name: string): string => new RegExp(`^\`\`\`\\w+ ${name}\\n([^\`]*)\`\`\`$`, 'm').exec(page)![1];

const cwd = mkdtempSync(join(tmpdir(), 'tieout-quarter-'));
afterAll(() => rmSync(cwd, { recursive: true }));

test('each month is at 0.00, as the page shows it', async () => {
  cpSync(new URL('examples/quarter', root), cwd, { recursive: true });
  const commands = block('quarter').trim().split('\n');
  const statementOf = (month: string) => readFileSync(join(cwd, month, 'statement.txt'), 'utf8');
  const months = ['january', 'february', 'march'];
  for (const [i, month] of months.entries()) {
    const { status, stderr } = await tieout(commands[i].split(' ').slice(1), { cwd });
    expect([month, status, stderr]).toEqual([month, 0, '']);
    expect(statementOf(month).split('\n\nPrepared by')[0]).toBe(block(`quarter-${month}`).trimEnd());
  }
  const again = commands[0].replace('--out january', '--out again');
  expect((await tieout(again.split(' ').slice(1), { cwd })).status).toBe(0);
  const figures = (text: string) => text.split('\n').filter((line) => /^(Balance|Adjusted|Difference)/.test(line));
  expect(figures(statementOf('again'))).toEqual(figures(block('quarter-january')));
});
