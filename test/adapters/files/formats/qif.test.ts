// QIF: records as rows of a table, whose days and amounts are then told as in any table.

import { describe, expect, it } from 'vitest';
import { failureOf, readText, rowsOf } from '../reading.ts';
import { silentDamage } from './hostile.ts';

const ENTRIES = [
  '!Type:Bank',
  "D6/ 1'26",
  'T-1,234.56',
  'N319',
  'PAda Okafor',
  'MRent',
  'LHousing',
  '^',
  "D6/15'26",
  'U2,000.00',
  'T2,000.00',
  'PSalary',
  'SPay',
  '$2,000.00',
  '^',
].join('\n');

describe('a QIF file', () => {
  it('cut behind the letter of an entry is refused', () => {
    expect(failureOf(`${ENTRIES}\nD`).sentence).toContain('the file ends inside this entry: it is cut off');
  });
  it('gives a row for each entry, on the line where it begins', () => {
    const file = readText(ENTRIES);
    expect(rowsOf(file)).toMatchObject([
      {
        line: 2,
        day: '2026-06-01',
        amount: '-1234.56',
        reference: '319',
        narration: 'Ada Okafor Rent Housing',
        account: '',
      },
      { line: 9, day: '2026-06-15', amount: '2000.00', narration: 'Salary' },
    ]);
    expect(file.layout.format).toBe('qif');
  });
  it('has days in whichever order they show', () => {
    const days = (...all: string[]) =>
      rowsOf(readText(`!Type:CCard\n${all.map((day) => `D${day}\nT-1.00\nPX\n^\n`).join('')}`)).map(({ day }) => day);
    expect(days('13/06/2026', '14/06/2026')).toEqual(['2026-06-13', '2026-06-14']);
    expect(days("6/13'26", "6/14'26")).toEqual(['2026-06-13', '2026-06-14']);
    expect(days('2026-06-13', '2026-06-14')).toEqual(['2026-06-13', '2026-06-14']);
  });
  it('names the account of each list', () => {
    const account = (name: string) => `!Account\nN${name}\nTBank\n^\n`;
    expect(readText(`${account('One')}${ENTRIES}\n${account('Two')}${ENTRIES}`).columns.accounts).toEqual([
      'One',
      'Two',
    ]);
  });
  it('says which of its lists are not read', () => {
    expect(readText(`!Option:AutoSwitch\n!Type:Cat\nNHousing\n^\n${ENTRIES}`).warnings).toContain(
      'Not read of the QIF file: the lists Cat.',
    );
    expect(failureOf('!Type:Invst\nD6/1/26\nNBuy\n^\n').sentence).toBe(
      'file.csv: the QIF file lists no entries of an account, but Invst.',
    );
  });
  it('that ends inside an entry is refused', () => {
    expect(failureOf(ENTRIES.slice(0, -1)).sentence).toBe(
      'file.csv:9: the file ends inside this entry: it is cut off.',
    );
  });
  it('cut at any byte gives no silent half, but for whole entries at its end', () => {
    // Nothing in a QIF file tells that further entries were lost.
    const silent = silentDamage(Buffer.from(ENTRIES), 'cut');
    expect(silent.filter((one) => !one.endsWith(': -123456 instead of 76544'))).toEqual([]);
  });
});
