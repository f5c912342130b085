// Which way an entry goes: words of flow and of bookkeeping in titles and cells, marks beside signed amounts, marks that
// are not understood, and balances that count one way or the other.

import { describe, expect, it } from 'vitest';
import { parseColumnMapping } from '../../../src/core/reading/columns/column-mapping.ts';
import { readText, rowsOf } from './reading.ts';

type Options = Parameters<typeof readText>[1];
const read = (lines: readonly string[], options: Options = {}) =>
  readText(`${lines.join('\n')}\n`, { rejectedShare: 1, ...options });
const ledger = (lines: readonly string[]) => read(lines, { side: 'gl' });
const amounts = (file: ReturnType<typeof readText>) => rowsOf(file).map(({ amount }) => Number(amount));
const fields = (file: ReturnType<typeof readText>) => file.layout.columns.map(({ field }) => field);
const said = (file: ReturnType<typeof readText>) =>
  file.warnings.filter((w) => !w.includes('closing balance')).join(' ');

describe('a cash book', () => {
  const rows = ['13/04/2026,A,500.00,,1500.00', '14/04/2026,B,,200.00,1300.00', '15/04/2026,C,75.00,,1375.00'];
  const short = rows.map((row) => row.slice(0, row.lastIndexOf(',')));
  it.each(['Receipts,Payments', 'Money In,Money Out', 'Deposits,Withdrawals', 'In,Out', 'Eingang,Ausgang'])(
    '%s say it outright, on either side, with and without a balance',
    (titles) => {
      for (const side of ['gl', 'bank'] as const) {
        const whole = read([`Date,Particulars,${titles},Balance`, ...rows], { side });
        expect(amounts(whole)).toEqual([500, -200, 75]);
        expect(whole.balances).toMatchObject([{ opening: 100000, closing: 137500, foots: true, turned: false }]);
        expect(whole.layout.balancePolarity).toBe(side === 'gl' ? null : 'bank');
        expect(said(whole)).toBe('');
        expect(amounts(read([`Date,Particulars,${titles}`, ...short], { side }))).toEqual([500, -200, 75]);
      }
    },
  );

  it.each(['Inflow,Outflow', 'Received,Paid', 'Income,Expense'])('%s, too', (titles) => {
    for (const side of ['gl', 'bank'] as const) {
      const file = read([`Date,Particulars,${titles}`, ...short], { side });
      expect([amounts(file), said(file)]).toEqual([[500, -200, 75], '']);
    }
  });

  it('bookkeeping in the same title is a debit and a credit', () => {
    const titles = 'Date,Particulars,Receipt (Dr),Payment (Cr)';
    expect(amounts(ledger([titles, ...short]))).toEqual([500, -200, 75]);
    expect(amounts(ledger(['Date,Particulars,Debit,Credit', ...short]))).toEqual([500, -200, 75]);
    expect(amounts(read(['Date,Particulars,Debit,Credit', ...short]))).toEqual([-500, 200, -75]);
  });

  it('titles that the balance contradicts are believed, and it is said', () => {
    const file = ledger([
      'Date,Particulars,Receipts,Payments,Balance',
      '13/04/2026,A,50.00,,950.00',
      '14/04/2026,B,,100.00,1050.00',
      '15/04/2026,C,10.00,,1040.00',
    ]);
    expect(amounts(file)).toEqual([50, -100, 10]);
    expect(file.balances).toMatchObject([{ opening: -100000, closing: -104000, foots: true }]);
    expect(said(file)).toContain('the running balance rises by what the titles call money out');
  });

  it('a lone word that means much else is no direction', () => {
    const file = read(['Date,Details,Paid', '13/04/2026,A,5.00', '14/04/2026,B,6.00']);
    expect([fields(file)[2], amounts(file)]).toEqual(['amount', [5, 6]]);
    expect(said(file)).toContain('No amount has a sign');
  });

  it('a mapping may name it', () => {
    const text = JSON.stringify({ booking_date: 'When', deposit: 'X' });
    const mapping = parseColumnMapping({ text, file: 'mapping.json' });
    const lines = ['When,Text,X', '13/04/2026,A,5.00'];
    for (const side of ['gl', 'bank'] as const) expect(amounts(read(lines, { side, mapping }))).toEqual([5]);
  });
});

