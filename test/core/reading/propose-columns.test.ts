import { describe, expect, it } from 'vitest';
import { readTable } from '../../../src/core/reading/read-table.ts';
import type { Side } from '../../../src/core/records/rows/columns.ts';

/** Fields by column, for titles and comma-separated rows. */
function fields(titles: string, rows: readonly string[], side: Side = 'bank') {
  const proposal = readTable({ titles: titles.split(','), rows: rows.map((r) => r.split(',')), side });
  return proposal.fields.map((f) => f ?? '-').join(' ');
}

describe('columns by their titles', () => {
  it.each([
    [
      'Trans Date,Value Date,Ref. No,Narration,Withdrawal,Lodgement,Balance',
      '01/06/2026,02/06/2026,000123,NIP ADA,5.00,,95.00',
      'booking_date value_date reference narration debit credit balance',
    ],
    [
      'Post Date,Trans Date,Particulars,DR (NGN),CR (NGN)',
      '01/06/2026,31/05/2026,A,5.00,',
      'booking_date - narration debit credit',
    ],
    [
      'Date,GL Code,Account Name,Description,Amount,Dr/Cr,Voucher No',
      '2026-06-01,10012,Cash,A,5.00,DR,V0001',
      'booking_date account - narration amount direction reference',
    ],
    [
      'Buchungstag,Valutadatum,Auftragskonto,Kontonummer,Verwendungszweck,Betrag,Waehrung',
      '01.06.2026,01.06.2026,100059,DE1234567,Miete,-5.00,EUR',
      'booking_date value_date account - narration amount currency',
    ],
    [
      'Date opération,Date valeur,Libellé,Débit,Crédit',
      '01/06/2026,01/06/2026,VIR,5.00,',
      'booking_date value_date narration debit credit',
    ],
    [
      'Fecha,Concepto,Importe,Saldo,Divisa',
      '01/06/2026,A,-5.00,95.00,EUR',
      'booking_date narration amount balance currency',
    ],
    [
      'Data contabile,Data valuta,Descrizione,Dare,Avere',
      '01/06/2026,01/06/2026,A,5.00,',
      'booking_date value_date narration debit credit',
    ],
    [
      'Datum,Omschrijving,Tegenrekening,Af Bij,Bedrag',
      '20260601,A,NL01,Af,5.00',
      'booking_date narration narration direction amount',
    ],
    [
      'Transaction ID,Payment Reference,RRN,STAN,Terminal ID,Date,Amount,Status',
      'T1,P0001,000000000001,000001,2070AB,2026-06-01,5.00,Approved',
      'source_id reference narration narration narration booking_date amount status',
    ],
  ])('%s', (titles, row, expected) => expect(fields(titles, [row])).toBe(expected));

  it('the other party’s account is not the account', () => {
    expect(fields('Date,Beneficiary Account,Amount,Details', ['2026-06-01,0123456789,5.00,A'])).not.toContain(
      'account',
    );
  });
  it.each([
    'A/C No',
    'A/C Number',
    'A/C',
    'Ac No.',
    'Acct #',
    'Account Nr',
    'AcctNo',
    'Foracid',
    'Nº conta',
    'GL A/C',
    'Kto.-Nr.',
    'Bank A/C',
  ])('%s is the account', (title) => {
    const rows = ['1001,2026-06-01,A,5.00', '2002,2026-06-02,B,6.00', '2002,2026-06-02,B,6.00'];
    expect(fields(`${title},Date,Description,Amount`, rows)).toBe('account booking_date narration amount');
  });
  it.each([
    'Counterparty A/C',
    'Destination A/C No',
    'Beneficiary Acct No.',
    'To A/C No',
    'Contra Account No',
    'A/C Name',
  ])('%s is not', (title) => {
    const rows = ['1001,2026-06-01,A,5.00', '2002,2026-06-02,B,6.00', '2002,2026-06-02,B,6.00'];
    expect(fields(`${title},Date,Description,Amount`, rows)).not.toContain('account');
  });
  it('a Konto that differs in every row is the other party’s', () => {
    const rows = ['DE01,2026-06-01,A,5.00', 'DE02,2026-06-02,B,6.00', 'DE03,2026-06-02,B,6.00'];
    expect(fields('Konto-Nr,Date,Description,Amount', rows)).not.toContain('account');
  });
  it('a title that its values belie is not believed', () => {
    expect(fields('Date,Amount,Details,Total', ['2026-06-01,n.a. today,A,5.00', '2026-06-02,see note,B,6.00'])).toBe(
      'booking_date - narration amount',
    );
  });
});

