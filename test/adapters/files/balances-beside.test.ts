// Files with the balance before each entry and the one after it in its row, as wallets give them: what lies between is
// the entry.

import { describe, expect, it } from 'vitest';
import { readText, rowsOf } from './reading.ts';

const read = (...rows: string[]) => readText(`${rows.join('\n')}\n`);
const amountsOf = (file: ReturnType<typeof readText>) => rowsOf(file).map(({ amount }) => amount);
const entries = [
  ['2024-03-01', 'KOFI', '50.00', '100.00', '150.00'],
  ['2024-03-02', 'AMA', '30.00', '150.00', '120.00'],
  ['2024-03-04', 'YAW', '20.50', '120.00', '99.50'],
  ['2024-03-09', 'ESI', '9.50', '99.50', '109.00'],
];
const titles = (before: string, after: string) => ['Date', 'Name', 'Amount', before, after].join(',');
const lines = entries.map((row) => row.join(','));

describe('balances before and after in one row', () => {
  it.each([
    ['Bal Before', 'Bal After'],
    ['Previous Balance', 'New Balance'],
    ['Solde avant', 'Solde après'],
    ['Saldo anterior', 'Saldo posterior'],
    ['Kontostand vorher', 'Kontostand nachher'],
    ['Opening Balance', 'Closing Balance'],
  ])('“%s” and “%s” say the way of each amount', (before, after) => {
    const file = read(titles(before, after), ...lines);
    expect(amountsOf(file)).toEqual(['50.00', '-30.00', '-20.50', '9.50']);
    expect(file).toMatchObject({ question: null, warnings: [], isSignUnknown: false });
    expect(file.balances).toMatchObject([{ opening: 10000, closing: 10900, foots: true }]);
  });

  it('say it of rows that are shuffled, or are not all', () => {
    const shuffled = [3, 0, 2, 1].map((i) => lines[i]!);
    expect(amountsOf(read(titles('Bal Before', 'Bal After'), ...shuffled))).toEqual([
      '9.50',
      '50.00',
      '-20.50',
      '-30.00',
    ]);
    const some = [lines[0]!, lines[2]!, lines[3]!];
    const file = read(titles('Bal Before', 'Bal After'), ...some);
    expect(amountsOf(file)).toEqual(['50.00', '-20.50', '9.50']);
    expect(file.question).toBeNull();
  });

  it('need no titles where each row goes on from the one before it, oldest or newest first', () => {
    for (const of of [entries, entries.toReversed()]) {
      const file = read(
        ...of.map(([day, name, amount, before, after]) => [day, after, amount, name, before].join('|')),
      );
      expect(amountsOf(file).sort()).toEqual(['-20.50', '-30.00', '50.00', '9.50']);
      expect(file.question).toBeNull();
    }
  });

  it('turn signs that say the opposite', () => {
    const turned = lines.map((line, i) => line.replace(/,(\d+\.\d\d),/, i % 3 === 0 ? ',-$1,' : ',$1,'));
    expect(amountsOf(read(titles('Bal Before', 'Bal After'), ...turned))).toEqual([
      '50.00',
      '-30.00',
      '-20.50',
      '9.50',
    ]);
  });

  it('prove the amount among other money', () => {
    const file = read(
      'Jour;X;Y;Solde avant;Solde après',
      ...entries.map(([day, , amount, before, after], i) => [day, `${i + 7}.25`, amount, before, after].join(';')),
    );
    expect(amountsOf(file)).toEqual(['50.00', '-30.00', '-20.50', '9.50']);
    expect(file.question).toBeNull();
  });

  it('say which fees the account moves by besides, which is asked', () => {
    const file = read(
      'Date,Type,Amount,Fee,Levy,Bal Before,Bal After',
      '2024-03-01,CASH_IN,50.00,0.00,0.00,100.00,150.00',
      '2024-03-02,TRANSFER,30.00,0.30,0.10,150.00,119.60',
      '2024-03-04,TRANSFER,20.00,0.20,0.00,119.60,99.40',
      '2024-03-09,TRANSFER,9.00,0.10,0.05,99.40,90.25',
    );
    expect(file.question?.sentence).toContain(
      'moves by “Amount” (50.00; 30.00; 20.00), “Fee” (0.00; 0.30; 0.20) and “Levy” (0.00; 0.10; 0.05) together, which are several columns of one entry',
    );
    expect(amountsOf(file)).toEqual(['50.00', '-30.00', '-20.00', '-9.00']);
  });

  it('are none where they are those of the statement, the same in each row', () => {
    const file = read(
      titles('Opening Balance', 'Closing Balance'),
      ...entries.map(([day, name, amount]) => [day, name, amount, '100.00', '109.00'].join(',')),
    );
    expect(amountsOf(file)).toEqual(['50.00', '30.00', '20.50', '9.50']);
    expect(file.isSignUnknown || file.question !== null).toBe(true);
  });
});
