// The currency of a row: from a column in whatever spelling, from the file's own words, else the default.

import { describe, expect, it } from 'vitest';
import { parseColumnMapping } from '../../../src/core/reading/columns/column-mapping.ts';
import { readText, rowsOf } from './reading.ts';

const read = (...rows: string[]) => readText(`${rows.join('\n')}\n`);
const currencies = (file: ReturnType<typeof readText>) => rowsOf(file).map(({ currency }) => currency);
/** A file with these cells under “Currency”. */
const withCells = (...cells: string[]) =>
  read(
    'Date,Description,Amount,Currency',
    ...cells.map((cell, i) => `13/04/2026,ROW ${i},${i === 0 ? -1 : i + 1}.50,${cell}`),
  );

describe('a currency above the header', () => {
  const below = ['Date,Description,Amount', '13/04/2026,a,-5.00', '14/04/2026,b,6.00'];
  it.each([
    [['Currency: USD']],
    [['Currency,US Dollar']],
    [['Statement for account 0123456789 (USD)']],
    [['Account No:,0123456789 USD']],
    [['#Currency,', 'USD,']],
    [['All amounts in USD']],
    [['Kode Mata Uang : ,USD']],
    [['Loại tiền: USD']],
    [['币种：,US Dollar']],
    [['Валюта счёта: USD']],
    [['العملة,USD']],
    [['Solde au 12/04/2026,"100,00 USD"']],
    [['Валюта счёта: Доллар США']],
    [['币种：美元']],
    [['幣別:,USD']],
    [['สกุลเงิน: USD']],
    [['IBAN DE89370400440532013000 Währung: USD']],
  ])('%j holds for the file', (rows) => {
    const file = read(...rows, ...below);
    expect([file.question, currencies(file)]).toEqual([null, ['USD', 'USD']]);
  });
  it('is none beside a word that may be anything’s, and none against a title or a label that names another', () => {
    for (const rows of [['Transactions: ALL'], ['Currency: NGN', 'Equivalent: USD']])
      expect(currencies(read(...rows, ...below))).toEqual(['NGN', 'NGN']);
    const titled = ['Date,Description,Amount (NGN)', ...below.slice(1)];
    expect(currencies(read('Branch: USD', ...titled))).toEqual(['NGN', 'NGN']);
  });
  it.each(['Utshintshiselwano: USD', 'Branch : ,USD', '機構：,USD', 'Filial: US Dollar', 'Nøgle: US-Dollar'])(
    'is asked where only words that are not known stand beside it: %s',
    (row) => {
      const text = [row, ...below].join('\n');
      const { question, choices = [] } = readText(text);
      expect(question?.answer).toEqual({ currency: 'USD or NGN' });
      expect(choices.map(({ label, sums }) => [label, sums?.[0].currency])).toEqual([
        ['The currency is USD', 'USD'],
        ['The currency is NGN', 'NGN'],
      ]);
      // The request's own currency agrees, or a second line does, which is said.
      expect(readText(text, { defaultCurrency: 'USD' }).question).toBeNull();
      const twice = readText(`Kantoor: USD\n${text}`);
      expect([twice.question, currencies(twice)]).toEqual([null, ['USD', 'USD']]);
      expect(twice.warnings.join()).toContain('on line 1, names a currency, USD; all rows were read as it.');
    },
  );
  it('is asked where words should name it and name none that is known, unless it is the request’s', () => {
    for (const [row, own] of [
      ['Moneda:,Soles', 'PEN'],
      ['通貨,円', 'JPY'],
    ]) {
      const text = [row, ...below].join('\n');
      const { question, choices } = readText(text);
      expect([question?.sentence, choices.map(({ label }) => label)]).toEqual([
        `line 1 names the currency “${row.split(',')[1]}”, which is not known, and nothing else names one; say its code in a column mapping.`,
        ['The currency is NGN'],
      ]);
      const file = readText(text, { defaultCurrency: own });
      expect([file.question, currencies(file)[0]]).toEqual([null, own]);
    }
    expect(
      readText(['Moneda:,Soles', 'Date,Description,Amount (PEN)', ...below.slice(1)].join('\n')).question,
    ).toBeNull();
  });
  it('is asked beside a filter of all, and not beside the local one or a unit', () => {
    expect(read('Currency: All', ...below).question?.answer).toEqual({ currency: 'ALL or NGN' });
    for (const row of [
      'Currency: LCY',
      'Currency,Local Currency',
      'Expressed in: Thousands',
      'Currency,Amount,Balance',
    ])
      expect([row, read(row, ...below).question]).toEqual([row, null]);
  });
  it.each(['Branch Code: 840', 'Number of transactions: 404', 'Name: RAND', 'Name: Real', 'Club: TRY'])(
    'is none by a number, a name or a word: %s',
    (row) => {
      const file = read(row, ...below);
      expect([file.question, currencies(file)]).toEqual([null, ['NGN', 'NGN']]);
    },
  );
  it('may stand in a row below its label, as may the account', () => {
    const file = read(
      '#Waluta;',
      'PLN;',
      '#Numer rachunku;',
      '12 1140 2004 0000 3102 1234 5678;',
      '#Saldo początkowe;',
      '2 000,00',
      'Data operacji;Opis;Kwota',
      '2026-04-03;x;-1 234,56',
    );
    expect(rowsOf(file)).toMatchObject([
      { currency: 'PLN', account: '12 1140 2004 0000 3102 1234 5678', amount: '-1234.56' },
    ]);
    expect(file.balances).toMatchObject([{ opening: 200000 }]);
  });
});

