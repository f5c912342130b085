// OFX and QFX in both versions: transactions, accounts, balances, and damage.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectRows } from '../../../../src/adapters/files/inspect-file.ts';
import { failureOf, readText, rowsOf } from '../reading.ts';
import { silentDamage } from './hostile.ts';

const HEADER = 'OFXHEADER:100\nDATA:OFXSGML\nVERSION:102\nENCODING:USASCII\nCHARSET:1252\n\n';
const statement = (...transactions: string[]): string =>
  [
    '<OFX><BANKMSGSRSV1><STMTTRNRS><STATUS><CODE>0<SEVERITY>INFO</STATUS><STMTRS><CURDEF>USD',
    '<BANKACCTFROM><BANKID>044<ACCTID>0123456789<ACCTTYPE>CHECKING</BANKACCTFROM>',
    '<BANKTRANLIST><DTSTART>20260901<DTEND>20260930',
    ...transactions,
    '</BANKTRANLIST><LEDGERBAL><BALAMT>74.50<DTASOF>20260930</LEDGERBAL><AVAILBAL><BALAMT>1.00<DTASOF>20260930</AVAILBAL>',
    '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>',
  ].join('\n');
const transaction = (...values: string[]): string => `<STMTTRN><TRNTYPE>DEBIT\n${values.join('\n')}\n</STMTTRN>`;
const PAID = transaction(
  '<DTPOSTED>20260902120000.000[-5:EST]',
  '<DTAVAIL>20260903',
  '<TRNAMT>-25.50',
  '<FITID>F1',
  '<CHECKNUM>319',
  "<NAME>JOE'S & SONS",
  '<MEMO>RENT &amp; WATER',
);
const asXml = (sgml: string): string =>
  `<?xml version="1.0"?>\n<?OFX OFXHEADER="200" VERSION="211"?>\n${sgml.replace(/<([A-Z0-9]+)>([^<\n]+)/g, '<$1>$2</$1>')}`;

describe('a transaction', () => {
  it.each([
    ['OFX 1', HEADER + statement(PAID)],
    ['OFX 2', asXml(statement(PAID))],
    ['no header', statement(PAID)],
    ['lower case', HEADER + statement(PAID).replace(/<\/?[A-Z0-9]+>/g, (tag) => tag.toLowerCase())],
    ['no end of the transaction', HEADER + statement(PAID).replace('</STMTTRN>', '')],
    ['comments and CDATA', HEADER + statement(PAID).replace('RENT &amp; WATER', '<!-- x --><![CDATA[RENT & WATER]]>')],
  ])('of %s has its texts, days and ids', (_, text) => {
    const file = readText(text);
    expect(rowsOf(file)).toMatchObject([
      {
        day: '2026-09-02',
        valueDay: '2026-09-03',
        amount: '-25.50',
        currency: 'USD',
        account: '0123456789',
        reference: '319',
        narration: "JOE'S & SONS RENT & WATER",
        sourceId: 'F1',
      },
    ]);
    expect(file.balances).toMatchObject([{ opening: null, closing: 7_450, foots: null }]);
    expect(file.warnings).toEqual([]);
  });
  const rowOf = (...values: string[]) => rowsOf(readText(statement(transaction(...values))))[0];
  const DAY = '<DTPOSTED>20260902';
  it.each([
    ['a decimal comma', ['<TRNAMT>-25,50'], { amount: '-25.50' }],
    ['groups of thousands', ['<TRNAMT>1,234.50'], { amount: '1234.50' }],
    ['groups of thousands and a comma', ['<TRNAMT>-1.234.567,5'], { amount: '-1234567.50' }],
    ['zeros and a plus', ['<TRNAMT>+000000000025.5000'], { amount: '25.50' }],
    ['a currency of its own', ['<TRNAMT>1.5', '<CURRENCY><CURRATE>1.06<CURSYM>CAD</CURRENCY>'], { currency: 'CAD' }],
    [
      'an original currency',
      ['<TRNAMT>1.5', '<ORIGCURRENCY><CURRATE>1.06<CURSYM>CAD</ORIGCURRENCY>'],
      { currency: 'USD' },
    ],
    ['a payee', ['<TRNAMT>1.5', '<PAYEE><NAME>ADA<CITY>Lagos</PAYEE>'], { narration: 'ADA' }],
    ['another account', ['<TRNAMT>1.5', '<BANKACCTTO><ACCTID>99</BANKACCTTO>'], { account: '0123456789' }],
    [
      'a memo that begins with its name',
      ['<TRNAMT>1.5', '<NAME>DIVIDEND OF 03', '<MEMO>DIVIDEND OF 03/01'],
      { narration: 'DIVIDEND OF 03/01' },
    ],
    ['neither name nor memo', ['<TRNAMT>1.5'], { narration: 'DEBIT' }],
    ['a check number of zeros', ['<TRNAMT>1.5', '<CHECKNUM>0'], { reference: '' }],
    ['a sign that is no tag', ['<TRNAMT>1.5', '<NAME>A < B AND A<B LTD'], { narration: 'A < B AND A<B LTD' }],
  ] as const)('may have %s', (_, values, row) => {
    expect(rowOf(DAY, ...values)).toMatchObject(row);
  });
  it.each([
    ['no date', ['<TRNAMT>1.5'], 'no date'],
    ['a day that does not exist', ['<DTPOSTED>20260231', '<TRNAMT>1.5'], 'the date “20260231” does not exist'],
    ['no amount', [DAY], 'no amount'],
    ['a sign of a currency', [DAY, '<TRNAMT>$120'], 'the amount “$120” is not understood'],
    ['three decimals', [DAY, '<TRNAMT>1,234'], 'the amount “1,234” has more decimals than the currency’s 2'],
  ] as const)('with %s is rejected', (_, values, reason) => {
    expect(readText(statement(transaction(...values))).rejected).toMatchObject([{ reason }]);
  });
  it('that is announced is pending', () => {
    const pending = '<STMTTRNP><DTTRAN>20260902<TRNAMT>-3.00<NAME>CARD</STMTTRNP>';
    expect(rowsOf(readText(statement(pending)))).toMatchObject([{ amount: '-3.00', flags: 1 }]);
  });
  it('among others on one line is told by its number', () => {
    const file = readText(statement(PAID, transaction(DAY), PAID).replaceAll('\n', ''));
    expect(rowsOf(file).map(({ line }) => line)).toEqual([1, 3]);
    expect(file.rejected).toMatchObject([{ line: 2 }]);
  });
});

