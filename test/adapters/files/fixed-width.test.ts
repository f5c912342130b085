// Text in columns of fixed width: read by the places of its columns where balances prove it, and refused otherwise.

import { expect, it } from 'vitest';
import { readText, rowsOf } from './reading.ts';

const HEAD = 'Date        Value       Particulars                       Debit          Credit         Balance';
const ENTRIES = [
  ['02 Mar 2026', 'NIP TO OKAFOR CHINEDU', '63,693.86', '', '936,306.14'],
  ['02 Mar 2026', 'SALARY MARCH 2026', '', '53,260.85', '989,566.99'],
  ['04 Mar 2026', 'CHQ', '1,549.33', '', '988,017.66'],
  ['09 Mar 2026', 'POS PURCHASE AT IKEJA', '70,824.40', '', '917,193.26'],
] as const;
const entry = ([day, text, debit, credit, balance]: readonly string[]) =>
  `${day} ${day} ${text.padEnd(24)}${debit.padStart(15)}${credit.padStart(16)}${balance.padStart(16)}`;
const statement = (entries: readonly (readonly string[])[], head = HEAD) => [
  'UNION BANK',
  'A/C NO: 0012345678        CURRENCY: NGN',
  'Opening balance : 1,000,000.00',
  head,
  ...entries.map(entry),
];

it('is read by its columns, a day in words and a page’s head among them', () => {
  const lines = statement(ENTRIES);
  lines.splice(6, 0, `${' '.repeat(24)}REF 881`, '\f                 PAGE 2', HEAD);
  const file = readText(`${lines.join('\r\n')}\r\n`);
  expect([file.question, file.layout.format, file.balances[0].foots]).toEqual([null, 'fixed', true]);
  expect(rowsOf(file).map(({ line, day, amount, narration }) => [line, day, amount, narration])).toEqual([
    [5, '2026-03-02', '-63693.86', 'NIP TO OKAFOR CHINEDU'],
    [6, '2026-03-02', '53260.85', 'SALARY MARCH 2026 REF 881'],
    [10, '2026-03-04', '-1549.33', 'CHQ'],
    [11, '2026-03-09', '-70824.40', 'POS PURCHASE AT IKEJA'],
  ]);
  expect(rowsOf(file)[0].account).toBe('0012345678');
});

it('may lack the credits of a month, and the running balance where the stated ones prove it', () => {
  const out = ENTRIES.filter(([, , debit]) => debit !== '');
  let balance = 100_000_000;
  const rows = out.map(([day, text, debit]) => {
    balance -= Math.round(Number(debit.replace(',', '')) * 100);
    return [day, text, debit, '', (balance / 100).toFixed(2)];
  });
  const amounts = ['-63693.86', '-1549.33', '-70824.40'];
  expect(rowsOf(readText(statement(rows).join('\n'))).map(({ amount }) => amount)).toEqual(amounts);
  const bare = rows.map(([day, text, debit]) => [day, text, debit, '', '']);
  const lines = [...statement(bare, HEAD.replace('Balance', '')), `Closing balance : ${(balance / 100).toFixed(2)}`];
  expect(rowsOf(readText(lines.join('\n'))).map(({ amount }) => amount)).toEqual(amounts);
});

it('is refused where no balance proves it, or one does not follow', () => {
  const bare = statement(ENTRIES.map(([day, text, debit, credit]) => [day, text, debit, credit, '']));
  const [, ...withoutOpening] = bare.filter((line) => !line.startsWith('Opening'));
  expect(() => readText(withoutOpening.join('\n'))).toThrow('are told by their places, and no balances prove them;');
  const damaged = statement(ENTRIES).join('\n').replace('1,549.33', '1,549.38');
  expect(() => readText(damaged)).toThrow('the balance on line 7 does not follow from them; get the statement as XLSX');
});
