// What a minus means where nothing but the sign says which way an amount goes: on a card's list it may be a payment.

import { describe, expect, it } from 'vitest';
import { readText, rowsOf } from './reading.ts';

const read = (...rows: string[]) => readText(`${rows.join('\n')}\n`);
const amountsOf = (file: ReturnType<typeof readText>) => rowsOf(file).map(({ amount }) => amount);

describe('charges that are positive and payments with a minus', () => {
  const apple = [
    'Transaction Date,Clearing Date,Description,Merchant,Type,Amount (USD)',
    '03/28/2024,03/29/2024,UBER,Uber,Purchase,12.50',
    '03/25/2024,03/26/2024,WHOLEFDS,Whole Foods,Purchase,80.10',
    '03/24/2024,03/24/2024,ACH DEPOSIT INTERNET TRANSFER,Bank,Payment,-90.00',
    '03/20/2024,03/21/2024,LATE,Bank,Interest,3.00',
    '03/14/2024,03/14/2024,ACH DEPOSIT INTERNET TRANSFER,Bank,Payment,-20.00',
  ];
  const german = [
    'Buchungsdatum;Händler;Art;Betrag',
    '28.03.2024;REWE;Kauf;12,50',
    '25.03.2024;DB BAHN;Kauf;80,10',
    '24.03.2024;GUTHABEN;Zahlung;-90,00',
    '20.03.2024;ZINS;Kauf;3,00',
    '14.03.2024;GUTHABEN;Zahlung;-20,00',
  ];
  it.each([
    ['in English, month first, newest first', apple],
    ['in German, with semicolons', german],
  ])('are turned where the kinds of the entries say so, %s', (_what, rows) => {
    const file = read(...rows);
    expect(amountsOf(file)).toEqual(['-12.50', '-80.10', '90.00', '-3.00', '20.00']);
    expect(file.question).toBeNull();
    expect(file.warnings.join()).toContain('all signs were turned');
    expect(file.plan?.mapping).toMatchObject({ sign: 'out' });
  });

  it('stay where the kinds say the usual', () => {
    const file = read(
      ...apple.map((row) => row.replace(/,(-?)(\d+\.\d\d)$/, (_, minus, figure) => `,${minus ? '' : '-'}${figure}`)),
    );
    expect(amountsOf(file)).toEqual(['-12.50', '-80.10', '90.00', '-3.00', '20.00']);
    expect(file.warnings.join()).not.toContain('turned');
  });

  it('stay on a merchant’s list, where what is given back has the minus', () => {
    const file = read(
      'id,Type,Created,Amount,Currency',
      'a1,charge,2024-03-01,50.00,USD',
      'a2,charge,2024-03-02,20.00,USD',
      'a3,refund,2024-03-03,-20.00,USD',
      'a4,charge,2024-03-05,9.00,USD',
      'a5,payout,2024-03-06,-40.00,USD',
    );
    expect(amountsOf(file)).toEqual(['50.00', '20.00', '-20.00', '9.00', '-40.00']);
    expect(file.question).toBeNull();
  });

  it('stay where a running balance proves them', () => {
    const balances = [112.5, 192.6, 102.6, 105.6, 85.6];
    const file = read(
      'Date,Type,Amount,Balance',
      ...apple.slice(1).map((row, i) => {
        const [, date, , , type, amount] = row.split(',');
        return [date, type, amount, balances[i]].join(',');
      }),
    );
    expect(amountsOf(file)[0]).toBe('12.50');
    expect(file.question).toBeNull();
  });

  it('are asked about where only payments have a minus, and where the file speaks of a card', () => {
    const kinds = ['Restaurants', 'Supermarkets', 'Payments and Credits', 'Travel', 'Payments and Credits'];
    const category = [
      'Trans. Date,Post Date,Description,Amount,Category',
      ...apple.slice(1).map((row, i) => {
        const [date, posted, , , , amount] = row.split(',');
        return [date, posted, 'SHOP', amount, kinds[i]].join(',');
      }),
    ];
    expect(read(...category).question?.sentence).toContain('only payments have a minus, as on a card’s list');
    const card = [
      'Fecha,Concepto,Tarjeta,Importe',
      '28/03/2024,BAR PEPE,1234,12.50',
      '25/03/2024,RENFE,1234,80.10',
      '24/03/2024,RECIBO,1234,-90.00',
    ];
    const file = read(...card);
    expect(file.question).toMatchObject({ answer: { sign: 'in, out or as_is' } });
    expect(file.question?.sentence).toContain('the file speaks of a card');
    const cards = card.map((row, i) => row.replace('1234', `123${i}`));
    expect(read(...cards, ...Array.from({ length: 9 }, (_, i) => `2${i}/03/2024,BAR,9${i},5.00`)).question).toBeNull();
  });

  it('are asked about where a payment that is confirmed has a minus, one a month', () => {
    for (const text of [
      'Pagamento recebido',
      'PAYMENT RECEIVED - THANK YOU',
      'Zahlung erhalten',
      'Paiement reçu, merci',
    ]) {
      const rows = [
        `2024-03-05;${text};-100,00`,
        '2024-03-06;UBER;-12,00',
        '2024-03-07;LIDL;5,00',
        '2024-03-09;BAR;8,00',
      ];
      expect(read('date;title;amount', ...rows).question?.sentence).toContain(
        'payments that are confirmed have a minus',
      );
      const plus = rows.map((row) => row.replace('-100', '100'));
      expect(read('date;title;amount', ...plus).question).toBeNull();
    }
  });

  it('are said where most amounts are positive and nothing says that they come in', () => {
    const rows = [10, 20, 5, -9, 7, 30].map((amount, i) => `1${i}/03/2024,${i % 2 ? 'SHOP' : 'BAR'},${amount}.00`);
    const said = 'Most amounts of “Amount” are positive, and nothing but their signs says which way they go';
    expect(read('Date,Description,Amount', ...rows).warnings.join()).toContain(said);
    const receipts = rows.map((row) => row.replace(/SHOP|BAR/, 'TRANSFER FROM A'));
    expect(read('Date,Description,Amount', ...receipts).warnings.join()).not.toContain(said);
    const few = rows.map((row, i) => (i % 3 === 2 ? row.replace(/,(?=\d+\.00$)/, ',-') : row));
    const balances = ['Opening balance,,100.00', ...rows, 'Closing balance,,163.00'];
    expect(read('Date,Description,Amount', ...balances).warnings).toEqual([]);
    expect(read('Date,Description,Amount', ...few).warnings.join()).not.toContain(said);
  });
});