describe('Amount Debited and Amount Credited', () => {
  const rows = Array.from({ length: 30 }, (_, i) => `13/04/2026,ROW ${i},${10 + i}.00,`);
  it('are a pair, however few the credits', () => {
    const file = read(['Date,Details,Amount Debited,Amount Credited', ...rows, '14/04/2026,IN,,99.00']);
    expect(fields(file).slice(2)).toEqual(['debit', 'credit']);
    expect(amounts(file).slice(-2)).toEqual([-39, 99]);
  });
  it('Crédito (R$) beside Débito (R$), two entries and a total', () => {
    const file = read([
      'Data;Histórico;Crédito (R$);Débito (R$);Saldo (R$)',
      '31/03/2026;SALDO ANTERIOR;;;10.000,00',
      '13/04/2026;PIX;1.234,56;;11.234,56',
      '14/04/2026;BOLETO;;-234,56;11.000,00',
      'Total;;1.234,56;-234,56;11.000,00',
    ]);
    expect(amounts(file)).toEqual([1234.56, -234.56]);
    expect(file.balances).toMatchObject([{ opening: 1000000, closing: 1100000, foots: true }]);
  });
});

describe('a mark beside a signed amount', () => {
  const marked = ['Date,Description,Amount,DC', '13/04/2026,A,50.00,D', '14/04/2026,B,100.00,C'];
  it('a minus among amounts without one is a reversal', () => {
    const file = read([...marked, '15/04/2026,REV A,-50.00,D', '16/04/2026,REV B,-100.00,C', '17/04/2026,E,10.00,D']);
    expect(amounts(file)).toEqual([-50, 100, 50, -100, -10]);
    expect(said(file)).toContain('marked as money out have both signs; the rarer sign is taken as a reversal');
  });
  it('as the running balance says', () => {
    const file = read([
      'Date,Description,Amount,DC,Balance',
      '13/04/2026,A,50.00,D,950.00',
      '14/04/2026,B,100.00,C,1050.00',
      '15/04/2026,REV A,-50.00,D,1100.00',
      '16/04/2026,REV B,-100.00,C,1000.00',
    ]);
    expect(amounts(file)).toEqual([-50, 100, 50, -100]);
    expect(file.balances).toMatchObject([{ opening: 100000, closing: 100000, foots: true }]);
  });
  it('behind the digits, too', () => {
    const file = read([
      'Date,Description,Amount',
      '13/04/2026,A,50.00 DR',
      '14/04/2026,B,-50.00 DR',
      '15/04/2026,C,10.00 DR',
    ]);
    expect(amounts(file)).toEqual([-50, 50, -10]);
  });
  it('signs that repeat the marks decide where the two differ', () => {
    const rows = Array.from({ length: 9 }, (_, i) => [
      `13/04/2026,OUT ${i},-${5 + i}.00,DR`,
      `14/04/2026,IN ${i},7.00,CR`,
    ]);
    const titles = 'Date,Description,Amount,Dr/Cr';
    const file = read([titles, ...rows.flat(), '15/04/2026,BACK,50.00,DR', '16/04/2026,STORNO,-100.00,CR']);
    expect(amounts(file).slice(-4)).toEqual([-13, 7, 50, -100]);
    expect(said(file)).toContain('both signs');
  });
  it('a single debit with a minus: the balance decides what the sample is too small for', () => {
    const rows = ['13/04/2026,A,100.00,C', '14/04/2026,REV,-50.00,D', '15/04/2026,B,20.00,C', '16/04/2026,B,20.00,C'];
    expect(amounts(read(['Date,Description,Amount,DC', ...rows]))).toEqual([100, -50, 20, 20]);
    const balances = ['1100.00', '1150.00', '1170.00', '1190.00'];
    const proven = rows.map((row, i) => `${row},${balances[i]}`);
    expect(amounts(read(['Date,Description,Amount,DC,Balance', ...proven]))).toEqual([100, 50, 20, 20]);
  });
  it('a way that has nothing but reversals is said', () => {
    const file = read([
      'Date,Description,Debit,Credit',
      '13/04/2026,A,-5.00,',
      '14/04/2026,B,-6.00,',
      '15/04/2026,C,,-9.00',
    ]);
    expect(amounts(file)).toEqual([-5, -6, -9]);
    expect(said(file)).toBe('The credit column has only a minus; taken as reversals.');
  });
  it('a minus on everything says nothing, and is said', () => {
    const rows = [1, 2, 3].flatMap((n) => [`13/04/2026,A,-${n}.00,D`, `14/04/2026,B,-${n}0.00,C`]);
    const file = read(['Date,Description,Amount,DC', ...rows]);
    expect(amounts(file)).toEqual([-1, 10, -2, 20, -3, 30]);
    expect(said(file)).toBe('Every amount has a minus; it is taken to say nothing.');
  });
  it('a minus against the mark throughout leaves the mark, and is said', () => {
    const lines = ['Date,Description,Amount,Type', '13/04/2026,A,-50.00,CREDIT', '14/04/2026,B,100.00,DEBIT'];
    expect(amounts(read(lines))).toEqual([50, -100]);
    expect(said(read(lines))).toContain('the marks were believed');
    expect([amounts(ledger(lines)), said(ledger(lines))]).toEqual([[-50, 100], '']);
  });
});