const LEDGER = [
  ['2026-06-01', 'S501', 'FT2606010017', 'INWARD ADA', '100.00', '', '1100.00'],
  ['2026-06-02', 'S502', 'FT2606929402', 'POS CHARGE', '', '30.00', '1070.00'],
  ['2026-06-02', 'S503', 'FT2606118833', 'OUTWARD OBI', '', '20.00', '1050.00'],
  ['2026-06-13', 'S504', 'FT2606500951', 'SALARY IN', '55.00', '', '1105.00'],
  ['2026-06-14', 'S505', 'FT2606340004', 'SMS FEE', '', '5.00', '1100.00'],
  ['2026-06-15', 'S506', 'FT2606770777', 'INTEREST', '7.00', '', '1107.00'],
];
const EXPECTED = 'booking_date source_id reference narration';

describe('dates of two digits a part', () => {
  const read = (...days: string[]) => {
    const rows = days.map((day) => [day, 'A', '5.00']);
    const { profiles } = readTable({ titles: ['Date', 'Description', 'Amount'], rows, side: 'bank' });
    return [profiles[0].order, profiles[0].yearAmbiguous];
  };
  it('begin with what changes least, when that is the year', () => {
    expect(read('26-04-13', '26-04-14', '26-05-02')).toEqual(['year-first', false]);
    expect(read('26/04/13', '26/04/14')).toEqual(['year-first', false]);
    expect(read('13-04-26', '14-04-26', '02-05-26')).toEqual(['day-first', false]);
    expect(read('04-13-26', '04-14-26')).toEqual(['month-first', false]);
  });
  it('of one day alone may begin with either', () => {
    expect(read('26-04-13', '26-04-13')).toEqual(['day-first', true]);
    expect(read('13/04/26')).toEqual(['day-first', false]);
    expect(read('13-04-2026')).toEqual(['day-first', false]);
  });
});

describe('columns whose titles say nothing', () => {
  const titles = 'a,b,c,d,e,f,g';
  const rows = LEDGER.map((r) => r.join(','));
  it('are found by values and the running balance', () => {
    expect(fields(titles, rows, 'gl')).toBe(`${EXPECTED} debit credit balance`);
    expect(fields(titles, rows, 'bank')).toBe(`${EXPECTED} credit debit balance`);
  });
  it('in any order of the rows', () => {
    const shuffled = [3, 0, 5, 1, 4, 2].map((i) => rows[i]);
    expect(fields(titles, shuffled, 'bank')).toBe(`${EXPECTED} credit debit balance`);
  });
  it('without a balance are asked about', () => {
    const { question } = readTable({ titles: [...'abcdef'], rows: LEDGER.map((r) => r.slice(0, 6)), side: 'bank' });
    expect(question?.sentence).toContain('nothing but narrations says which of “e”');
    expect(question?.answer).toEqual({ debit: 'e or f', credit: 'f or e' });
  });
  it('the day by which the rows are sorted is the booking day', () => {
    const days = ['2026-06-03,2026-06-01,A,1.00', '2026-06-01,2026-06-02,B,2.00', '2026-06-05,2026-06-04,C,3.50'];
    expect(fields('a,b,c,d', days)).toBe('value_date booking_date narration amount');
  });
});
