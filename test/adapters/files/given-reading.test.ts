// What a mapping says beside its columns is done, removes what would be asked, and is refused where it makes no sense.

import { describe, expect, it } from 'vitest';
import { parseColumnMapping } from '../../../src/core/reading/columns/column-mapping.ts';
import { readText, rowsOf } from './reading.ts';

const lines = (...rows: string[]) => rows.join('\n');
const mapped = (json: unknown) => parseColumnMapping({ text: JSON.stringify(json), file: 'm.json' });
const read = (text: string, json: unknown, side: 'bank' | 'gl' = 'bank') =>
  readText(text, { mapping: mapped(json), side });
const amounts = (text: string, json: unknown, side: 'bank' | 'gl' = 'bank') =>
  rowsOf(read(text, json, side)).map(({ amount }) => amount);

const UNSIGNED = lines('Date,Text,Amount', '13/03/2026,A,5.00', '14/03/2026,B,7.00');

describe('the sign of amounts', () => {
  it.each([
    ['as_is', 'bank', '5.00'],
    ['in', 'bank', '5.00'],
    ['out', 'bank', '-5.00'],
    ['debit_positive', 'bank', '-5.00'],
    ['debit_positive', 'gl', '5.00'],
  ] as const)('%s at the %s', (sign, side, first) => {
    expect(amounts(UNSIGNED, { sign }, side)[0]).toBe(first);
    expect(read(UNSIGNED, { sign }, side)).toMatchObject({ isSignUnknown: false, question: null });
  });
  it('is the same on the fast path and off it', () => {
    const rows = Array.from(
      { length: 60 },
      (_, i) => `13/03/2026,${i % 7 === 0 ? `"a ""b"" ${i}"` : `t${i}`},${i + 1}.00`,
    );
    const got = amounts(lines('Date,Text,Amount', ...rows), { sign: 'out' });
    expect(got).toEqual(rows.map((_, i) => `-${i + 1}.00`));
  });
  it('that the running balance refutes fails the run', () => {
    const rows = [
      '13/03/2026,A,5.00,105.00',
      '14/03/2026,B,7.00,112.00',
      '15/03/2026,C,-2.00,110.00',
      '16/03/2026,D,1.00,111.00',
    ];
    expect(() => read(lines('Date,Text,Amount,Balance', ...rows), { sign: 'out' })).toThrow('proves the opposite');
  });
});

it('the row before which there is no balance goes as the mapping says, the others as the balance does', () => {
  const text = lines(
    'Date,Text,Amount,Balance',
    '13/03/2026,A,5.00,105.00',
    '14/03/2026,B,7.00,98.00',
    '15/03/2026,C,2.00,100.00',
    '16/03/2026,D,1.00,99.00',
  );
  expect(readText(text).question).toMatchObject({
    sentence: expect.stringContaining('nothing says whether line 2 is money in or money out'),
    answer: { sign: 'in or out' },
  });
  expect(amounts(text, { sign: 'out' })).toEqual(['-5.00', '-7.00', '2.00', '-1.00']);
  expect(read(text, { sign: 'in' })).toMatchObject({ question: null, balances: [{ opening: 10000, foots: true }] });
});
it('columns by number, each side its own', () => {
  const text = lines('13/03/2026,A,5.00,7.00', '14/03/2026,B,6.00,8.00');
  expect(amounts(text, { bank: { columns: { amount: 4 }, header_line: null } })).toEqual(['7.00', '8.00']);
  expect(amounts(text, { gl: { columns: { amount: 4 } }, bank: { columns: { amount: 3 } } })).toEqual(['5.00', '6.00']);
});
it('marks', () => {
  const text = lines('Date,Text,Amount,Type', '13/03/2026,A,5.00,0', '14/03/2026,B,7.00,1');
  const json = { columns: { direction: 'Type' }, marks: { 0: 'out', 1: 'in' } };
  expect(amounts(text, json)).toEqual(['-5.00', '7.00']);
  expect(read(text, json).question).toBeNull();
});
it('the order of day and month, the decimal mark, account and currency', () => {
  const text = lines('Date;Text;Amount', '03/04/2026;A;-1.250', '05/04/2026;B;3.000');
  const [row] = rowsOf(read(text, { date_order: 'mdy', decimal: ',', account: '77', currency: 'EUR' }));
  expect(row).toMatchObject({ day: '2026-03-04', amount: '-1250.00', account: '77', currency: 'EUR' });
});
it('the line of the titles, and lines that are passed over', () => {
  const text = lines(
    'Date,Amount,Text',
    'Date,Text,Amount',
    '13/03/2026,A,5.00',
    '14/03/2026,B,6.00',
    '15/03/2026,C,-7.00',
  );
  const file = read(text, { header_line: 2, skip_lines: [4] });
  expect([file.layout.headerLine, rowsOf(file).map(({ amount }) => amount)]).toEqual([2, ['5.00', '-7.00']]);
});
it('lines that are entries, and lines that are none', () => {
  const text = lines(
    'Date,Text,Amount',
    '13/03/2026,Opening balance,5.00',
    '14/03/2026,B,-6.00',
    '',
    'Pending items,,',
    '15/03/2026,C,-7.00',
  );
  expect(read(text, { entries: { 2: true, 6: false } })).toMatchObject({
    question: null,
    counts: { entries: 2, setAside: 1 },
    rejected: [{ line: 6, reason: 'the mapping says that it is no entry' }],
  });
  expect(read(text, { entries: { 6: true } }).question?.sentence).toContain('line 2 is the first row');
});

