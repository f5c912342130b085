// A status column: what is announced is read and never matched, what was never booked is set aside, and a state that
// nobody knows is said.

import { describe, expect, it } from 'vitest';
import { ROW_PENDING } from '../../../src/core/records/rows/columns.ts';
import { failureOf, readText, rowsOf } from './reading.ts';

const table = (...rows: string[]) => `${rows.join('\n')}\n`;
const withStates = (...states: string[]) =>
  table('Date,Description,Amount,Status', ...states.map((state, i) => `13/04/2026,ROW ${i},${i + 1}.00,${state}`));

describe('a status column', () => {
  it('keeps rows that were never booked out of the money, and lists them', () => {
    const file = readText(withStates('Booked', 'FAILED', 'Pending', 'Declined', 'Success'));
    expect(rowsOf(file).map(({ amount, flags }) => [amount, flags])).toEqual([
      ['1.00', 0],
      ['3.00', ROW_PENDING],
      ['5.00', 0],
    ]);
    expect(file.rejected).toEqual([
      { line: 3, reason: 'the status “FAILED” says that it was never booked' },
      { line: 5, reason: 'the status “Declined” says that it was never booked' },
    ]);
    expect(file.counts).toMatchObject({ entries: 3, rejected: 0, setAside: 2 });
    expect(file.warnings).toContain(
      '2 rows were never booked by their status and were set aside, the first on line 3: “FAILED”, “Declined”.',
    );
  });

  it('refuses no file for them, nor names them as the first row that was not understood', () => {
    const states = withStates('FAILED', 'FAILED', 'Booked');
    expect(readText(states).counts.entries).toBe(1);
    expect(failureOf(`${states}13/04/2026,ROW,x,Booked\n`).sentence).toContain('the amount “x” is not understood');
  });

  it('sets them aside without a date or an amount too', () => {
    const file = readText(
      table('Date,Description,Amount,Status', '13/04/2026,A,1.00,Booked', ',B,2.00,Cancelled', '13/04/2026,C,,Failed'),
    );
    expect(file.counts).toMatchObject({ entries: 1, rejected: 0, setAside: 2 });
  });

  it('of an unknown state is booked, and said', () => {
    const file = readText(withStates('Booked', 'Reversed', 'Reversed'));
    expect(file.counts.entries).toBe(3);
    expect(file.warnings).toContain(
      'The status of 2 rows is not known, the first on line 3; taken as booked: “Reversed”.',
    );
  });

  it('may be titled otherwise, beside a narration', () => {
    const file = readText(
      table(
        'Buchungstag;Verwendungszweck;Betrag;Info',
        '03.04.2026;A;-5,00;Umsatz gebucht',
        '13.04.2026;B;-6,00;Umsatz gebucht',
        '30.04.2026;C;-7,00;Umsatz vorgemerkt',
      ),
    );
    expect(file.pending).toBe(1);
    expect(rowsOf(file).map(({ flags }) => flags)).toEqual([0, 0, ROW_PENDING]);
  });

  it('of entries that a second person confirmed does not set a whole ledger aside', () => {
    const rows = ['13/04/2026,A,-1.00,Authorized', '14/04/2026,B,2.00,Authorized'];
    const file = readText(table('Date,Description,Amount,Auth Status', ...rows), { side: 'gl' });
    expect(file.counts).toMatchObject({ entries: 2, rejected: 0 });
    expect(rowsOf(file).map(({ flags }) => flags)).toEqual([0, 0]);
    expect(file.warnings).toEqual([
      'The status of 2 rows is not known, the first on line 2; taken as booked: “Authorized”.',
    ]);
  });

  it('is no column of states where customers live', () => {
    const file = readText(
      table(
        'Date,Description,Amount,State',
        '13/04/2026,A,-1.00,Lagos',
        '14/04/2026,B,2.00,Kano',
        '14/04/2026,C,2.00,Oyo',
      ),
    );
    expect(file.layout.columns[3].field).not.toBe('status');
    expect(file.warnings).toEqual(['The account: the file states no closing balance.']);
  });

  it('is no narration that says such words', () => {
    const file = readText(table('13/04/2026,Payment received,1.00', '14/04/2026,Payment failed,2.00'));
    expect(rowsOf(file).map(({ narration }) => narration)).toEqual(['Payment received', 'Payment failed']);
  });
});

