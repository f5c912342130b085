// MT940 and MT942 in the dialects of banks: what becomes a row, what is proven, and what is said of what does not agree.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectRows } from '../../../../src/adapters/files/inspect-file.ts';
import { failureOf, readText, rowsOf } from '../reading.ts';
import { silentDamage } from './hostile.ts';

const message = (...lines: string[]): string => `${lines.join('\r\n')}\r\n`;
const STATEMENT = message(
  ':20:ST260901',
  ':25:0123456789',
  ':28C:244/1',
  ':60F:C260831NGN100000,00',
  ':61:2609010901D25000,50NTRFFT260901A//S7781',
  'OUTWARD TRF',
  ':86:NIP TO ADA OKAFOR RENT SEPTEMBER',
  ':61:2609010902C1000,NMSCNONREF',
  ':86:CASH LODGEMENT',
  ':62F:C260902NGN75999,50',
  '-',
);

describe('a statement', () => {
  it('gives entries with both days, references, texts and lines, and balances that prove them', () => {
    const file = readText(STATEMENT);
    expect(rowsOf(file)).toEqual([
      {
        line: 5,
        day: '2026-09-01',
        valueDay: '2026-09-01',
        amount: '-25000.50',
        currency: 'NGN',
        account: '0123456789',
        reference: 'FT260901A',
        session: '',
        narration: 'NIP TO ADA OKAFOR RENT SEPTEMBER OUTWARD TRF',
        sourceId: 'S7781',
        flags: 0,
      },
      expect.objectContaining({ line: 8, day: '2026-09-02', valueDay: '2026-09-01', amount: '1000.00', reference: '' }),
    ]);
    expect(file.balances).toMatchObject([{ opening: 10_000_000, closing: 7_599_950, foots: true, rows: 2 }]);
    expect(file.warnings).toEqual([]);
    expect(file.layout).toMatchObject({ format: 'mt940', delimiter: null });
  });
  it.each([
    ['LF', STATEMENT.replaceAll('\r\n', '\n')],
    ['CR', STATEMENT.replaceAll('\r\n', '\r')],
    ['a byte order mark', `\ufeff${STATEMENT}`],
    ['spaces before each line', STATEMENT.replaceAll(/^/gm, '   ')],
    ['blank lines before it', `\r\n\r\n${STATEMENT}`],
    ['the lines of a file format before it', `0000 01BANKNGLAXXXX00001\r\n940 00\r\n${STATEMENT}`],
    [
      'a FIN block around it',
      `{1:F01BANKNGLAXXXX0000000000}{2:I940BANKNGLAXXXXN}{4:\r\n${STATEMENT.slice(0, -3)}-}{5:{CHK:1}}\r\n`,
    ],
    ['a FIN block on the line of its first field', `{1:F01BANKNGLAXXXX}{4:${STATEMENT.slice(0, -3)}-}\r\n`],
    ['control characters of the transmission', `\u0001${STATEMENT.slice(0, -3)}-\u0003\r\n`],
  ])('is read the same with %s', (_, text) => {
    const [file, plain] = [readText(text), readText(STATEMENT)];
    const withoutLines = (rows: ReturnType<typeof rowsOf>) => rows.map(({ line: _line, ...row }) => row);
    expect(withoutLines(rowsOf(file))).toEqual(withoutLines(rowsOf(plain)));
    expect(file.warnings).toEqual([]);
  });
});

const withEntries = (entries: string[], { opening = 'C260101EUR0,00', closing = '' } = {}): string =>
  message(
    ':20:X',
    ':25:1',
    ':28C:1',
    `:60F:${opening}`,
    ...entries,
    ...(closing === '' ? [] : [`:62F:${closing}`]),
    '-',
  );
const rowOf = (...entry: string[]) => rowsOf(readText(withEntries(entry)))[0];

