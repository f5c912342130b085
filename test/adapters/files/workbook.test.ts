// What is read of a workbook: days of both epochs, numbers as numbers and as texts, identifiers, merged titles, several
// sheets, formulas; and what is refused, in one sentence.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberText } from '../../../src/adapters/files/cells/number-text.ts';
import { readText, refusalOf, rowsOf } from './reading.ts';
import { type Cell, packed, type SheetContent, STYLES, sheetXml, workbook } from './workbooks.ts';

const TITLES = ['Date', 'Reference', 'Narration', 'Debit', 'Credit', 'Balance'];
/** 2026-09-01 as a serial of each epoch. */
const SEPTEMBER = 46_266;
const SEPTEMBER_1904 = SEPTEMBER - 1_462;
const day = (n: number): Cell => ({ v: SEPTEMBER + n, s: STYLES.day });

const statement = (rows: readonly (readonly Cell[])[] = []): SheetContent => ({
  rows: [
    ['Account Number:', '0123456789'],
    [],
    TITLES,
    [day(0), 'FT1', 'Transfer to Ọlá & sons', 250.5, '', 749.5],
    [day(1), 'FT2', 'Lodgement', '', 1000, 1749.5],
    [day(2), 'FT3', 'Charge', { v: '0.30000000000000004' }, '', { v: '1749.1999999999998' }],
    ...rows,
  ],
});

describe('a workbook', () => {
  it('is read as the text of the same cells is', () => {
    const read = readText(workbook({ Statement: statement() }));
    expect(rowsOf(read)).toMatchObject([
      { line: 4, day: '2026-09-01', amount: '-250.50', reference: 'FT1', narration: 'Transfer to Ọlá & sons' },
      { line: 5, day: '2026-09-02', amount: '1000.00', account: '0123456789' },
      { line: 6, day: '2026-09-03', amount: '-0.30' },
    ]);
    expect(read.balances).toMatchObject([{ opening: 100_000, closing: 174_920, foots: true }]);
    expect(read.layout).toMatchObject({ format: 'xlsx', sheets: ['Statement'], headerLine: 3, delimiter: null });
    expect(read.warnings).toEqual([]);
  });
  it('counts days from 1904 if it says so, and shows a time only where its format has one', () => {
    const rows: Cell[][] = [
      TITLES.slice(0, 3).concat('Amount'),
      [{ v: SEPTEMBER_1904, s: STYLES.day }, 'A', 'one', -5],
      [{ v: SEPTEMBER_1904 + 1.4375, s: STYLES.instant }, 'B', 'two', 7],
    ];
    expect(rowsOf(readText(workbook({ S: { rows } }, { is1904: true })))).toMatchObject([
      { day: '2026-09-01', amount: '-5.00' },
      { day: '2026-09-02', amount: '7.00' },
    ]);
  });
  it('may have numbers and days as texts, shared texts in several runs, and no places', () => {
    const strings = [
      '<t>Date</t>',
      '<t>Narration</t>',
      '<r><t>Am</t></r><r><t>ount</t></r><rPh><t>x</t></rPh>',
      '<t>a_x000D_b</t>',
    ];
    const shared = (i: number) => `<c t="s"><v>${i}</v></c>`;
    const xml = `<x:worksheet xmlns:x="m"><x:sheetData><x:row>${[0, 1, 2]
      .map(shared)
      .join('')
      .replaceAll(
        /<(\/?)([cv])/g,
        '<$1x:$2',
      )}</x:row><row><c t="str"><f>TEXT(A1)</f><v>02/09/2026</v></c>${shared(3)}<c t="inlineStr"><is><t>1,234.50</t></is></c></row><row><c t="d"><v>2026-09-13T00:00:00</v></c><c t="b"><v>1</v></c><c><f>1+1</f><v>-2.5</v></c></row></x:sheetData></x:worksheet>`;
    const read = readText(workbook({ S: { rows: [] } }, { strings, parts: { 'xl/worksheets/sheet1.xml': xml } }));
    expect(rowsOf(read)).toMatchObject([
      { line: 2, day: '2026-09-02', amount: '1234.50', narration: 'a b' },
      { line: 3, day: '2026-09-13', amount: '-2.50', narration: 'TRUE' },
    ]);
  });
  it('keeps identifiers: zeros that a format shows, long digits; rejects rows whose session became a float', () => {
    const id = '090914260901155013864781038743';
    const rows: Cell[][] = [
      ['Date', 'Account', 'Reference', 'Narration', 'Amount'],
      [day(0), { v: 123456789, s: STYLES.zeros }, id, 'one', 1],
      [day(1), { v: 123456789, s: STYLES.zeros }, { v: '90914260901155013864781038743' }, 'two', 2],
      [day(2), { v: 123456789, s: STYLES.zeros }, { v: '9.0914260901155E+28' }, 'three', 3],
      [day(3), { v: 123456789, s: STYLES.zeros }, { v: '90914260901155010000000000000' }, `NIP/${id}/Ada`, 4],
      [day(4), { v: 123456789, s: STYLES.zeros }, { v: '8.0914260901155E+28' }, `NIP/${id}/Ada`, 5],
      [day(5), { v: 123456789, s: STYLES.zeros }, { v: '1.23456789012346E+18' }, 'six', 6],
    ];
    const read = readText(workbook({ S: { rows } }));
    expect(rowsOf(read)).toMatchObject([
      { account: '0123456789', session: id },
      { session: '90914260901155013864781038743' },
      { session: id, amount: '4.00' },
      { session: '', narration: 'six 1.23456789012346E+18' },
    ]);
    expect(read.rejected).toMatchObject([
      { line: 4, reason: expect.stringContaining('lost digits of the session id “9.0914260901155E+28”') },
      { line: 6, reason: expect.stringContaining('lost digits of the session id “8.0914260901155E+28”') },
    ]);
    expect(read.warnings.join()).toContain('1 identifier was turned into a float by a spreadsheet');
  });
  it('never takes the decimals of a number for thousands', () => {
    const rows: Cell[][] = [
      ['Date', 'Narration', 'Amount'],
      [day(0), 'one', { v: '1.234' }],
      [day(1), 'two', { v: '12.5' }],
    ];
    const read = readText(workbook({ S: { rows } }), { defaultCurrency: 'KWD' });
    expect(rowsOf(read).map(({ amount }) => amount)).toEqual(['1.234', '12.500']);
  });
  it('may have a day that covers several rows, and amounts that do', () => {
    const rows: Cell[][] = [
      ['Date', 'Details', 'Amount'],
      [day(0), 'one', 5],
      ['', 'two', -6],
      [day(1), 'three', 7],
    ];
    const read = readText(workbook({ S: { rows, merged: ['A2:A3', 'C4:C5'] } }));
    expect(rowsOf(read).map((row) => [row.day, row.amount])).toEqual([
      ['2026-09-01', '5.00'],
      ['2026-09-01', '-6.00'],
      ['2026-09-02', '7.00'],
    ]);
  });
  it('may have titles that cover several columns', () => {
    const rows: Cell[][] = [
      ['Zenith', '', '', '', ''],
      ['Date', 'Details', 'Amount', '', 'Balance'],
      ['', '', 'Debit', 'Credit', ''],
      [day(0), 'one', 5, '', 95],
      [day(1), 'two', '', 6, 101],
    ];
    const read = readText(workbook({ S: { rows, merged: ['A1:E1', 'C2:D2', 'A2:A3'] } }));
    expect(rowsOf(read).map(({ amount }) => amount)).toEqual(['-5.00', '6.00']);
    expect(read.layout.columns.map(({ title }) => title)).toContain('Amount Debit');
  });
});

