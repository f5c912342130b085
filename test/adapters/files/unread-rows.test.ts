// Rows that are shaped like entries and were not understood are rejected wherever they stand: above the first entry,
// below the last, cut at another delimiter, under a header whose titles stand elsewhere.

import { describe, expect, it } from 'vitest';
import { failureOf, readText, rowsOf } from './reading.ts';

const HEAD = 'Date,Description,Amount\n02/11/2024,Chuks,12500.00\n15/11/2024,Emeka,-7500.00\n';
const rejectedOf = (text: string) => readText(text).rejected.map(({ line, reason }) => `${line}: ${reason}`);

describe('rows that are shaped like entries', () => {
  it.each([
    ['########,SMS CHARGE,########', 'the date “########” is not understood'],
    ['#N/A,Bola,#N/A', 'the date “#N/A” is not understood'],
    ['#REF!,Bola,#REF!', 'the date “#REF!” is not understood'],
    ['31/11/2024,Bola,one hundred', 'the date “31/11/2024” does not exist'],
    ['20/11/2024;Bola;100.00', 'the line is cut by “;” and not, as the others are, by “,”'],
    ['"20/11/2024\tBola\t100.00",,', 'the line is cut by a tab and not, as the others are, by “,”'],
    ['20/11/2024;Bola;100', 'the line is cut by “;” and not, as the others are, by “,”'],
    ['"20/11/2024,Bola,100.00"', 'the line is one quoted field'],
  ])('are rejected at the end: %j', (row, reason) => {
    expect(rejectedOf(HEAD + row)).toEqual([`4: ${reason}`]);
    expect(rejectedOf(`${HEAD}${row}\n${HEAD.split('\n')[1]}`)).toEqual([`4: ${reason}`]);
    expect(rejectedOf(`${HEAD}${row}\nDate,Description,Amount\n16/11/2024,Ada,1.00`)).toEqual([`4: ${reason}`]);
  });

  it.each([
    'Generated on 20/11/2024,,by the branch',
    'Printed by,ADA,Lagos',
    '"Interest, fees; and 100.00 of stamp duty, apply"',
    'Page 1 of 3,,',
    'Notes,see overleaf,',
    '01/11/2024 - 30/11/2024,Period,See page 2',
    '0700-12-3456,Call us,any day',
    'TRAILER|30/11/2024|2|5000.00',
    'User: ADA; 30/11/2024; 10.45',
    '"30/11/2024, printed by ADA, again"',
  ])('are told from footers: %j', (footer) => {
    expect(readText(HEAD + footer)).toMatchObject({ rejected: [], counts: { entries: 2 } });
  });

  it('are rejected above the header at which others begin', () => {
    const lines = (d: string, from: number, n: number) => [
      ['Date', 'Description', 'Amount'].join(d),
      ...Array.from({ length: n }, (_, i) => [`${from + i}/11/2024`, `T${i}`, `${i + 1}.00`].join(d)),
    ];
    const file = readText([...lines(',', 10, 3), ...lines(';', 15, 8)].join('\n'));
    expect(file.counts).toMatchObject({ entries: 8, rejected: 3 });
    expect(file.firstRejected).toEqual({
      line: 2,
      reason: 'the line is cut by “,” and not, as the others are, by “;”',
    });
  });

  it('are told from the lines above a header', () => {
    const text = `Account, 0123456789, NGN\nOpening balance, 01/11/2024, 1.00\nPeriod, 01/11/2024, 30/11/2024\n${HEAD.replaceAll(',', ';')}`;
    expect(readText(text)).toMatchObject({ rejected: [], counts: { entries: 2 } });
  });
});

describe('a header whose titles stand in another order', () => {
  const file = (again: string) =>
    `Date,Description,Debit,Credit\n01/11/2024,A,,1.00\n02/11/2024,B,2.00,\n${again}\n03/11/2024,C,3.00,`;
  it.each(['Date,Description,Credit,Debit', 'Date,Debit,Credit,'])('fails the file with its line: %s', (again) =>
    expect(failureOf(file(again))).toEqual({
      code: 'file_not_understood',
      sentence: 'file.csv:4: from here on the columns stand in another order; cut the file in two.',
    }),
  );
  it('is none below the entries, nor without the day’s title', () => {
    expect(readText(file('Debit,Credit,Description,').replace(/\n03.*/, '')).counts.entries).toBe(2);
    expect(readText(file('Credit,Debit,Description,')).counts).toMatchObject({ entries: 3, rejected: 1 });
    expect(readText(file('Date,Description,Credit,Debit').replace(/\n03.*/, '')).counts.entries).toBe(2);
  });
  it('fails the file in capitals too', () => {
    expect(failureOf(file('DATE,DESCRIPTION,CREDIT,DEBIT')).sentence).toContain('file.csv:4: from here on');
  });
  it('is none when it stands as before', () => {
    expect(readText(file('Date,Description,Debit,Credit')).counts.entries).toBe(3);
  });
});

describe('words of a balance in a row of an entry', () => {
  it('with a reference and no amount are an entry that lacks it', () => {
    const text =
      'Date,Reference,Narration,Debit,Credit,Balance\n05/03/2026,FT1,RENT,,1.00,101.00\n28/03/2026,FT26,PART PAYMENT BALANCE,,,101.00\n29/03/2026,FT27,RENT,,1.00,102.00';
    expect(rejectedOf(text)).toEqual(['3: no amount']);
    expect(readText(text).balances[0]).toMatchObject({ foots: true });
  });
  it.each([
    'ACCOUNT BALANCE',
    'Running balance',
    'Balance at period end',
    'New Balance (NGN)',
    'Balance c/f to next page',
  ])('that say nothing else are the balance, with a reference or without: %s', (words) => {
    const text = (reference: string) =>
      `Date,Reference,Narration,Debit,Credit,Balance\n05/03/2026,FT1,RENT,,1.00,101.00\n28/03/2026,${reference},${words},,,101.00`;
    for (const reference of ['', '000000', 'S26'])
      expect(readText(text(reference))).toMatchObject({ rejected: [], counts: { balances: 1, entries: 1 } });
  });
  it('without a reference are the balance', () => {
    const text =
      'Date,Reference,Narration,Debit,Credit,Balance\n05/03/2026,FT1,RENT,,1.00,101.00\n28/03/2026,,BALANCE,,,101.00\n29/03/2026,FT27,RENT,,1.00,102.00';
    expect(readText(text)).toMatchObject({ rejected: [], counts: { balances: 1, entries: 2 } });
  });
  it('that close nothing stay entries, which is said; on the last line they are asked about', () => {
    const rows = ['02/11/2024,Chuks,12500.00', '15/11/2024,Final balance,-7500.00', '16/11/2024,Emeka,-100.00'];
    const said = 'Line 3 reads “Final balance” and nothing proves it to be a balance; taken for an entry.';
    const file = (lines: readonly string[]) => readText(['Date,Description,Amount', ...lines].join('\n'));
    expect(file(rows).warnings).toContain(said);
    expect(file(rows).question).toBeNull();
    expect(file([rows[0], rows[2], rows[1]]).question?.sentence).toContain('line 4 is the last row');
    expect(rowsOf(file(rows))).toHaveLength(3);
  });
});