it.each([
  [{ columns: {}, sgn: 1 }, 'there is no key "sgn"; the keys are columns, sign, marks,'],
  [{ gl: {}, bank: {}, sign: 'in' }, 'there is no key "sign"; the keys are gl, bank.'],
  [{ sign: 'in or out' }, '"sign" is not one of as_is, in, out, debit_positive.'],
  [{ columns: { amount: 0 } }, 'nor the number of a column from 1'],
  [{ columns: { sum: 'Amount' }, marks: { D: 'debit' } }, '"in" or "out"'],
  [{ entries: { x: true } }, '"entries" is not'],
  [{ header_line: 0 }, '"header_line" is not'],
])('%j is refused', (json, sentence) => expect(() => mapped(json)).toThrow(sentence));
it('a number beyond the columns is refused with how many there are', () =>
  expect(() => read(UNSIGNED, { columns: { amount: 9 } })).toThrow('there is no column "9"; the columns are 1 to 3.'));
it('a question leaves a mapping that its answer finishes', () => {
  const rows = Array.from({ length: 9 }, (_, i) => `1${i}/03/2026,A,-${i + 1}.00,-${i + 2}.19`);
  const text = lines('Date,Text,Netto,Brutto', ...rows);
  const json = JSON.stringify(readText(text).mappingToFinish);
  expect(json).toBe('{"bank":{"columns":{"booking_date":"Date","narration":"Text","amount":"Netto or Brutto"}}}');
  expect(() => read(text, JSON.parse(json))).toThrow(
    'there is no column "Netto or Brutto"; the columns are Date, Text,',
  );
  const answered = read(text, JSON.parse(json.replace('Netto or ', '')));
  expect([answered.question, rowsOf(answered)[0].amount]).toEqual([null, '-2.19']);
});

it('a mapping that the running balance refutes is not read: both are named, with the columns that are proven', () => {
  let left = 100_000;
  const money = (minor: number) => (minor / 100).toFixed(2);
  const lines = [1, 2, 3, 4, 5].map(
    (i) => `1${i}.04.2026,A,-${money(100 * i)},-${money(119 * i)},${money((left -= 100 * i))}`,
  );
  const content = ['Date,Text,Netto,Brutto,Balance', ...lines].join('\n');
  expect(read(content, { columns: { amount: 'Brutto' } }).question?.sentence).toContain(
    'the mapping names “Brutto” (amount) as the money, and the running balance “Balance” proves “Netto” (amount)',
  );
  expect(read(content, { columns: { amount: 'Netto' } }).question).toBeNull();
  const unbalanced = content.replaceAll(/,[^,\n]*$/gm, '');
  expect(read(unbalanced, { columns: { amount: 'Brutto' } }).question).toBeNull();
});

