// OpenDocument spreadsheets: what is stored counts, not how it is shown; what repeats without end does not.

import { describe, expect, it } from 'vitest';
import { readText, refusalOf, rowsOf } from './reading.ts';
import { packed } from './workbooks.ts';

const text = (words: string) =>
  `<table:table-cell office:value-type="string"><text:p>${words}</text:p></table:table-cell>`;
const number = (value: string, shown = value) =>
  `<table:table-cell office:value-type="float" office:value="${value}"><text:p>${shown}</text:p></table:table-cell>`;
const day = (value: string) =>
  `<table:table-cell office:value-type="date" office:date-value="${value}"><text:p>1. Sept.</text:p></table:table-cell>`;
const EMPTY = '<table:table-cell/>';
const END =
  '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>';
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
const table = (rows: string, attributes = 'table:name="Bank"') =>
  `<table:table ${attributes}>${rows}${END}</table:table>`;
const spreadsheet = (tables: string, styles = '') =>
  packed({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  });

const TITLES = row(text('Date'), text('Account'), text('Narration'), text('Amount'));
const ENTRIES = [
  TITLES,
  row(
    day('2026-09-01'),
    number('123456789', '0123456789'),
    text('Levy &amp; <text:s/>fee'),
    number('-1234.5', '-1.234,50'),
  ),
  row(
    day('2026-09-02T10:15:00'),
    number('123456789', '0123456789'),
    '<table:table-cell office:value-type="string"><office:annotation><text:p>note</text:p></office:annotation><text:p>one</text:p><text:p>two</text:p></table:table-cell>',
    number('0.30000000000000004', '0,3'),
  ),
  row(EMPTY.repeat(4)),
].join('');

describe('an OpenDocument spreadsheet', () => {
  it('is read by what it stores', () => {
    const read = readText(spreadsheet(table(ENTRIES)));
    expect(rowsOf(read)).toMatchObject([
      { line: 2, day: '2026-09-01', amount: '-1234.50', narration: 'Levy &  fee', account: '0123456789' },
      { line: 3, day: '2026-09-02', amount: '0.30', narration: 'one two' },
    ]);
    expect(read.layout).toMatchObject({ format: 'ods', sheets: ['Bank'] });
  });
  it('has its hidden sheets named', () => {
    const style = '<style:style style:name="h"><style:table-properties table:display="false"/></style:style>';
    const hidden = table(ENTRIES, 'table:name="Old" table:style-name="h"');
    const read = readText(spreadsheet(table(ENTRIES) + hidden, style));
    expect(read.columns.count).toBe(2);
    expect(read.warnings).toContain('Hidden sheets are not read: “Old”.');
  });
  it.each([
    ['<a>', 'content.xml in it is no whole XML: its end is missing'],
    ['<!DOCTYPE a><a/>', 'it declares a document type'],
    ['<a/>', 'the file has no filled cells'],
  ])('%s is refused', (content, why) => {
    const bytes = packed({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': content });
    expect(refusalOf(() => readText(bytes))).toContain(why);
  });
  it('with a password says so', () => {
    const bytes = packed({
      mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
      'content.xml': 'x',
      'META-INF/manifest.xml': '<m:manifest><m:file-entry><m:encryption-data/></m:file-entry></m:manifest>',
    });
    expect(refusalOf(() => readText(bytes))).toContain('protected with a password');
  });
});
