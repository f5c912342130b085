// The register of open items on the command line, of the quarter that the page for accountants shows.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { csvRecords } from './csv-cells.ts';
import { tieout } from './tieout.ts';

const QUARTER = fileURLToPath(new URL('../../examples/quarter', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tieout-register-'));
const data = join(folder, 'books');
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  for (const [month, from, to] of [
    ['january', '2026-01-01', '2026-01-31'],
    ['february', '2026-02-01', '2026-02-28'],
    ['march', '2026-03-01', '2026-03-31'],
  ] as const) {
    const file = (side: string) => join(QUARTER, `${month}-${side}.csv`);
    const more = month === 'january' ? ['--opening-gl', join(QUARTER, 'opening-gl.csv')] : ['--months-back', '3'];
    const of = ['--from', from, '--to', to, '--session', month, '--data', data, ...more];
    const { status, stderr } = await tieout(['reconcile', '--gl', file('gl'), '--bank', file('bank'), ...of]);
    expect([status, stderr]).toEqual([0, '']);
  }
}, 120_000);

const register = (...args: string[]) => tieout(['open-items', '--data', data, ...args]);

test('a page says what is open, where it was made and what cleared it', async () => {
  const { status, stdout, stderr } = await register('--as-of', '2026-02-28');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toContain('Open items as of 2026-02-28: 2 rows.');
  expect(stdout).toMatch(
    /2026-02-27 +1 +bank +0123456789 +75,500.00 +NGN +FT26058C.* february +2026-03-02 in march by/,
  );
  expect((await register('--state', 'all')).stdout).toContain(
    'Open items as of 2026-03-31: 2 rows; 5 cleared by then.',
  );
});

test('a file has every item as CSV, and JSON the names of the service’s answer', async () => {
  const out = join(folder, 'register.csv');
  expect(await register('--as-of', '2026-01-31', '--out', out)).toMatchObject({ status: 0, stdout: '', stderr: '' });
  expect(csvRecords(out).map((one) => [one['reference'], one['amount'], one['cleared_on'], one['class']])).toEqual([
    ['CHQ000451', '-85000.00', '2026-02-11', 'not_found_gl'],
    ['CHG26030', '-52.50', '2026-02-03', 'possible_bank_fee'],
    ['TLR26031', '60000.00', '2026-02-02', ''],
  ]);
  expect((await register('--as-of', '2026-01-31', '--csv')).stdout).toBe(readFileSync(out, 'utf8'));
  const json = JSON.parse((await register('--as-of', '2026-01-31', '--account', '0123456789', '--json')).stdout);
  expect(json).toMatchObject({ as_of: '2026-01-31', total: 3, warnings: [] });
  expect(json.items[0]).toMatchObject({
    reference: 'CHQ000451',
    amount: '-85000.00',
    cleared_by: { session_id: 'february' },
  });
});

test('wrong input is one sentence', async () => {
  const wrong: readonly (readonly [readonly string[], number, string])[] = [
    [['--as-of', '2026-02-30'], 2, '--as-of is a day of the calendar as YYYY-MM-DD, not "2026-02-30".'],
    [['--state', 'matched'], 2, '--state is open, cleared, all, not "matched".'],
    [['--side', 'left'], 2, '--side is gl or bank, not "left".'],
    [['--json', '--csv'], 2, 'Say one of --json, --csv and --out.'],
    [['--account', '0123456780'], 1, 'No session of this tenant and partner has an account 0123456780.'],
    [['--out', join(folder, 'none', 'x.csv')], 1, 'cannot be written (ENOENT)'],
    [['january'], 2, "Unexpected argument 'january'"],
  ];
  for (const [args, code, words] of wrong) {
    const said = await register(...args);
    expect([said.status, said.stderr]).toEqual([code, expect.stringContaining(words)]);
    expect(said.stderr.trimEnd().split('\n')).toHaveLength(1);
  }
  const { stdout } = await register('--partner', 'nobody');
  expect(stdout).toBe('No session of this tenant and partner was reconciled.\n');
  expect(existsSync(join(folder, 'none'))).toBe(false);
});
