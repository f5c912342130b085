import { expect, test } from 'vitest';
import { SIDES } from '../../src/core/records/rows/columns.ts';
import { parseTruth } from '../../src/generation/truth.ts';
import { groupsOf, rowsOf, type SeenRow, writtenMonth } from './months.ts';

const plain = writtenMonth();
const withoutPlace = ({ line: _, ...row }: SeenRow) => row;

test('the same seed gives the same bytes, another seed other rows', () => {
  expect(writtenMonth().files).toEqual(plain.files);
  expect(writtenMonth({ seed: 'tests 2' }).files.gl).not.toBe(plain.files.gl);
});

test('shuffled, the same rows stand in another order and the truth follows them', () => {
  const shuffled = writtenMonth({ shuffled: true });
  for (const side of SIDES) {
    const lines = (text: string) => text.trimEnd().split('\n');
    expect(lines(shuffled.files[side])[0]).toBe(lines(plain.files[side])[0]);
    expect(lines(shuffled.files[side])).not.toEqual(lines(plain.files[side]));
    expect(lines(shuffled.files[side]).sort()).toEqual(lines(plain.files[side]).sort());
    const ids = rowsOf(side, shuffled.files[side]).map((row) => row.id);
    for (const row of parseTruth(shuffled.files.truth))
      if (row.side === side) expect(ids[row.line - 2]).toBe(row.sourceId);
  }
  const contents = (month: typeof plain) =>
    groupsOf(month).map(({ cause, gl, bank }) => ({ cause, gl: gl.map(withoutPlace), bank: bank.map(withoutPlace) }));
  expect(contents(shuffled)).toEqual(contents(plain));
});

test('without references no column holds one and no narration has a number', () => {
  const { files } = writtenMonth({ references: false });
  for (const side of SIDES) {
    for (const row of rowsOf(side, files[side])) {
      expect(row.reference).toBe('');
      expect(row.narration).not.toMatch(/\d/);
    }
  }
});

test('cut narrations are the bank’s only, and an embedded reference that was cut is none', () => {
  const cut = writtenMonth({ narrationWidth: 18 });
  expect(Math.max(...rowsOf('bank', cut.files.bank).map((row) => row.narration.length))).toBeLessThanOrEqual(18);
  expect(Math.max(...rowsOf('gl', cut.files.gl).map((row) => row.narration.length))).toBeGreaterThan(30);
  for (const { cause, gl, bank } of groupsOf(cut)) {
    if (cause !== 'embedded') continue;
    const [has, lacks] = gl[0].reference === '' ? [bank[0], gl[0]] : [gl[0], bank[0]];
    expect(lacks.narration).toContain(has.reference);
  }
});

test('with several accounts each row names its own, balances run by account, and groups stay within one', () => {
  const month = writtenMonth({ accounts: 5 });
  for (const side of SIDES) {
    const balances = new Map<string, number>();
    for (const row of rowsOf(side, month.files[side])) {
      expect(row.account).toMatch(/^0\d{9}$/);
      const before = balances.get(row.account);
      if (before !== undefined) expect(row.balance).toBe(before + row.amount);
      balances.set(row.account, row.balance);
    }
    expect(balances.size).toBe(5);
  }
  for (const { gl, bank } of groupsOf(month)) expect(new Set([...gl, ...bank].map((row) => row.account)).size).toBe(1);
});

test('renamed columns say the same with other titles, order, dates and amounts', () => {
  const { files } = writtenMonth({ columns: 'renamed' });
  expect(files.gl.split('\n')[0]).toBe(
    'Particulars,Tran Date,Val Date,Doc Ref,Dr Amount,Cr Amount,Running Balance,S/N',
  );
  const [first] = rowsOf('gl', plain.files.gl);
  expect(files.gl.split('\n')[1]).toContain('01/09/2026');
  expect(files.gl.split('\n')[1].endsWith(first!.id)).toBe(true);
  expect(files.gl).toMatch(/"\d{1,3}(,\d{3})+\.\d\d"/);
  expect(files.truth).toBe(plain.files.truth);
});

test('a month may be any, February included', () => {
  const { files } = writtenMonth({ year: 2028, month: 2 });
  const days = new Set(rowsOf('gl', files.gl).map((row) => row.day));
  expect(days.size).toBe(29);
  expect([...days].every((day) => day.startsWith('2028-02-'))).toBe(true);
});

test('even one row a side makes a month', () => {
  const { totals } = writtenMonth({ rows: 1 });
  expect(totals.rows.bank).toBeGreaterThan(0);
});

test('days so busy that they are written in parts stay in order, and their groups whole', { timeout: 30_000 }, () => {
  // The busiest day has more events than one part takes.
  const { files, totals } = writtenMonth({ rows: 110_000 });
  for (const side of SIDES) {
    const days = files[side]
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(',', 2)[1]);
    expect(days.length).toBe(totals.rows[side]);
    expect(days.every((day, i) => i === 0 || days[i - 1] <= day)).toBe(true);
  }
  const named = new Set(
    files.truth
      .split('\n')
      .slice(1, -1)
      .map((line) => line.split(',').slice(2, 5).join()),
  );
  expect(named.size).toBe(totals.rows.gl + totals.rows.bank);
});
