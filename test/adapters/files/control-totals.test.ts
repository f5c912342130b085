// Totals beside a label, above the header as in statements of some banks, or below the rows.

import { describe, expect, it } from 'vitest';
import { readText } from './reading.ts';

const rows = ['01/03/2024,A,100.00,', '02/03/2024,B,20.50,', '03/03/2024,C,,50.00'];
const warningsOf = (lines: readonly string[], side: 'bank' | 'gl' = 'bank') =>
  readText(`${lines.join('\n')}\n`, { side }).warnings.filter((warning) => warning.startsWith('Line'));
const below = (...preamble: string[]) => [...preamble, 'Date,Description,Debit,Credit', ...rows];

describe('control totals above the header', () => {
  it('that are the sums of the entries are no warning', () => {
    const right = below('Account No,,0123456789', 'Total Debit,,"120.50"', 'Total Credit,50.00', 'Transaction Count,3');
    expect(warningsOf(right)).toEqual([]);
    expect(warningsOf(below('Total Debits: 120.50', 'Number of transactions: 3'), 'gl')).toEqual([]);
    expect(warningsOf(below('Total withdrawals,120.50', 'Total lodgements,50.00'))).toEqual([]);
  });

  it('that are others are said, each with what was read', () => {
    expect(warningsOf(below('Total Debit,"50,500.00"', 'Total Credit,"9,900.00"', 'Transaction Count,900'))).toEqual([
      'Line 1 states 50500.00 for all debits, but the entries that were read below it come to 120.50.',
      'Line 2 states 9900.00 for all credits, but the entries that were read below it come to 50.00.',
      'Line 3 states 900 entries, but 3 were read below it.',
    ]);
    expect(warningsOf(below('Total Debit,50.00'), 'gl')).toHaveLength(1);
  });

  it('may be those of each section', () => {
    const sections = [
      ...['Account No,0123456789', 'Total Debit,120.50', 'Date,Description,Debit,Credit', ...rows],
      ...['Account No,0123456780', 'Total Debit,7.00', 'Date,Description,Debit,Credit', '01/03/2024,A,7.00,'],
    ];
    expect(warningsOf(sections)).toEqual([]);
    expect(warningsOf(sections.map((line) => line.replace('Debit,7.00', 'Debit,8.00')))).toHaveLength(1);
  });

  it('may leave pending entries out, and count rows that were left out', () => {
    const states = ['Date,Description,Debit,Credit,Status', '01/03/2024,A,1.00,,Booked', '01/03/2024,B,2.00,,Pending'];
    const failed = '01/03/2024,C,4.00,,Failed';
    expect(warningsOf(['Total Debit,1.00', 'Number of transactions,3', ...states, failed])).toEqual([]);
    expect(warningsOf(['Total Debit,3.00', ...states, failed])).toEqual([]);
    expect(warningsOf(['Total Debit,7.00', ...states, failed])).toHaveLength(1);
  });
});

describe('control totals that count', () => {
  const table = ['Date,Description,Debit,Credit', '01/03/2024,A,50.00,', '02/03/2024,B,70.50,', '03/03/2024,C,,90.00'];

  it('are not called money', () => {
    expect(warningsOf(['Total Debits,2', 'Total Credits,1', ...table])).toEqual([]);
    expect(warningsOf(['Total Debits,3', ...table])).toEqual([
      'Line 1 states 3 for all debits, but the entries that were read below it are 2.',
    ]);
  });

  it('stand before the sum', () => {
    expect(warningsOf(['Total Withdrawals,2,120.50', ...table])).toEqual([]);
    expect(warningsOf(['Total Withdrawals,2,121.50', ...table])).toHaveLength(1);
  });

  it('may include the opening balance where they are money', () => {
    expect(warningsOf(['Opening Balance,500.00', 'Total Credit,590.00', ...table])).toEqual([]);
    expect(warningsOf(['Opening Balance,500.00', 'Total Credit,591.00', ...table])).toHaveLength(1);
  });
});

describe('control totals below the rows', () => {
  it('are checked though they stand in other columns', () => {
    const table = ['Date,Description,Debit,Credit', ...rows];
    expect(warningsOf([...table, 'Total Debit,120.50', 'Total Credit,50.00'])).toEqual([]);
    expect(warningsOf([...table, 'Total Credit,51.00'])).toEqual([
      'Line 5 states 51.00 for all credits, but the entries that were read above it come to 50.00.',
    ]);
  });
});
