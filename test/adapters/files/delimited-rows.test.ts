import { describe, expect, it } from 'vitest';
import { DelimitedRows } from '../../../src/adapters/files/formats/delimited/delimited-rows.ts';
import { cellText } from '../../../src/adapters/files/rows/cell-text.ts';

/** Rows as [line, ...cells]. */
function cut(text: string, delimiter = ','): (string | number)[][] {
  const bytes = new TextEncoder().encode(text);
  const buffer = new Uint8Array(bytes.length + 16);
  buffer.set(bytes);
  const supply = { buffer, atEnd: true, more: () => 0 };
  const rows = new DelimitedRows({ supply, end: bytes.length, delimiter: delimiter.charCodeAt(0), file: 'x.csv' });
  const out: (string | number)[][] = [];
  while (rows.next()) out.push([rows.line, ...Array.from({ length: rows.count }, (_, i) => cellText(rows, i))]);
  return out;
}

describe('rows of delimited text', () => {
  it.each([
    [
      'plain',
      'a,b\nc,d\n',
      [
        [1, 'a', 'b'],
        [2, 'c', 'd'],
      ],
    ],
    [
      'without a last line end',
      'a,b\nc,d',
      [
        [1, 'a', 'b'],
        [2, 'c', 'd'],
      ],
    ],
    [
      'carriage returns',
      'a,b\r\nc,d\re,f\r',
      [
        [1, 'a', 'b'],
        [2, 'c', 'd'],
        [3, 'e', 'f'],
      ],
    ],
    [
      'empty cells',
      ',\n,,\n',
      [
        [1, '', ''],
        [2, '', '', ''],
      ],
    ],
    [
      'blank lines',
      'a\n\nb\n',
      [
        [1, 'a'],
        [2, ''],
        [3, 'b'],
      ],
    ],
    ['quotes', '"a,b","c ""d""",""\n', [[1, 'a,b', 'c "d"', '']]],
    [
      'lines inside quotes',
      '"a\nb\r\nc",d\ne,f\n',
      [
        [1, 'a\nb\r\nc', 'd'],
        [4, 'e', 'f'],
      ],
    ],
    ['spaces round quotes', ' "a" ,"b" \n', [[1, 'a', 'b']]],
    ['quotes inside plain cells', '5" pipe,a"b"\n', [[1, '5" pipe', 'a"b"']]],
    ['quotes inside quotes, not doubled', '"TRF "ABC" LTD, LAGOS",1\n', [[1, 'TRF "ABC" LTD, LAGOS', '1']]],
    [
      'a quote that only opens',
      'a,"b\n"c",d\n',
      [
        [1, 'a', '"b'],
        [2, 'c', 'd'],
      ],
    ],
  ])('%s', (_, text, rows) => expect(cut(text)).toEqual(rows));

  it('other delimiters', () => {
    expect(cut('a;b,c\n', ';')).toEqual([[1, 'a', 'b,c']]);
    expect(cut('a\t\tb\n', '\t')).toEqual([[1, 'a', '', 'b']]);
  });

  it('says where a quoted field that never ends began', () => {
    expect(() => cut('a,b\nc,"d\ne,f\n')).toThrow('the quoted field that starts here never ends.');
    try {
      cut('"x\ny",b\nc,"d\ne,f\n');
    } catch (error) {
      expect(error).toMatchObject({ file: 'x.csv', line: 3 });
    }
  });
});
