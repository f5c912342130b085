// Rows with a date and an amount that are no entries: balances whose words stand in any column, and totals.

import { describe, expect, it } from 'vitest';
import { readText, rowsOf } from './reading.ts';

const read = (side: 'gl' | 'bank', ...rows: string[]) => readText(`${rows.join('\n')}\n`, { side });
const amountsOf = (file: ReturnType<typeof readText>) => rowsOf(file).map(({ amount }) => amount);

describe('a dated balance', () => {
  it('has its words in another column where nothing is narrated', () => {
    const file = read(
      'gl',
      'Date,Transaction Type,Transaction Number,Payee,Debit,Credit,Running Balance',
      '2024-03-01,Opening Balance,,,1000.00,,1000.00',
      '2024-03-02,Vendor Payment,VP-1,ABC,,150.00,850.00',
      '2024-03-03,Customer Payment,CP-1,XYZ,225.50,,1075.50',
    );
    expect(amountsOf(file)).toEqual(['-150.00', '225.50']);
    expect(file.balances).toMatchObject([{ opening: 100000, closing: 107550, foots: true }]);
  });

  it('has them in the reference too, with a running balance or without', () => {
    const rows = ['01/03/2024,Opening Balance,,1000.00,', '05/03/2024,P1,C,,50.00', '26/03/2024,R1,D,70.00,'];
    const file = read('gl', 'Date,Reference,Narration,Debit,Credit', ...rows);
    expect(amountsOf(file)).toEqual(['-50.00', '70.00']);
    expect(file.balances).toMatchObject([{ opening: 100000 }]);
  });

  it('is an entry where the row is narrated otherwise', () => {
    const rows = ['01/03/2024,Opening Balance,Capital paid in,1000.00,', '05/03/2024,P1,C,,50.00'];
    expect(amountsOf(read('gl', 'Date,Reference,Narration,Debit,Credit', ...rows))).toEqual(['1000.00', '-50.00']);
  });

  it('is found among rows that are read on the fast lane', () => {
    const rows = Array.from({ length: 40 }, (_, i) => `0${(i % 9) + 1}/03/2024,Receipt,R${i},Sale ${i},10.00,`);
    rows.splice(20, 0, '03/03/2024,Opening Balance,,,1000.00,');
    rows.splice(30, 0, '03/03/2024,Receipt,R99,,7.00,');
    const file = read('gl', 'Date,Type,Ref,Narration,Debit,Credit', ...rows);
    expect(file.counts).toMatchObject({ entries: 41, balances: 1 });
  });

  it('stands under the title of the column beside it, as in the ledgers of Tally', () => {
    const file = read(
      'gl',
      'Date,Particulars,,Vch Type,Vch No.,Debit,Credit',
      '1-Apr-23,To,Opening Balance,,,"50,000.00",',
      '1-Apr-23,To,Sales,Receipt,1,"1,00,000.00",',
      '2-Apr-23,By,Rent,Payment,2,,"25,000.00"',
      ',,,,,"1,50,000.00","25,000.00"',
      ',By,Closing Balance,,,,"1,25,000.00"',
      ',,,,,"1,50,000.00","1,50,000.00"',
    );
    expect(rowsOf(file).map(({ amount, narration }) => [amount, narration])).toEqual([
      ['100000.00', 'To Sales'],
      ['-25000.00', 'By Rent'],
    ]);
    expect(file.balances).toMatchObject([{ opening: 5000000, closing: 12500000, foots: true }]);
    expect(file.rejected).toEqual([]);
    expect(file.warnings).toEqual([]);
  });

  it('at a date opens where it stands above the first entries, and closes behind the last', () => {
    const file = read(
      'bank',
      'Date,Description,Debit,Credit',
      '01/03/2024,Balance at 01/03/2024,,1000.00',
      '01/03/2024,C,50.00,',
      '26/03/2024,D,,70.00',
      '31/03/2024,Balance as of 31/03/2024,,1020.00',
    );
    expect(amountsOf(file)).toEqual(['-50.00', '70.00']);
    expect(file.balances).toMatchObject([{ opening: 100000, closing: 102000, foots: true }]);
  });
});

describe('an entry that speaks of a balance', () => {
  it.each(['BALANCE FEES 2026', 'Bal on car 2026', 'Balance March 2026', 'Opening balance', 'Balance 01/03/2026'])(
    '%s with a reference of its own stays one',
    (narration) => {
      const rows = ['01/03/2026,R1,A,10.00,', `02/03/2026,R2,${narration},20.00,`, '03/03/2026,R3,C,,30.00'];
      const file = read('bank', 'Date,Reference,Narration,Debit,Credit', ...rows);
      expect(amountsOf(file)).toEqual(['-10.00', '-20.00', '30.00']);
    },
  );
});

describe('a dated total', () => {
  const days = (...rows: string[]) => read('bank', 'Date,Description,Debit,Credit', ...rows);

  it('is no entry, whichever rows above it it sums up', () => {
    const file = days(
      '05/03/2024,A,100.00,',
      '05/03/2024,B,20.00,',
      '05/03/2024,Sub Total,120.00,',
      '06/03/2024,C,,50.00',
      '06/03/2024,Total for 06/03/2024,0.00,50.00',
      '31/03/2024,TOTAL,120.00,50.00',
    );
    expect(amountsOf(file)).toEqual(['-100.00', '-20.00', '50.00']);
    expect(file.counts).toMatchObject({ entries: 3, footer: 3 });
    expect(file.warnings).toEqual(['The account: the file states no closing balance.']);
  });

  it('is none either where its sums are others, which is said', () => {
    const file = days(
      '05/03/2024,A,100.00,',
      '05/03/2024,Subtotal,110.00,',
      '06/03/2024,C,,50.00',
      ',Total,100.00,50.00',
    );
    expect(amountsOf(file)).toEqual(['-100.00', '50.00']);
    expect(file.warnings).toContain('The totals on line 3 are not the sums of the entries above it.');
  });

  it('that reads “Total” alone is one by its sum, else an entry, which is said', () => {
    const file = days('05/03/2024,A,10.00,0.00', '06/03/2024,B,20.00,0.00', '31/03/2024,TOTAL,30.00,0.00');
    expect(amountsOf(file)).toEqual(['-10.00', '-20.00']);
    const fuel = days('05/03/2024,A,10.00,', '06/03/2024,TOTAL,20.00,', '31/03/2024,B,30.00,');
    expect(amountsOf(fuel)).toEqual(['-10.00', '-20.00', '-30.00']);
    expect(fuel.warnings).toContain('Line 3 reads “TOTAL” without being the sum of rows above; taken for an entry.');
  });

  it('has no running balance where the entries have one', () => {
    const file = read(
      'bank',
      'Date,Description,Debit,Credit,Balance',
      '05/03/2024,A,100.00,,900.00',
      '05/03/2024,B,20.00,,880.00',
      '05/03/2024,Daily total,120.00,,',
      '06/03/2024,C,,50.00,930.00',
    );
    expect(amountsOf(file)).toEqual(['-100.00', '-20.00', '50.00']);
    expect(file.balances).toMatchObject([{ foots: true }]);
  });
});
