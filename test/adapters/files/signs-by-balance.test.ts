// Amounts without signs beside a running balance, which says the way of each.

import { describe, expect, it } from 'vitest';
import { readText, rowsOf } from './reading.ts';

const table = (...rows: string[]) => `${rows.join('\n')}\n`;
const amountsOf = (file: ReturnType<typeof readText>) => rowsOf(file).map(({ amount }) => amount);
const rows = [
  '13/03/2024,A,100.00,900.00',
  '14/03/2024,B,70.00,970.00',
  '15/03/2024,C,30.00,940.00',
  '16/03/2024,D,40.00,900.00',
];
const header = 'Date,Description,Amount,Balance';

describe('amounts without a sign', () => {
  it('have that of the running balance; the oldest has none, which is said', () => {
    const file = readText(table(header, ...rows));
    expect(amountsOf(file)).toEqual(['100.00', '70.00', '-30.00', '-40.00']);
    expect(file.warnings).toContain(
      '3 amounts have neither a sign nor a known mark; their direction is that of the running balance. The balance does not show it for 1 more, the first on line 2; taken for money in, on which the opening balance depends.',
    );
  });

  it('have it with the newest first too, and the opening balance says that of the oldest', () => {
    const file = readText(table(header, ...rows.toReversed(), ',Opening balance,,1000.00'));
    expect(amountsOf(file)).toEqual(['-40.00', '-30.00', '70.00', '-100.00']);
    expect(file.balances).toMatchObject([{ opening: 100000, closing: 90000, foots: true }]);
    expect(file.warnings).toEqual([
      '4 amounts have neither a sign nor a known mark; their direction is that of the running balance.',
    ]);
  });

  it('have it in each account', () => {
    const file = readText(
      table(
        `${header},Account No`,
        '13/03/2024,A,100.00,900.00,0123456789',
        '13/03/2024,A,10.00,10.00,0123456780',
        '14/03/2024,B,70.00,970.00,0123456789',
        '14/03/2024,B,4.00,6.00,0123456780',
        '15/03/2024,C,30.00,940.00,0123456789',
        '15/03/2024,C,20.00,26.00,0123456780',
      ),
    );
    expect(amountsOf(file).slice(2)).toEqual(['70.00', '-4.00', '-30.00', '20.00']);
    expect(file.balances.map(({ foots }) => foots)).toEqual([true, true]);
  });

  it('have it where only some of the marks are known', () => {
    const file = readText(
      table(
        'ID,Creation Date,Type,Amount,Balance',
        '1,13/03/2024 10:11:12,Deposit,1000.00,1000.00',
        '2,14/03/2024 10:11:12,Withdrawal,200.00,800.00',
        '3,15/03/2024 10:11:12,Fee,50.00,750.00',
      ),
    );
    expect(amountsOf(file)).toEqual(['1000.00', '-200.00', '-50.00']);
    expect(file.warnings).toEqual([
      '1 amount has neither a sign nor a known mark; its direction is that of the running balance.',
    ]);
  });

  it('keep what a balance that breaks off cannot say from being guessed', () => {
    const broken = Array.from({ length: 21 }, (_, i) => `${10 + i}/03/2024,X,5.00,${i % 2 === 0 ? 105 : 100}.00`);
    const file = readText(table(header, ...broken, '31/03/2024,Y,7.00,900.00', '31/03/2024,Z,5.00,905.00'));
    expect(amountsOf(file).slice(1, 3)).toEqual(['-5.00', '5.00']);
    expect(amountsOf(file).slice(-2)).toEqual(['7.00', '5.00']);
    expect(file.warnings.join()).toContain('for 2 more, the first on line 2;');
    expect(file.balances).toMatchObject([{ foots: false }]);
  });
});