describe('a number of a workbook', () => {
  it.each([
    ['1234.5699999999999', '1234.57'],
    ['100000.10000000149', '100000.10'],
    ['0.30000000000000004', '0.30'],
    ['12345678901234.56', '12345678901234.56'],
    ['999999999999.99', '999999999999.99'],
    ['123456789012345.6', '123456789012345.60'],
    ['-1234.5', '-1234.50'],
    ['12.345', '12.3450'],
    ['-5.0', '-5'],
    ['1E3', '1000'],
    ['12345678901234567', '12345678901234567'],
    ['5.82609E+29', '5.82609E+29'],
    ['#REF!', '#REF!'],
  ])('%s is %s', (written, text) => expect(numberText(written)).toBe(text));
  it('of any sum in minor units is that sum', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e14, max: 1e14 }), (minor) => {
        expect(Math.round(Number(numberText(String(minor / 100))) * 100)).toBe(minor + 0);
      }),
    );
  });
});

describe('a workbook of several sheets', () => {
  const other = (account: string, first: number): SheetContent => ({
    first,
    rows: [
      ['Account Number:', account],
      TITLES,
      [day(4), 'FT9', 'Lodgement', '', 20, 120],
      [day(5), 'FT8', 'Levy', 'much', '', 120],
    ],
  });
  it('is read sheet by sheet where the titles are the same; rows name their sheet', () => {
    const read = readText(
      workbook({ One: statement(), Notes: { rows: [['Printed by', 'Ada']] }, Two: other('9876543210', 7) }),
      { rejectedShare: 1 },
    );
    const { columns: c } = read;
    expect(rowsOf(read).map(({ account, line }) => [account, line])).toEqual([
      ['0123456789', 4],
      ['0123456789', 5],
      ['0123456789', 6],
      ['9876543210', 9],
    ]);
    expect(Array.from(c.file, (file) => c.files[file])).toEqual([
      ...Array.from({ length: 3 }, () => 'file.csv [One]'),
      'file.csv [Two]',
    ]);
    expect(read.rejected).toMatchObject([{ line: 10, reason: expect.stringContaining('[Two]') }]);
    expect(read.balances).toHaveLength(2);
  });
  it('names the sheets that are not read', () => {
    const rows: Cell[][] = [
      ['Posted', 'Text', 'Value'],
      [day(1), 'x', -5],
      [day(2), 'y', 6],
    ];
    const { warnings } = readText(
      workbook({
        One: statement(),
        Two: { rows },
        Three: { ...statement(), isHidden: true },
        Four: { rows: [['Printed by', 'Ada']] },
      }),
    );
    expect(warnings).toContain('No dates and amounts were found in “Four”: not read.');
    expect(warnings.join('\n')).toContain('Sheet “Two” has dates and amounts under other titles and is not read');
    expect(warnings).toContain('Hidden sheets are not read: “Three”.');
  });
});

