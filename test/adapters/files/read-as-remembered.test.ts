// What is remembered of a layout settles what its titles leave open, is held against each file, and asks where refuted.

import { expect, test } from 'vitest';
import { mappingOfSides } from '../../../src/core/reading/columns/column-mapping.ts';
import type { RememberedPlan } from '../../../src/core/reading/remembered-format.ts';
import { failureOf, readText } from './reading.ts';

const TITLES = 'Date,Text,Netto,Brutto';
const rows = [1, 2, 3].map((i) => `1${i}.04.2026,A,-${i}.00,-${i + 1}.19`);
const text = (lines: readonly string[]) => lines.join('\n');
const given = (plan: Record<string, unknown>) => mappingOfSides({ bank: plan }, (sentence) => new Error(sentence));
const amounts = ({ columns: c }: ReturnType<typeof readText>) => Array.from(c.amount.subarray(0, c.count));

function rememberedOf(content: string, columns: Record<string, unknown>): RememberedPlan {
  const { plan, confirmedBy } = readText(content, { mapping: given({ columns }) });
  return { ...plan!, confirmedBy: confirmedBy!, file: 'march.csv' };
}
const brutto = rememberedOf(text([TITLES, ...rows]), { amount: 'Brutto' });

test('what a mapping said is remembered as said, and settles the next file; reading by it says nothing anew', () => {
  expect(brutto.confirmedBy).toBe('mapping');
  expect(failureOf(text([TITLES, ...rows])).sentence).toContain('may be the amount');
  const again = readText(text([TITLES, ...rows]), { remembered: [brutto] });
  expect(amounts(again)).toEqual([-219, -319, -419]);
  expect(again.confirmedBy).toBeNull();
});

test('a mapping of the other side leaves this one to what is remembered, one of this side replaces it', () => {
  const other = mappingOfSides({ gl: { columns: { amount: 'Betrag' } } }, (sentence) => new Error(sentence));
  const content = text([TITLES, ...rows]);
  expect(amounts(readText(content, { remembered: [brutto], mapping: other }))).toEqual([-219, -319, -419]);
  const own = readText(content, { remembered: [brutto], mapping: given({ columns: { amount: 'Netto' } }) });
  expect(amounts(own)).toEqual([-100, -200, -300]);
  expect(own.confirmedBy).toBe('mapping');
});

const BALANCED = 'Date,Text,Netto,Brutto,Balance';
const balanced = (of: 'Netto' | 'Brutto') => {
  let left = 100_000;
  return [1, 2, 3, 4, 5].map((i) => {
    const [netto, brutto] = [100 * i, 100 * i + 19 * i];
    left -= of === 'Netto' ? netto : brutto;
    const money = (minor: number) => (minor / 100).toFixed(2);
    return `1${i}.04.2026,A,-${money(netto)},-${money(brutto)},${money(left)}`;
  });
};

test('balances that follow confirm a reading by themselves, and ones that follow another refute what is remembered', () => {
  const plain = readText(text([BALANCED, ...balanced('Netto')]));
  expect([amounts(plain)[0], plain.confirmedBy]).toEqual([-100, 'proof']);
  const remembered = rememberedOf(text([BALANCED, ...balanced('Brutto')]), { amount: 'Brutto' });
  const refuted = readText(text([BALANCED, ...balanced('Netto')]), { remembered: [remembered] });
  expect(refuted.question?.sentence).toBe(
    'files of this layout are read as a mapping said it for march.csv, and this one refutes it: the running balance ' +
      'proves another reading; say in a column mapping which column is the amount (Brutto or Netto), or forget the format.',
  );
  expect(refuted.mappingToFinish).toMatchObject({
    bank: { columns: { amount: 'Brutto or Netto', booking_date: 'Date' } },
  });
  expect([refuted.plan, refuted.confirmedBy]).toEqual([null, null]);
});

test('a statement with errors is read as remembered, with its warning: nothing else is proven', () => {
  const remembered = rememberedOf(text([BALANCED, ...balanced('Brutto')]), { amount: 'Brutto' });
  const wrong = balanced('Brutto').map((line, i) => (i === 3 ? line.replace(/[\d.]+$/, '1.00') : line));
  const read = readText(text([BALANCED, ...wrong]), { remembered: [remembered] });
  expect(read.question).toBeNull();
  expect(read.warnings.join()).toContain('balance');
});

test('a column that holds another thing now asks, where another reading is left', () => {
  const remembered = rememberedOf(text(['Date,Text,Amount,Charged', '11.04.2026,A,-1.00,-2.00']), {
    amount: 'Charged',
  });
  const { question } = readText(
    text(['Date,Text,Amount,Charged', '11.05.2026,A,-1.00,yes', '12.05.2026,B,-3.00,no', '13.05.2026,C,4.00,yes']),
    { remembered: [remembered] },
  );
  expect(question?.sentence).toContain('refutes it');
});

test('titles in another order, or another delimiter, are another layout', () => {
  for (const lines of [[TITLES, ...rows].map((line) => line.replaceAll(',', ';')), ['Date,Text,Brutto,Netto', ...rows]])
    expect(failureOf(text(lines), { remembered: [brutto] }).sentence).toContain('may be the amount');
});

test('a file without titles that asks is read as one with like columns was, which is said; another, or one that asks nothing, is not', () => {
  const untitled = ['2024-02-01,12.50,HIRE,100.10', '2024-02-05,-3.25,FUEL,75.00', '2024-02-09,8.00,TOLL,12.25'];
  const known = rememberedOf(text(untitled), { amount: 4 });
  expect(known.mapping).toMatchObject({ header_line: null });
  const next = text(untitled.map((line) => line.replaceAll('2024-02', '2024-03')));
  expect(failureOf(next).sentence).toContain('nothing but the shape of the values says which');
  const again = readText(next, { remembered: [known] });
  expect(amounts(again)).toEqual([10010, 7500, 1225]);
  expect(again.warnings).toContain(
    'The file has no titles; its columns are read as those of march.csv, which are alike.',
  );
  const wider = text(untitled.map((line) => `${line},X`));
  expect(readText(wider, { remembered: [known] }).question).not.toBeNull();
  const proven = text([
    '2024-03-01,5.00,A,105.00',
    '2024-03-02,7.00,B,112.00',
    '2024-03-03,-2.00,C,110.00',
    '2024-03-04,1.00,D,111.00',
  ]);
  expect(amounts(readText(proven, { remembered: [known] }))).toEqual([500, 700, -200, 100]);
});
