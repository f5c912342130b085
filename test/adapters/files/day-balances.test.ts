// Balances that banks print between the entries, one a day: rows of a balance and no amount.

import { describe, expect, it } from 'vitest';
import { readText, rowsOf } from './reading.ts';

const read = (...rows: string[]) => readText(`${rows.join('\n')}\n`);

describe('a balance of the day', () => {
  it('is no entry and not rejected; that of the last day closes', () => {
    const file = read(
      'data;lançamento;valor (R$);saldos (R$)',
      '03/04/2026;SALDO ANTERIOR;;1.000,00',
      '03/04/2026;PIX TRANSF JOAO;-250,00;',
      '03/04/2026;SALDO DO DIA;;750,00',
      '14/04/2026;TED RECEBIDA;1.750,50;',
      '14/04/2026;SALDO DO DIA;;2.500,50',
      '15/04/2026;TAR PACOTE;-25,50;',
      '15/04/2026;SALDO TOTAL DISPONÍVEL DIA;;2.475,00',
    );
    expect(file.rejected).toEqual([]);
    expect(rowsOf(file).map(({ amount, currency }) => [amount, currency])).toEqual([
      ['-250.00', 'BRL'],
      ['1750.50', 'BRL'],
      ['-25.50', 'BRL'],
    ]);
    expect(file.balances).toMatchObject([{ opening: 100000, closing: 247500, foots: true }]);
    expect(file.counts).toMatchObject({ entries: 3, balances: 4 });
  });

  it('in a file of the newest first, where it may stand above its day', () => {
    const file = read(
      'Date,Description,Amount,Balance',
      '15/04/2026,Daily balance,,70.00',
      '15/04/2026,C,-10.00,',
      '14/04/2026,Daily balance,,80.00',
      '14/04/2026,B,-20.00,',
      '13/04/2026,Daily balance,,100.00',
    );
    expect(file.rejected).toEqual([]);
    expect(file.balances).toMatchObject([{ opening: 10000, closing: 7000, foots: true }]);
  });

  it('without a day too, and of two kinds on one day neither closes', () => {
    const file = read(
      'Date,Description,Amount,Balance',
      '15/04/2026,C,-10.00,',
      ',Balance at end of day,,80.00',
      '16/04/2026,D,-10.00,',
      '16/04/2026,Booked balance,,70.00',
      '16/04/2026,Available balance of the day,,170.00',
    );
    expect(file.rejected).toEqual([]);
    expect(file.balances).toMatchObject([{ closing: null }]);
  });

  it('in the column of the amounts', () => {
    const file = read(
      'Date,Description,Amount',
      '13/04/2026,A,50.00',
      '13/04/2026,S A L D O,150.00',
      '14/04/2026,B,20.00',
      '14/04/2026,SALDO DO DIA,170.00',
    );
    expect(rowsOf(file).map(({ amount }) => amount)).toEqual(['50.00', '20.00']);
    expect(file.balances).toMatchObject([{ closing: 17000 }]);
  });

  it('is not an entry that pays a balance', () => {
    const file = read('Date,Description,Amount', '13/04/2026,Balance,50.00', '13/04/2026,Balance of the invoice,9.00');
    expect(file.counts.entries).toBe(2);
  });

  it('a row without an amount and without such words is rejected as before', () => {
    const file = read('Date,Description,Amount,Balance', '13/04/2026,A,5.00,95.00', '14/04/2026,B,,95.00');
    expect(file.rejected).toEqual([{ line: 3, reason: 'no amount' }]);
  });
});

describe('a row without amount and narration', () => {
  const rows = (...given: string[]) => read('Date,Tran Id,Narration,Debit,Credit,Balance', ...given);

  it('whose balance did not move is set aside: the list ends with it', () => {
    const file = rows('02/03/2026,S1,ADE,,1282.00,1282.00', '31/03/2026,S2,,,,1282.00');
    expect(file.counts).toMatchObject({ entries: 1, setAside: 1, rejected: 0 });
    expect(file.rejected).toEqual([{ line: 3, reason: expect.stringContaining('did not move') }]);
  });
  it('begins a list with the newest first', () => {
    const file = rows(
      '31/03/2026,S3,,,,1200.00',
      '25/03/2026,S2,PAY,50.00,,1200.00',
      '20/03/2026,S1,REC,,250.00,1250.00',
    );
    expect(file.counts).toMatchObject({ entries: 2, setAside: 1, rejected: 0 });
  });
  it('whose balance moved lacks its amount', () => {
    const file = rows('02/03/2026,S1,ADE,,1282.00,1282.00', '31/03/2026,S2,,,,1300.00');
    expect(file.counts).toMatchObject({ entries: 1, setAside: 0, rejected: 1 });
  });
});