describe('a statement line', () => {
  it.each([
    [
      'an entry date of the year before',
      ':61:2601021231D5,00NTRFNONREF',
      { day: '2025-12-31', valueDay: '2026-01-02' },
    ],
    ['an entry date of the year after', ':61:2512310102D5,00NTRFNONREF', { day: '2026-01-02', valueDay: '2025-12-31' }],
    ['no entry date', ':61:260105D5,00NTRFNONREF', { day: '2026-01-05', valueDay: '2026-01-05' }],
    ['a value date of a month of thirty days', ':61:2602300301DR6,00N024NONREF', { day: '2026-03-01', valueDay: null }],
    ['a funds code', ':61:260105CR3000,00NTRFNONREF', { amount: '3000.00' }],
    ['a credit taken back', ':61:260105RC30,00NTRFNONREF', { amount: '-30.00', narration: 'REVERSAL' }],
    ['a debit taken back with a funds code', ':61:260105RDR30,00NTRFNONREF', { amount: '30.00' }],
    ['an expected credit', ':61:260105EC30,00NTRFNONREF', { amount: '30.00', flags: 1 }],
    ['an amount without a comma', ':61:260105C500NTRF29-07 10:05//B4', { amount: '500.00', reference: '29-07 10:05' }],
    ['an amount with a point', ':61:260105C12.5NTRFNONREF', { amount: '12.50' }],
    ['zeros before the amount', ':61:260105D000000000001,62NTRFNONREF', { amount: '-1.62' }],
    ['decimals that are zeros', ':61:260105D1,50000NTRFNONREF', { amount: '-1.50' }],
    [
      'a type of digits',
      ':61:260105D5,00N0440121470966      W.P. JANSEN',
      { reference: '0121470966', narration: 'W.P. JANSEN' },
    ],
    ['no type and no reference', ':61:260105D5,00', { amount: '-5.00', reference: '' }],
    ['only the reference of the bank', ':61:260105D5,00NTRFNONREF//B7', { reference: 'B7', sourceId: 'B7' }],
  ] as const)('has %s', (_, line, row) => {
    expect(rowOf(line)).toMatchObject(row);
  });
  it.each([
    [
      'more decimals than the currency has',
      ':61:260105D1,505NTRFNONREF',
      'the amount “1,505” has more decimals than the currency’s 2',
    ],
    ['a day that does not exist', ':61:261305D1,50NTRFNONREF', 'the date “261305” does not exist'],
    ['no mark', ':61:2601051,50NTRFNONREF', 'field 61 “2601051,50NTRFNONREF” is not understood'],
    ['an amount beyond all', `:61:260105D${'9'.repeat(17)},NTRFNONREF`, `the amount “${'9'.repeat(17)},” is too large`],
  ])('is rejected for %s', (_, line, reason) => {
    expect(readText(withEntries([line])).rejected).toEqual([{ line: 5, reason }]);
  });
});

describe('the information of an entry', () => {
  const informed = (...lines: string[]) => rowOf(':61:260105D5,00NTRFNONREF', ...lines);
  it('in codes gives name, purpose, kind of booking and account, and the payer’s reference', () => {
    expect(
      informed(
        ':86:171?00SEPA LASTSCHRIFT?10281?20EREF+TRX-0A4A47C3-F846-4729?21-8A1B-',
        '5DF620F?22MREF+CAC97D2144174318AC18D9?23SVWZ+RENT?30HYVEDEMMXXX?31DE02?32Peter Pan',
      ),
    ).toMatchObject({
      reference: 'TRX-0A4A47C3-F846-4729-8A1B-5DF620F',
      narration:
        'Peter Pan EREF+TRX-0A4A47C3-F846-4729-8A1B-5DF620F MREF+CAC97D2144174318AC18D9 SVWZ+RENT SEPA LASTSCHRIFT DE02',
    });
  });
  it('may have another character between its codes', () => {
    expect(informed(':86:000>100987654321', '>20RENT JAN>310390123456')).toMatchObject({
      narration: 'RENT JAN 0390123456',
    });
  });
  it('between strokes gives the payer’s reference', () => {
    expect(informed(':86:/EREF/INV 26-001/BENM//NAME/ADA/REMI/RENT')).toMatchObject({ reference: 'INV 26-001' });
    expect(informed(':86:/EREF/NOTPROVIDED/REMI/RENT')).toMatchObject({ reference: '' });
  });
  it('is one text where a line was broken at its length, and words where it was not', () => {
    const full = `${'X'.repeat(57)} 4218`;
    expect(informed(`:86:${full}`, '659 RENT', 'LAGOS')).toMatchObject({ narration: `${full}659 RENT LAGOS` });
  });
  it('may come in several fields, and a line may look like one', () => {
    expect(informed(':86:RENT', ':86:LAGOS', ':12:11 O CLOCK')).toMatchObject({
      narration: 'RENT LAGOS :12:11 O CLOCK',
    });
  });
  it('behind the closing balance is about the statement', () => {
    const text = withEntries([':61:260105D5,00NTRFNONREF'], { closing: 'D260105EUR5,00\r\n:86:SEE OUR NEW TARIFF' });
    expect(rowsOf(readText(text))[0].narration).toBe('');
  });
});