describe('a currency column', () => {
  it.each([
    [['ngn', 'usd', 'Eur']],
    [['₦', '$', '€']],
    [['Naira', 'US Dollar', 'EURO']],
    [['NGN - Nigerian Naira', 'US Dollar (USD)', 'EUR/Euro']],
    [['566', '840', '978']],
  ])('%j', (cells) => expect(currencies(withCells(...cells))).toEqual(['NGN', 'USD', 'EUR']));

  it('that is not understood everywhere rejects those rows, however many they are', () => {
    const file = withCells('USD', 'ZZZ', 'EUR', 'ZZZ', 'unknown');
    expect(currencies(file)).toEqual(['USD', 'EUR']);
    expect(file.rejected).toEqual([
      { line: 3, reason: 'the currency “ZZZ” is not known' },
      { line: 5, reason: 'the currency “ZZZ” is not known' },
      { line: 6, reason: 'the currency “unknown” is not known' },
    ]);
  });

  it('of which nothing is understood is not left out without a word', () => {
    expect(withCells('QQQ', 'QQQ').rejected).toHaveLength(2);
  });

  it('an empty cell and the local currency mean the default', () => {
    expect(currencies(withCells('USD', '', 'LCY'))).toEqual(['USD', 'NGN', 'NGN']);
  });

  it('says which rows have the default only because their cell is empty', () => {
    const said = (...cells: string[]) => withCells(...cells).warnings.filter((w) => w.includes('no currency in'));
    expect(said('USD', '', 'USD')).toEqual(['1 row, on line 3, has no currency in “Currency”; read as NGN.']);
    expect(said('USD', '', 'EUR', '')).toEqual([
      '2 rows, the first on line 3, have no currency in “Currency”; read as NGN.',
    ]);
    // Other rows say that the default is theirs, or the file has one currency.
    for (const cells of [
      ['USD', '', 'NGN'],
      ['USD', '', 'LCY'],
      ['NGN', ''],
      ['', ''],
    ])
      expect(said(...cells)).toEqual([]);
    // The row without a currency is no entry.
    const total = read('Date,Narration,Amount,Currency', '13/04/2026,a,-5.00,USD', ',Total,-5.00,');
    expect(total.warnings.join()).not.toContain('no currency in');
  });

  it('is not a column that is titled otherwise', () => {
    const file = read('Date,Reference,Narration,Amount', '2026-03-01,R1,ALL,5.00', '2026-03-02,R2,BOB,6.00');
    expect(rowsOf(file).map(({ currency, narration }) => [currency, narration])).toEqual([
      ['NGN', 'ALL'],
      ['NGN', 'BOB'],
    ]);
  });

  it('of an account in several is named in what is said of each', () => {
    const file = withCells('USD', 'EUR', 'GBP');
    expect(file.warnings).toEqual([
      'The account in USD: the file states no closing balance.',
      'The account in EUR: the file states no closing balance.',
      'The account in GBP: the file states no closing balance.',
      'The account has rows in more than one currency.',
    ]);
  });
});