describe('a file', () => {
  it('of several accounts has each with its balance', () => {
    const two =
      statement(PAID).replace('</BANKMSGSRSV1></OFX>', '') +
      statement(PAID).replace('<OFX>', '').replace('0123456789', '99');
    expect(readText(two).columns.accounts).toEqual(['0123456789', '99']);
  });
  it('of investments gives its bank transactions, and says how many trades it holds', () => {
    const trade = '<BUYSTOCK><INVBUY><INVTRAN><FITID>1<DTTRADE>20260902</INVTRAN><TOTAL>-9.00</INVBUY></BUYSTOCK>';
    const file = readText(statement(trade, PAID));
    expect(file.columns.count).toBe(1);
    expect(file.warnings).toEqual([
      '1 trades in securities are not read: only the bank transactions of an investment account are.',
    ]);
  });
  it('with an error of the bank says so', () => {
    expect(readText(statement(PAID).replace('INFO', 'ERROR')).warnings).toEqual([
      'The bank reports an error on line 1 in place of an answer.',
    ]);
  });
  it('without a statement, or cut off, is refused', () => {
    expect(failureOf(`${HEADER}<OFX></OFX>`).sentence).toBe('file.csv: the file has no statement of an account.');
    expect(failureOf(statement(PAID).slice(0, -3)).sentence).toBe(
      'file.csv: the file ends before </OFX>: it is cut off.',
    );
  });
  it('with a balance that is not understood says so in one line, however many it has', () => {
    const broken = HEADER + statement(PAID).replace('<BALAMT>74.50', '<BALAMT>74.50 <\n\nX');
    expect(readText(broken).warnings).toContain('The balance on line 19, “74.50 < X”, is not understood.');
  });
  it('with a value of megabytes is refused', () => {
    expect(failureOf(statement(PAID).replace('RENT', 'x'.repeat(12 << 20))).sentence).toContain(
      'longer than any of a statement',
    );
  });
  const small = '<OFX><STMTRS><CURDEF>USD\n<STMTTRN><DTPOSTED>20260902<TRNAMT>5.00</STMTTRN>\n</STMTRS></OFX>';
  it('cut at any byte gives no silent half', () => {
    expect(silentDamage(Buffer.from(small), 'cut')).toEqual([]);
  });
  it('with any bit flipped gives another sum only by the digits of its amount, which nothing proves', () => {
    const [from, to] = [small.indexOf('5.00'), small.indexOf('</STMTTRN>')];
    const outside = silentDamage(Buffer.from(small), 'flipped').filter((found) => {
      const at = Number(/byte (\d+)/.exec(found)?.[1]);
      return at < from || at >= to;
    });
    expect(outside).toEqual([]);
  });
});

const FOLDER = join(import.meta.dirname, '../../../../../shared/data/ofx');
const present = existsSync(FOLDER);
describe.skipIf(!present)(`files of banks${present ? '' : ' (skipped: ../shared/data/ofx is absent)'}`, () => {
  it.each([
    ['anzcc.ofx', ['AUD 1 -5.50 -123.45']],
    ['bank_medium.ofx', ['CAD 3 -345.27 382.34']],
    ['checking.ofx', ['USD 3 -59.50 100.99']],
    ['fidelity.ofx', ['USD 3 -0.57 null']],
    ['investment_medium.ofx', ['USD 3 -3.95 null']],
    ['multiple_accounts.ofx', ['USD 0 0.00 111.00', 'USD 0 0.00 222.00']],
    ['ofx-v102-empty-tags.ofx', ['AUD 1 12.34 null']],
    ['fail_nice/empty_balance.ofx', ['CAD 1 120.00 null']],
  ])('%s', (name, accounts) => {
    const request = { path: join(FOLDER, name), name, side: 'bank', defaultCurrency: 'NGN' } as const;
    const { inspection } = inspectRows(request);
    expect(inspection.error).toBeNull();
    expect(inspection.accounts.map((one) => `${one.currency} ${one.rows} ${one.amount} ${one.closing}`)).toEqual(
      accounts,
    );
  });
  it.each([
    ['bank_small.ofx', 'the file has no statement of an account.'],
    ['td_ameritrade.ofx', 'the file has no entries.'],
    ['fail_nice/date_missing.ofx', '3 of 3 rows were not understood, more than 1%; the first: no date.'],
    [
      'fail_nice/decimal_error.ofx',
      '1 of 1 rows were not understood, more than 1%; the first: the amount “$120” is not understood.',
    ],
  ])('%s is refused', (name, sentence) => {
    const request = { path: join(FOLDER, name), name, side: 'bank', defaultCurrency: 'NGN' } as const;
    expect(inspectRows(request).inspection.error).toContain(sentence);
  });
});