describe('a narration of deposits and withdrawals', () => {
  const rows = (signs: readonly string[]) => [
    'Date,Narration,Amount',
    `13/04/2026,Deposit,${signs[0]}300.00`,
    `14/04/2026,Withdrawal,${signs[1]}50.00`,
    `15/04/2026,Deposit,${signs[2]}200.00`,
    `16/04/2026,Withdrawal,${signs[3]}40.00`,
  ];
  it('is no column of marks beside amounts with signs', () => {
    const file = read(rows(['', '-', '-', '']));
    expect(amounts(file)).toEqual([300, -50, -200, 40]);
    expect(rowsOf(file)[0].narration).toBe('Deposit');
  });
  it('gives the direction where nothing else does, and stays the narration', () => {
    for (const side of ['gl', 'bank'] as const) {
      const file = read(rows(['', '', '', '']), { side });
      expect(amounts(file)).toEqual([300, -50, 200, -40]);
      expect(rowsOf(file).map(({ narration }) => narration)).toEqual([
        'Deposit',
        'Withdrawal',
        'Deposit',
        'Withdrawal',
      ]);
    }
  });
});

describe('marks', () => {
  const table = (marks: readonly string[], title = 'Dr/Cr') => [
    `Date,Description,Amount,${title}`,
    ...marks.map((mark, i) => `13/04/2026,ROW ${i},${10 + i}.00,${mark}`),
  ];
  it.each([
    ['-,+'],
    ['Money out,Money in'],
    ['Debit Transaction,Credit Transaction'],
    ['Withdrawal,Deposit'],
    ['Payment,Receipt'],
  ])('%s', (pair) => {
    const file = read(table([...pair.split(','), ...pair.split(',')]));
    expect(amounts(file)).toEqual([-10, 11, -12, 13]);
    expect(said(file)).toBe('');
  });
  it.each(['X', '', 'REV', '-'])('“%s” among them is rejected with its line and reason', (odd) => {
    const file = read(table(['DR', 'CR', odd, 'DR', 'CR', odd, 'DR']));
    expect(amounts(file)).toEqual([-10, 11, -13, 14, -16]);
    const reason = odd === '' ? 'no mark of debit or credit' : `the mark “${odd}” is not understood`;
    expect(file.rejected).toEqual([
      { line: 4, reason },
      { line: 7, reason },
    ]);
  });
  it('an amount whose own sign decides needs none', () => {
    const lines = ['Date,Description,Amount,Dr/Cr', '13/04/2026,A,-5.00,DR', '13/04/2026,B,7.00,CR'];
    const file = read([...lines, '14/04/2026,C,-2.00,X', '14/04/2026,D,3.00,']);
    expect([amounts(file), file.rejected]).toEqual([[-5, 7, -2, 3], []]);
  });
  it('a zero needs none either', () => {
    const file = read([...table(['DR', 'CR']), '14/04/2026,NIL,0.00,']);
    expect([amounts(file), file.rejected]).toEqual([[-10, 11, 0], []]);
  });
  it('beside one kind of them a row without is the other, one with an unknown mark none', () => {
    const file = read(table(['DR', '', 'DR', 'X']));
    expect(amounts(file)).toEqual([-10, 11, -12]);
    expect(file.rejected).toEqual([{ line: 5, reason: 'the mark “X” is not understood' }]);
  });
  it('an amount without a mark among marked ones is rejected', () => {
    const file = read(['Date,Description,Amount', '13/04/2026,A,5.00 DR', '14/04/2026,B,7.00 CR', '15/04/2026,C,9.00']);
    expect([amounts(file), file.rejected.map(({ line }) => line)]).toEqual([[-5, 7], [4]]);
  });
  it('a column of marks that are not understood is asked about', () => {
    const file = read(table(['0', '1', '0']));
    expect(file.question).toMatchObject({
      sentence: expect.stringContaining('the marks in “Dr/Cr” (0; 1) are not known'),
      answer: { direction: 'Dr/Cr', marks: { 0: 'in or out', 1: 'in or out' } },
    });
    expect(file.isSignUnknown).toBe(true);
    expect(said(file)).toContain('No amount has a sign or a DR/CR mark: all of them are taken for money in.');
  });
  it('dashes in another column are no marks', () => {
    const file = read(['Date,Description,Amount,Cheque', '13/04/2026,A,5.00,-', '14/04/2026,B,-7.00,-']);
    expect([amounts(file), fields(file)[3]]).toEqual([[5, -7], 'reference']);
  });
  it('an opening balance row needs no mark', () => {
    const file = read([
      'Date,Description,Amount,Dr/Cr',
      '01/04/2026,OPENING BALANCE,100.00,',
      ...table(['DR', 'CR']).slice(1),
    ]);
    expect([amounts(file), file.rejected]).toEqual([[-10, 11], []]);
    expect(file.balances).toMatchObject([{ opening: 10000 }]);
  });
});