describe('a currency beside an amount in the bank’s own', () => {
  const figures = (file: ReturnType<typeof readText>) => rowsOf(file).map(({ amount, currency }) => [amount, currency]);
  it.each([
    [
      'AC_CCY,DRCR_IND,FCY_AMOUNT,LCY_AMOUNT,TRN_DT',
      'USD,D,50.00,75000.00,2024-03-05',
      'USD,C,10.00,15000.00,2024-03-06',
    ],
    ['Date,Currency,Exch Rate,Amount LCY', '2024-03-05,USD,1500,-75000.00', '2024-03-06,USD,1500,15000.00'],
    [
      'Date,CCY,Debit FCY,Credit FCY,Debit LCY,Credit LCY',
      '2024-03-05,USD,50.00,,75000.00,',
      '2024-03-06,USD,,10.00,,15000.00',
    ],
  ])('is the foreign amount’s: %s', (...rows) => {
    const file = read(...rows);
    expect(figures(file)).toEqual([
      ['-75000.00', 'NGN'],
      ['15000.00', 'NGN'],
    ]);
    expect(file.warnings).toContainEqual(expect.stringContaining('is in the bank’s own currency and was read as NGN;'));
  });
  it.each([
    ['Date,Currency,Amount LCY', '2024-03-05,GHS,-5.00', '2024-03-06,GHS,6.00'],
    ['Date,Currency,Local Amount', '2024-03-05,GHS,-5.00', '2024-03-06,GHS,6.00'],
    ['Date,Currency,Rate,Amount in local currency', '2024-03-05,GHS,1.00,-5.00', '2024-03-06,GHS,1.00,6.00'],
    ['Date,Currency,Debit LCY,Credit LCY,Balance', '2024-03-05,GHS,5.00,,1.00', '2024-03-06,GHS,,6.00,7.00'],
  ])('is its own where no other amount stands: %s', (...rows) => {
    const file = read(...rows);
    expect(figures(file)).toEqual([
      ['-5.00', 'GHS'],
      ['6.00', 'GHS'],
    ]);
    expect(file.warnings.join()).not.toContain('is another amount’s');
  });
  it('is said only where it differs', () => {
    const file = read('Date,CCY,FCY Amount,LCY Amount', '2024-03-05,NGN,0,-5.00', '2024-03-06,NGN,0,6.00');
    expect(file.warnings.join()).not.toContain('own currency');
  });
  it('is its own where it says so', () => {
    const file = read('Date,LCurr,Amount in local cur.', '2024-03-05,EUR,-5.00', '2024-03-06,EUR,6.00');
    expect(currencies(file)).toEqual(['EUR', 'EUR']);
  });
  it('is believed of the amount that a mapping names', () => {
    const text = 'Date,CCY,FCY Amount,LCY Amount\n2024-03-05,USD,-50.00,-75000.00\n2024-03-06,USD,10.00,15000.00\n';
    const mapping = parseColumnMapping({ text: '{"amount":"FCY Amount"}', file: 'm.json' });
    expect(figures(readText(text, { mapping }))).toEqual([
      ['-50.00', 'USD'],
      ['10.00', 'USD'],
    ]);
  });
});