describe('statements of a file', () => {
  const page = (opening: string, entry: string, closing: string) =>
    message(':20:X', ':25:1', ':28C:1', `:60${opening}`, `:61:${entry}`, `:62${closing}`, '-');
  const FIRST = page('F:C260101EUR10,00', '260101C5,00NTRFNONREF', 'M:C260101EUR15,00');
  const SECOND = page('M:C260101EUR15,00', '260102D1,00NTRFNONREF', 'F:C260102EUR14,00');
  it('that follow one another are proven together, in either order', () => {
    for (const text of [FIRST + SECOND, SECOND + FIRST]) {
      const { balances, warnings } = readText(text);
      expect(balances).toMatchObject([{ opening: 1_000, closing: 1_400, foots: true }]);
      expect(warnings).toEqual([]);
    }
  });
  it('tell what is missing between them', () => {
    const later = page('F:C260105EUR20,00', '260105D1,00NTRFNONREF', 'F:C260105EUR19,00');
    const { balances, warnings } = readText(FIRST + later);
    expect(balances).toMatchObject([{ foots: false }]);
    expect(warnings).toEqual([
      'Account 1: between balance 15.00 on line 6 of 2026-01-01 and balance 20.00 on line 11 of 2026-01-05 5.00 is missing. Are pages or entries missing, or an amount misread?',
    ]);
  });
  it('of several accounts and currencies stand apart', () => {
    const other = FIRST.replace(':25:1', ':25:2').replaceAll('EUR', 'USD');
    expect(readText(FIRST + other).balances).toMatchObject([
      { opening: 1_000, closing: 1_500, foots: true },
      { opening: 1_000, closing: 1_500, foots: true },
    ]);
  });
  it('have their currency from wherever it stands, in minor units of its own', () => {
    const yen = message(':20:X', ':25:1', ':61:260101C500,NTRFNONREF', ':62F:C260101JPY500,', '-');
    expect(rowsOf(readText(yen))).toMatchObject([{ amount: '500', currency: 'JPY' }]);
    const none = message(':20:X', ':25:1', ':60F:C260101BHD0,', ':61:260101C5,125NTRFNONREF', ':62F:C2601015,125', '-');
    expect(readText(none).balances).toMatchObject([{ closing: 5_125, foots: true }]);
  });
  it('may have entries beside them, which no balance proves', () => {
    const { warnings } = readText(`${FIRST}:61:260109C7,00NTRFNONREF\r\n:86:ALONE\r\n`);
    expect(warnings[0]).toBe('The entry on line 8 stands outside any statement: no balance proves it.');
  });
  it('without balances are said to have none', () => {
    expect(readText(message(':61:260109C7,00NTRFNONREF', ':86:ALONE')).warnings).toEqual([
      'The entry on line 1 stands outside any statement: no balance proves it.',
      'The account: the file states no closing balance.',
    ]);
  });
  it('whose balances all move against their marks have the marks turned', () => {
    const turned = (n: number) =>
      page(`F:C26010${n}EUR${100 + n},00`, `26010${n}D${n},00NTRFNONREF`, `F:C26010${n}EUR${100 + 2 * n},00`);
    const { warnings, balances } = readText(turned(1) + turned(2) + turned(3));
    expect(warnings[0]).toBe(
      'Every balance moves against the marks D and C of its entries: the marks were turned round.',
    );
    expect(balances[0].amount).toBe(600n);
  });
  it('that are few and move against their marks ask what the marks mean', () => {
    const text = withEntries([':61:260105C30,00NTRFNONREF'], {
      opening: 'C260101EUR50,00',
      closing: 'C260105EUR20,00',
    });
    const asked = readText(text);
    expect(asked.question?.answer).toEqual({ marks: { C: 'in or out', D: 'in or out' } });
    expect(asked.balances).toMatchObject([{ opening: 5_000, closing: 2_000, foots: false, turned: false }]);
    expect(asked.mappingToFinish).toMatchObject({ bank: { marks: { C: 'in or out' } } });
    const answered = (C: 'in' | 'out', D: 'in' | 'out') =>
      readText(text, { mapping: { entries: [], given: { bank: { marks: { C, D } } } } });
    expect(rowsOf(answered('out', 'in'))).toMatchObject([{ amount: '-30.00' }]);
    expect(answered('out', 'in').warnings).toEqual([]);
    expect(rowsOf(answered('in', 'out'))).toMatchObject([{ amount: '30.00' }]);
    expect(answered('in', 'out').warnings[0]).toContain('-60.00 is missing');
  });
  it('show whether RC is a credit taken back or a credit', () => {
    const reversal = (closing: string) =>
      readText(withEntries([':61:260105RC30,00NTRFNONREF'], { opening: 'C260101EUR50,00', closing }));
    expect(reversal('C260105EUR20,00').warnings).toEqual([]);
    expect(reversal('C260105EUR80,00').warnings).toEqual([
      'The balances show that RC and RD are credits and debits here, and not those that are taken back.',
    ]);
    expect(rowsOf(reversal('C260105EUR80,00'))[0].amount).toBe('30.00');
  });
});