describe('a column of response codes', () => {
  const withCodes = (title: string, ...codes: string[]) =>
    table(`Date,Narration,Amount,${title}`, ...codes.map((code, i) => `13/04/2026,ROW ${i},${i + 1}.00,${code}`));

  it('sets failed transfers and duplicates aside and holds undecided ones back', () => {
    const file = readText(
      withCodes('RESPONSE', '00', '51', '00', '91', '00', '94', '00', '09', ...Array(12).fill('00')),
    );
    expect(file.rejected).toEqual([
      { line: 3, reason: 'the response code “51” says that the transfer failed' },
      { line: 7, reason: 'the response code “94” says that it repeats another transfer' },
    ]);
    expect(rowsOf(file).map(({ amount, flags }) => [amount, flags])).toEqual([
      ['1.00', 0],
      ['3.00', 0],
      ['4.00', ROW_PENDING],
      ['5.00', 0],
      ['7.00', 0],
      ['8.00', ROW_PENDING],
      ['9.00', 0],
      ...Array.from({ length: 11 }, (_, i) => [`${i + 10}.00`, 0]),
    ]);
    expect(file.counts).toMatchObject({ entries: 18, rejected: 0, setAside: 2 });
    expect(file.warnings).toContain(
      '2 rows were never booked by their status and were set aside, the first on line 3: “51”, “94”.',
    );
  });

  it.each(['Response Code', 'Resp. Code', 'NIP Response', 'Auth Response Code'])('may be titled “%s”', (title) =>
    expect(readText(withCodes(title, '00', '00', '51')).counts).toMatchObject({ entries: 2, setAside: 1 }),
  );

  it.each(['RC', 'Resp', 'Action Code', 'Return Code', 'Result Code', 'Status'])('is none below “%s”', (title) => {
    const file = readText(withCodes(title, '00', '00', '00', '00', '51'));
    expect(file.counts).toMatchObject({ entries: 5, setAside: 0 });
    expect(file.pending).toBe(0);
  });

  it('is none with single digits, nor with a code that no switch has', () => {
    expect(readText(withCodes('Response Code', '0', '0', '0', '0', '1')).pending).toBe(0);
    expect(readText(withCodes('Response', '00', '00', '00', '00', '20')).counts).toMatchObject({ entries: 5 });
  });

  it('is none where the running balance moves by all rows', () => {
    const rows = ['00', '00', '00', '51', '00', '00'].map((code, i) => `13/04/2026,R,1.00,${i + 1}.00,${code}`);
    const file = readText(table('Date,Narration,Amount,Balance,Response Code', ...rows));
    expect(file.counts).toMatchObject({ entries: 6, setAside: 0 });
    const still = rows.map((row) => row.replace(/,([456]).00,/, (_, n) => `,${n - 1}.00,`));
    const failed = readText(table('Date,Narration,Amount,Balance,Response Code', ...still));
    expect(failed.counts).toMatchObject({ entries: 5, setAside: 1 });
  });

  it('may have many failures where a column beside it says the same in words', () => {
    const rows = ['00,Approved', '51,Insufficient funds', '91,Issuer inoperative', '00,Approved'];
    const content = table(
      'Date,Narration,Amount,Response Code,Response Message',
      ...rows.map((row, i) => `13/04/2026,R,${i + 1}.00,${row}`),
    );
    const file = readText(content);
    expect(file.counts).toMatchObject({ entries: 3, setAside: 1 });
    expect(file.pending).toBe(1);
  });

  it('is none where most codes are no success: that is said', () => {
    const file = readText(withCodes('Response', '13', '12', '12', '00'));
    expect(file.counts).toMatchObject({ entries: 4, setAside: 0 });
    expect(file.warnings).toContain(
      '“Response” holds codes of which few are 00 (success); it is not read as response codes, and every row counts as booked.',
    );
  });

  it('is none where the title does not say so, nor where the values are longer', () => {
    expect(readText(withCodes('Branch', '00', '00', '51')).counts).toMatchObject({ entries: 3, setAside: 0 });
    expect(readText(withCodes('Response', '000', '0051', '1200')).counts).toMatchObject({ entries: 3, setAside: 0 });
  });

  it('stands before a status that is the same in every row, and behind one that is not', () => {
    const rows = (...states: string[]) => table('Date,Narration,Amount,Status,Response Code', ...states);
    const settled = rows(
      '13/04/2026,A,1.00,Settled,00',
      '13/04/2026,B,2.00,Settled,00',
      '13/04/2026,C,3.00,Settled,51',
    );
    expect(readText(settled).counts).toMatchObject({ entries: 2, setAside: 1 });
    const failed = rows(
      '13/04/2026,A,1.00,Successful,00',
      '13/04/2026,B,2.00,Failed,',
      '13/04/2026,C,3.00,Successful,00',
    );
    expect(readText(failed).counts).toMatchObject({ entries: 2, setAside: 1 });
  });

  it('may stand in words alone', () => {
    const file = readText(withCodes('Response Message', 'Approved', 'Approved', 'Insufficient Funds', 'Declined'));
    expect(file.counts).toMatchObject({ entries: 3, setAside: 1 });
    expect(file.warnings).toContain(
      'The status of 1 row is not known, the first on line 4; taken as booked: “Insufficient Funds”.',
    );
  });
});