describe('a currency in the cells of the amounts', () => {
  const figures = (file: ReturnType<typeof readText>) =>
    rowsOf(file).map(({ amount, currency }) => `${amount} ${currency}`);
  const amounts = (cells: readonly string[], defaultCurrency = 'NGN') =>
    readText(['Date;Description;Amount', ...cells.map((c, i) => `${10 + (i % 20)}/03/2024;R${i};${c}`)].join('\n'), {
      defaultCurrency,
    });
  it('is the row’s own', () => {
    const file = amounts(['NGN -100.00', 'USD 50.00', '50.00 EUR', '70.00', '¥1,500', 'KWD 1.234']);
    expect(figures(file)).toEqual(['-100.00 NGN', '50.00 USD', '50.00 EUR', '70.00 NGN', '1500 JPY', '1.234 KWD']);
    expect(file.warnings).toContain(
      '4 amounts name a currency of their own (EUR, JPY, KWD, USD), the first on line 3; read as such, and those that name none as NGN.',
    );
  });
  it('is the row’s own in a pair of columns', () => {
    const file = read('Date,Debit,Credit', '01/03/2024,$100.00,', '14/03/2024,,€50.00', '15/03/2024,,70.00');
    expect(figures(file)).toEqual(['-100.00 USD', '50.00 EUR', '70.00 NGN']);
  });
  it('of one amount is not that of all', () => {
    const file = amounts(
      Array.from({ length: 60 }, (_, i) => (i === 50 ? 'USD 51.00' : `${i % 2 ? '-' : ''}${i + 1}.00`)),
    );
    expect(new Set(rowsOf(file).map(({ currency }) => currency))).toEqual(new Set(['NGN', 'USD']));
    expect(file.warnings).toContain(
      '1 amount, on line 52, names a currency of its own (USD); read as such, and those that name none as NGN.',
    );
  });
  it('by a sign on some of them is that of all while no cell names another, which is said', () => {
    const file = read('Date,Debit,Credit', '01/03/2024,$100.00,', '14/03/2024,,50.00', '15/03/2024,,70.00');
    expect(figures(file)).toEqual(['-100.00 USD', '50.00 USD', '70.00 USD']);
    expect(file.warnings).toContain(
      'Only some amounts have the sign of a currency, USD; those that name none were read as it too.',
    );
  });
  it('of most amounts is that of the few without', () => {
    expect(figures(amounts(['$1.00', '-$2.00', '3.00']))).toEqual(['1.00 USD', '-2.00 USD', '3.00 USD']);
  });
  it('with more decimals than its own currency has is refused', () => {
    expect(amounts(['1.00', '-2.00', '¥1.50']).rejected).toEqual([
      { line: 4, reason: 'the amount “¥1.50” has more decimals than the currency’s 0' },
    ]);
  });
  it.each([
    ['$', 'CAD'],
    ['$', 'AUD'],
    ['kr', 'NOK'],
    ['kr', 'DKK'],
    ['¥', 'CNY'],
    ['£', 'EGP'],
    ['Rs', 'PKR'],
  ])('%s agrees with %s that is given', (sign, given) => {
    expect(figures(amounts([`${sign} 1.00`, `-${sign} 2.50`], given))).toEqual([`1.00 ${given}`, `-2.50 ${given}`]);
    expect(
      figures(
        readText(`Date;Text;Amount (${sign})\n13/03/2024;a;-1.50\n14/03/2024;b;2.50\n`, { defaultCurrency: given }),
      ),
    ).toEqual([`-1.50 ${given}`, `2.50 ${given}`]);
  });
  it('in a column of its own agrees as well', () => {
    const file = readText('Date,Text,Amount,Currency\n13/03/2024,a,-1.50,$\n14/03/2024,b,2.50,US$\n', {
      defaultCurrency: 'CAD',
    });
    expect(currencies(file)).toEqual(['CAD', 'USD']);
  });
  it.each([
    ['US$', 'CAD', 'USD'],
    ['$', 'NGN', 'USD'],
    ['USD', 'CAD', 'USD'],
    ['$', 'CLP', 'CLP'],
  ])('%s beside %s is %s', (sign, given, code) => {
    expect(currencies(amounts([`${sign}100`, `-${sign}200`], given))).toEqual([code, code]);
  });
});

describe('a currency that a mapping gives', () => {
  const given = (currency: string) =>
    parseColumnMapping({ text: JSON.stringify({ bank: { currency } }), file: 'mapping.json' });
  const below = ['Date,Description,Amount', '13/04/2026,a,-5.00', '14/04/2026,b,6.00'];
  const by = (currency: string, rows: readonly string[]) =>
    readText(`${rows.join('\n')}\n`, { mapping: given(currency) });
  it.each([
    [['Currency: USD', ...below]],
    [['币种：美元', ...below]],
    [['Opening balance,"100.00 USD"', ...below]],
    [['Date,Description,Amount (USD)', ...below.slice(1)]],
    [['Date,Description,Amount', '13/04/2026,a,-5.00 USD', '14/04/2026,b,6.00 USD']],
    [['Date,Description,Amount,Currency', '13/04/2026,a,-5.00,USD', '14/04/2026,b,6.00,USD']],
    [[':20:X', ':25:1', ':60F:C260412USD0,', ':61:260413D5,NMSC', ':62F:D260413USD5,']],
  ])('is refused where the file names another for all rows: %j', (rows) =>
    expect(() => by('EUR', rows)).toThrow(
      '"currency" is given as "EUR", and the file itself names USD for all of its rows; leave the currency out of the mapping, or correct the file.',
    ),
  );
  it.each([
    [['Currency: EUR', ...below]],
    [['Kantoor: USD', ...below]],
    [below],
    [['Date,Description,Amount,Currency', '13/04/2026,a,-5.00,', '14/04/2026,b,6.00,EUR']],
  ])('holds for rows that name none: %j', (rows) => expect(currencies(by('EUR', rows))).toEqual(['EUR', 'EUR']));
  it('is that of a sign which it shares', () =>
    expect(currencies(by('CAD', ['Date,Description,Amount ($)', ...below.slice(1)]))).toEqual(['CAD', 'CAD']));
});
