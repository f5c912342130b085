// Rows with a date and an amount that are no entries: balances whose words stand in any column, and totals.

import { describe, expect, it } from 'vitest';
import { failureOf, readText, rowsOf } from './reading.ts';

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

  it('has them in the reference too, without a running balance where a closing one proves it', () => {
    const entries = ['05/03/2024,P1,C,,50.00', '26/03/2024,R1,D,70.00,'];
    const rows = ['01/03/2024,Opening Balance,,1000.00,', ...entries, '31/03/2024,Closing Balance,,1020.00,'];
    const file = read('gl', 'Date,Reference,Narration,Debit,Credit', ...rows);
    expect(amountsOf(file)).toEqual(['-50.00', '70.00']);
    expect(file.balances).toMatchObject([{ opening: 100000 }]);
  });

  it('is an entry where the row is narrated otherwise', () => {
    const rows = ['01/03/2024,Opening Balance,Capital paid in,1000.00,', '05/03/2024,P1,C,,50.00'];
    expect(amountsOf(read('gl', 'Date,Reference,Narration,Debit,Credit', ...rows))).toEqual(['1000.00', '-50.00']);
  });

  it('is looked for among rows that are read on the fast path, and stays an entry without proof', () => {
    const rows = Array.from({ length: 40 }, (_, i) => `0${(i % 9) + 1}/03/2024,Receipt,R${i},Sale ${i},10.00,`);
    rows.splice(20, 0, '03/03/2024,Opening Balance,,,1000.00,');
    rows.splice(30, 0, '03/03/2024,Receipt,R99,,7.00,');
    const file = read('gl', 'Date,Type,Ref,Narration,Debit,Credit', ...rows);
    expect(file.counts).toMatchObject({ entries: 42, balances: 0 });
    expect(file.warnings).toContain(
      'Line 22 reads “Opening Balance” and nothing proves it to be a balance; taken for an entry.',
    );
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

  it('is an entry where its sums are others, as are all others of the file, which is said', () => {
    const rows = ['05/03/2024,A,100.00,', '05/03/2024,Subtotal,100.00,', '06/03/2024,C,,50.00'];
    expect(amountsOf(days(...rows))).toEqual(['-100.00', '50.00']);
    const file = days(...rows, '06/03/2024,Subtotal,,60.00');
    expect(amountsOf(file)).toEqual(['-100.00', '-100.00', '50.00', '60.00']);
    expect(file.warnings).toContain('Line 5 reads “Subtotal” without being the sum of rows above; taken for an entry.');
  });

  it('of a part sums up three rows at least', () => {
    const rows = ['05/03/2024,A,10.00,', '05/03/2024,B,20.00,', '05/03/2024,C,30.00,'];
    expect(days(...rows, '05/03/2024,Daily total,60.00,').counts.entries).toBe(3);
    expect(days(...rows.slice(1), '05/03/2024,Daily total,50.00,').counts.entries).toBe(3);
    const batches = Array.from({ length: 30 }, (_, i) => `05/03/2024,Batch total ${1000 + i},${i + 1}.00,`);
    expect(days(...batches).counts).toMatchObject({ entries: 30, footer: 0 });
  });

  it('that reads “Total” alone is one as the last row, with totals in both columns', () => {
    const rows = ['05/03/2024,A,10.00,0.00', '05/03/2024,B,20.00,0.00', '06/03/2024,C,30.00,0.00'];
    const total = '31/03/2024,TOTAL,60.00,0.00';
    expect(days(...rows, total).counts).toMatchObject({ entries: 3, footer: 1 });
    expect(days(...rows, total, '31/03/2024,D,5.00,0.00').counts).toMatchObject({ entries: 5, footer: 0 });
    const bought = days(...rows.map((row) => row.replace('0.00,0.00', '0.00,')), '31/03/2024,TOTAL,60.00,');
    expect(bought.counts).toMatchObject({ entries: 4, footer: 0 });
    expect(bought.warnings).toContain(
      'Line 5 reads “TOTAL” and has the sum of rows above, which does not prove it; taken for an entry.',
    );
  });

  it('that sells fuel every day is an entry', () => {
    const fuel = [1, 2, 3, 4].flatMap((day) => [
      `0${day}/03/2024,MRS,50.00,`,
      `0${day}/03/2024,OANDO,50.00,`,
      `0${day}/03/2024,TOTAL,100.00,`,
    ]);
    expect(days(...fuel).counts).toMatchObject({ entries: 12, footer: 0 });
  });

  it('alone in a file is asked about', () => {
    const content = 'Date,Description,Debit,Credit\n05/03/2024,Opening balance,10.00,\n05/03/2024,Subtotal,0.00,\n';
    expect(failureOf(content)).toMatchObject({
      code: 'file_needs_answer',
      sentence: expect.stringContaining('line 2 is the first row, reads “Opening balance” and has an amount'),
    });
  });

  it('has no running balance where the entries have one', () => {
    const file = read(
      'bank',
      'Date,Description,Debit,Credit,Balance',
      '05/03/2024,A,100.00,,900.00',
      '05/03/2024,B,20.00,,880.00',
      '05/03/2024,B,30.00,,850.00',
      '05/03/2024,Daily total,150.00,,',
      '06/03/2024,C,,50.00,900.00',
    );
    expect(amountsOf(file)).toEqual(['-100.00', '-20.00', '-30.00', '50.00']);
    expect(file.balances).toMatchObject([{ foots: true }]);
  });
});

describe('words that are short for a balance, or for something else', () => {
  const said = (...rows: string[]) =>
    read('bank', 'Date,Description,Debit,Credit,Balance', ...rows).warnings.filter((w) =>
      w.includes('as a balance may'),
    );
  const BETWEEN = ['14/04/2026,C,50.00,,', '15/04/2026,D,,70.00,'];

  it.each(['O/B', 'B/L', 'Cash at hand b/f', 'Bal as per cash book'])('%s is an entry, which is said', (words) => {
    expect(said(`13/04/2026,${words},,1000.00,`, ...BETWEEN)).toEqual([
      `Line 2 reads “${words}”, as a balance may; taken for an entry.`,
    ]);
    expect(said(...BETWEEN, `16/04/2026,${words},,1020.00,`)).toHaveLength(1);
  });

  it('are an entry’s in the midst of others, or where the running balance says so', () => {
    expect(said(BETWEEN[0], '14/04/2026,O/B,,1000.00,', BETWEEN[1])).toEqual([]);
    expect(said('13/04/2026,O/B,,1000.00,1500.00', ...BETWEEN)).toEqual([]);
    expect(said('13/04/2026,O/B,,1000.00,1000.00', ...BETWEEN)).toHaveLength(1);
  });

  it.each(['Balance payment for rent', 'NIP INFLOW ADA - BALANCE', 'Obi', 'C, d, e'])('%s is none', (words) => {
    expect(said(`13/04/2026,"${words}",,1000.00,`, ...BETWEEN)).toEqual([]);
  });
});