it('a column of a file without titles is called as a suggestion calls it, and one with a title is not', () => {
  const untitled = lines('13/03/2026,A,5.00,-6.19', '14/03/2026,B,7.00,-8.33', '16/03/2026,C,-9.00,10.71');
  const called = { columns: { booking_date: 'Column 1', narration: 'Column 2', amount: 'Column 4' } };
  expect(amounts(untitled, called)).toEqual(['-6.19', '-8.33', '10.71']);
  expect(() => amounts(lines('Date,Text,Amount', '13/03/2026,A,5.00'), called)).toThrow('no column "Column 1"');
  expect(() => amounts(untitled, { columns: { amount: 'Column 5' } })).toThrow('no column "Column 5"');
});

describe('marks behind amounts', () => {
  const marked = (...cells: string[]) =>
    lines('Date,Text,Amount', ...cells.map((cell, i) => `1${i}/03/2026,A,${cell}`));
  it.each([
    [
      'that nobody knows',
      ['5.00 X', '6.00 Y', '7.00X', '8.00 Y'],
      { X: 'in', Y: 'out' },
      ['5.00', '-6.00', '7.00', '-8.00'],
    ],
    ['of which one is known', ['5.00 K', '6.00 D', '7.00 K'], { K: 'in', D: 'out' }, ['5.00', '-6.00', '7.00']],
    ['that mean the opposite here', ['5.00 CR', '6.00 DR'], { CR: 'out', DR: 'in' }, ['-5.00', '6.00']],
  ] as const)('%s are as the mapping says', (_, cells, marks, expected) =>
    expect(amounts(marked(...cells), { marks })).toEqual(expected),
  );
  it('are asked about where nothing says them', () => {
    const { question } = read(marked('5.00 X', '6.00 Y', '7.00 X'), { decimal: '.' });
    expect(question).toMatchObject({
      answer: { marks: { X: 'in or out', Y: 'in or out' } },
      readings: [{ marks: { X: 'in', Y: 'out' } }, { marks: { X: 'out', Y: 'in' } }],
    });
  });
});

describe('columns that are no field’s', () => {
  const text = lines(
    'Date,Netto,Brutto,Till,Text',
    '13/03/2026,5.00,6.19,T1-40512,A',
    '14/03/2026,7.00,8.33,T2-40513,B',
    '15/03/2026,9.00,9.99,T1-40977,C',
  );
  it('are neither read nor asked about, by title or number, and so is the next file of the layout', () => {
    expect(readText(text).question).not.toBeNull();
    const first = read(text, { others: ['netto', 4], sign: 'as_is' });
    expect([first.question, rowsOf(first).map(({ amount }) => amount)]).toEqual([null, ['6.19', '8.33', '9.99']]);
    expect(first.layout.columns.map(({ field, reason }) => [field, reason])).toContainEqual([
      null,
      'kept from the fields by the mapping',
    ]);
    expect(readText(text, { plans: [first.plan!] }).question).toBeNull();
    expect(rowsOf(readText(text, { plans: [first.plan!] }))).toEqual(rowsOf(first));
  });
  it('are the field’s that the mapping names them for, and one that is not there is said', () => {
    const named = read(text, { columns: { amount: 'Netto' }, others: ['Netto', 'Gone'] });
    expect(rowsOf(named)[0].amount).toBe('5.00');
    expect(named.warnings).toContain('“Gone”, given among the others, is no column of the file.');
  });
  it.each([[['']], [[0]], ['Netto'], [[{}]]])('are refused as %j', (others) => {
    expect(() => mapped({ others })).toThrow('"others" is not a list of titles, or numbers of columns from 1');
  });
});