describe('a workbook that cannot be read', () => {
  const whole = workbook({ Statement: statement() });
  const spoiled = (xml: string) => workbook({ S: { rows: [] } }, { parts: { 'xl/worksheets/sheet1.xml': xml } });
  const cases: readonly (readonly [string, Uint8Array, string])[] = [
    [
      'cut in its middle',
      whole.subarray(0, whole.length / 2),
      'the archive is cut off: its directory, which stands at its end, is missing',
    ],
    [
      'that names a sheet it does not hold',
      workbook({ S: statement() }, { without: ['xl/worksheets/sheet1.xml'] }),
      'the workbook names sheet “S” and does not hold it',
    ],
    [
      'that lacks its texts',
      workbook({ S: statement() }, { without: ['xl/sharedStrings.xml'] }),
      'the workbook names xl/sharedStrings.xml and does not hold it',
    ],
    [
      'that lacks its formats',
      workbook({ S: statement() }, { without: ['xl/styles.xml'] }),
      'the workbook names xl/styles.xml and does not hold it',
    ],
    [
      'that lacks one of its texts',
      workbook({ S: { rows: [[{ xml: '<c t="s"><v>1</v></c>' }]] } }, { strings: ['<t>Date</t>'] }),
      'a cell of the workbook names a text that it does not hold',
    ],
    ['without its end', spoiled(sheetXml(statement()).slice(0, -40)), 'is no whole XML: its end is missing'],
    ['of other text', spoiled('hello <b>'), 'is no whole XML: text stands outside of its elements'],
    ['with entities of its own', spoiled('<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>'), 'declares a document type'],
    ['nested beyond measure', spoiled('<a>'.repeat(5_000)), 'more than 100 elements stand one within the other'],
    ['with tags that cross', spoiled('<a><b></a></b>'), '</a> closes nothing'],
    ['of too many columns', spoiled(`<a><row>${'<c><v>1</v></c>'.repeat(600)}</row></a>`), 'more than 512 columns'],
    ['without cells', spoiled('<worksheet/>'), 'the file has no filled cells'],
    [
      'in its binary form',
      packed({ '[Content_Types].xml': 'x', 'xl/workbook.bin': 'x' }),
      'a binary workbook (XLSB); save it as XLSX',
    ],
    [
      'that is a bomb',
      spoiled(`<a><row><c t="str"><v>${' '.repeat(80_000_000)}</v></c></row></a>`),
      'unpacked it is larger than 32 MB',
    ],
  ];
  for (const [what, bytes, sentence] of cases)
    it(`${what} says so`, () => {
      expect(refusalOf(() => readText(bytes))).toContain(sentence);
    });
  it('with a byte changed is damaged, wherever that is', () => {
    for (let at = 0; at < whole.length; at += 37) {
      const bytes = whole.slice();
      bytes[at] ^= 0x55;
      // Either what changed says nothing of the cells, or the file is refused: never other rows.
      try {
        expect(rowsOf(readText(bytes))).toHaveLength(3);
      } catch (error) {
        expect(error).toHaveProperty('code');
      }
    }
  });
  it('cut after any byte is refused', () => {
    for (let end = 4; end < whole.length; end += 23)
      expect(refusalOf(() => readText(whole.subarray(0, end)))).not.toBe('');
  });
});