describe('an interim report', () => {
  const interim = (sum: string) =>
    message(
      ':20:X',
      ':25:1',
      ':28C:1',
      ':34F:EURD0,00',
      ':13D:2601051815+0100',
      ':61:260105D5,00NTRFNONREF',
      `:90D:1EUR${sum}`,
      ':90C:0EUR0,00',
      '-',
    );
  it('states numbers and sums, which are checked', () => {
    expect(readText(interim('5,00')).checks.every(({ stated, read }) => stated === read)).toBe(true);
    expect(readText(interim('6,00')).warnings).toContain(
      'The file states 6.00 as the sum of debits (line 7), and what was read of it makes 5.00.',
    );
    expect(readText(interim('5,00')).layout.format).toBe('mt942');
  });
});

describe('a damaged file', () => {
  it('cut at any byte gives no silent half', () => {
    expect(silentDamage(Buffer.from(STATEMENT), 'cut')).toEqual([]);
  });
  it('with any bit flipped gives no silent wrong sum', () => {
    const small = message(':25:1', ':60F:C260831NGN9,', ':61:260901C1,5N', ':62F:C260902NGN10,5');
    expect(silentDamage(Buffer.from(small), 'flipped')).toEqual([]);
  });
  it('that ends inside a FIN block is said to', () => {
    expect(readText(`{1:F01BANKNGLA}{4:\r\n${STATEMENT.slice(0, -3)}`).warnings).toEqual([
      'The message on line 1 has no end: the file may be cut off.',
    ]);
  });
  it('with a line of megabytes is refused', () => {
    expect(failureOf(`:20:X\r\n:86:${'x'.repeat(12 << 20)}`)).toEqual({
      code: 'file_not_understood',
      sentence: 'file.csv:2: the line is longer than 4 MB.',
    });
  });
  it('with an account that is none is refused', () => {
    expect(failureOf(STATEMENT.replace('0123456789', '1'.repeat(300))).sentence).toContain('more than 200 characters');
  });
  it('without entries and balances is refused', () => {
    expect(failureOf(':20:X\r\n').sentence).toBe('file.csv: the file has no entries.');
  });
});

const FOLDER = join(import.meta.dirname, '../../../../../shared/data/mt940');
const present = existsSync(FOLDER);
describe.skipIf(!present)(`messages of banks${present ? '' : ' (skipped: ../shared/data/mt940 is absent)'}`, () => {
  // Some files of the collection were shortened by hand: their balances are not those of the entries that are left.
  it.each([
    ['cmxl/mt940.sta', ['DEM 11 87.30 true', 'EUR 2 2200.00 true', 'PLN 3 10040.00 true']],
    ['cmxl/statement_details.sta', ['NGN 1 -1.62 null']],
    ['jejik/abnamro.sta', ['EUR 10 -345.93 false']],
    ['jejik/generic.sta', ['EUR 2 -20.00 true']],
    ['jejik/ing.sta', ['EUR 7 -45.59 false']],
    ['jejik/knab.sta', ['EUR 3 -6260.00 false']],
    ['jejik/postfinance.sta', ['CHF 4 159.40 false']],
    ['jejik/rabobank.sta', ['EUR 3 -1494.79 false', 'EUR 2 -94.30 true']],
    ['jejik/rabobank-iban.sta', ['EUR 4 -70.00 true']],
    ['jejik/sns.sta', ['EUR 2 -25.00 true']],
    ['jejik/triodos.sta', ['EUR 2 -715.70 false']],
    ['mbank/mt940.sta', ['PLN 3 0.03 true']],
    ['mbank/mt942.sta', ['PLN 3 0.03 null']],
    ['mbank/with_newline_in_tnr.sta', ['PLN 2 89.00 false']],
    ['various/february_30.sta', ['EUR 1 -6.00 true']],
    ['various/mt942.sta', ['EUR 1 -0.42 null']],
    ['various/multiline.sta', ['EUR 2 114.00 null']],
    ['various/raiffeisen-cmi.sta', ['HUF 7 -1012213.50 false']],
    ['various/raphaelm.sta', ['DEM 8 145000.00 true', 'DEM 1 -50000.00 true']],
    ['various/transaction_details_wrapped.sta', ['EUR 1 -6.00 true']],
  ])('%s', (name, accounts) => {
    const request = { path: join(FOLDER, name), name, side: 'bank', defaultCurrency: 'NGN' } as const;
    const { inspection } = inspectRows(request);
    expect(inspection.error).toBeNull();
    expect(
      inspection.accounts.map(({ currency, rows, amount, foots }) => `${currency} ${rows} ${amount} ${foots}`),
    ).toEqual(accounts);
  });
});