describe('no sign and no mark', () => {
  const rows = ['13/04/2026,A,5.00', '14/04/2026,B,7.00'];
  it('is said also without a balance', () => {
    expect(said(read(['Date,Description,Amount', ...rows]))).toBe(
      'No amount has a sign or a DR/CR mark: all of them are taken for money in.',
    );
  });
  it('is not where the balance proves it, or a column says it', () => {
    expect(said(read(['Date,Description,Amount,Balance', `${rows[0]},5.00`, `${rows[1]},12.00`]))).toBe('');
    expect(said(read(['Date,Description,Debit', ...rows]))).toBe('');
  });
});

describe('balances', () => {
  it('marks in a column of their own are the balance’s sign', () => {
    const file = read([
      'Date,Description,Amount,Dr / Cr,Balance,Dr / Cr',
      '13/04/2026,A,50.00,DR,30.00,CR',
      '14/04/2026,B,50.00,DR,20.00,DR',
      '15/04/2026,C,10.00,CR,10.00,DR',
    ]);
    expect(amounts(file)).toEqual([-50, -50, 10]);
    expect(file.balances).toMatchObject([{ opening: 8000, closing: -1000, foots: true, turned: false }]);
    expect(said(file)).toBe('');
  });
  it('also behind a pair of columns, and empty where the account has money', () => {
    const file = read([
      'Date,Description,Debit,Credit,Balance,Dr/Cr',
      '13/04/2026,A,50.00,,30.00,',
      '14/04/2026,B,50.00,,20.00,DR',
      '15/04/2026,C,,10.00,10.00,DR',
    ]);
    expect(file.balances).toMatchObject([{ opening: 8000, closing: -1000, foots: true }]);
  });
  it('marks behind the balance that are the only ones are the amount’s', () => {
    const file = read([
      'Date,Description,Amount,Balance,Dr/Cr',
      '13/04/2026,A,50.00,30.00,DR',
      '14/04/2026,B,10.00,40.00,CR',
      '15/04/2026,C,15.00,25.00,DR',
    ]);
    expect(amounts(file)).toEqual([-50, 10, -15]);
    expect(file.balances).toMatchObject([{ opening: 8000, closing: 2500, foots: true }]);
  });
  it('one that counts the other way round is turned, so that it foots, and said', () => {
    const rows = ['13/04/2026,A,50.00,,150.00', '14/04/2026,B,,20.00,130.00', '15/04/2026,C,10.00,,140.00'];
    const overdraft = read(['Date,Description,Debit,Credit,Balance', ...rows]);
    expect(overdraft.balances).toMatchObject([{ opening: -10000, closing: -14000, amount: -4000n, foots: true }]);
    expect(said(overdraft)).toContain('the balance rises by money out, as an overdraft without a sign does');
    const payable = ledger(['Date,Description,Credit,Debit,Balance', ...rows]);
    expect(payable.balances).toMatchObject([{ opening: -10000, closing: -14000, amount: -4000n, foots: true }]);
    expect(said(payable)).toContain('as a payable account’s does');
  });
  it('stated ones are turned as well', () => {
    const file = ledger([
      'Opening Balance:,1000.00',
      'Closing Balance:,950.00',
      'Date,Details,Debit,Credit',
      '13/04/2026,A,150.00,',
      '14/04/2026,B,,100.00',
    ]);
    expect(file.balances).toMatchObject([{ opening: -100000, closing: -95000, amount: 5000n, foots: true }]);
  });
});

it('marks without a title behind an overdrawn balance are the balance’s where the amounts have signs of their own', () => {
  const rows = ['-75.43,45.43,DR', '-7.15,52.58,DR', '24.79,27.79,DR', '-87.44,115.23,DR', '44.16,71.07,DR'];
  const file = read(['Date,Text,Amount,Balance,', ...rows.map((row, i) => `2026-03-0${i + 1},T${i},${row}`)]);
  expect([amounts(file), said(file)]).toEqual([[-75.43, -7.15, 24.79, -87.44, 44.16], '']);
});
