// Tables of pages (HTML saved as .xls) and records of JSON: read as a text of the same cells, or refused in a sentence.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonTokens } from '../../../src/adapters/files/formats/json/json-tokens.ts';
import { failureOf, readText, refusalOf, rowsOf } from './reading.ts';

const CELLS = [
  ['2026-09-01', 'Transfer to Ọlá & <sons>', '250.50', '', '749.50'],
  ['2026-09-02', 'Lodgement', '', '100.00', '849.50'],
];
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const entries = CELLS.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`).join('\n');
const HEAD = '<tr><th>Date<th>Details<th>Debit<th>Credit<th>Balance</tr>';
const PREAMBLE = '<table><tr><td>Account No<td>0123456789</table>';
const page = (body: string) => `<html><head><style>td { a: b }</style></head><body>${body}</body></html>`;
const EXPECTED = [
  { day: '2026-09-01', amount: '-250.50', narration: 'Transfer to Ọlá & <sons>', account: '0123456789' },
  { day: '2026-09-02', amount: '100.00', narration: 'Lodgement', account: '0123456789' },
];

describe('a page with tables', () => {
  const pages: readonly (readonly [string, string | Uint8Array])[] = [
    ['with the account in a table above', page(`${PREAMBLE}<table>${HEAD}${entries}</table>`)],
    [
      'without end tags',
      `<!DOCTYPE html>${PREAMBLE}<TABLE><TR><TH>Date<TH>Details<TH>Debit<TH>Credit<TH>Balance${entries}`,
    ],
    [
      'within a table of the page',
      page(`<table><tr><td>${PREAMBLE}<table>${HEAD}${entries}</table></td></tr></table>`),
    ],
    [
      'with a script that writes tags',
      page(`<script>if (a < b) w("<table>")</script>${PREAMBLE}<table>${HEAD}${entries}</table>`),
    ],
    ['in UTF-16', Buffer.from(`\ufeff${page(`${PREAMBLE}<table>${HEAD}${entries}</table>`)}`, 'utf16le')],
    [
      'whose titles cover two columns',
      page(
        `${PREAMBLE}<table><tr><th>Date<th>Details<th colspan="2">Amount<th>Balance</tr><tr><th><th><th>Debit<th>Credit<th></tr>${entries}</table>`,
      ),
    ],
  ];
  it('that ends inside a table says that rows may be missing, and a whole one does not', () => {
    const cut = 'The page ends inside a table: rows behind its end may be missing.';
    const whole = page(`${PREAMBLE}<table>${HEAD}${entries}</table>`);
    expect(readText(whole).warnings).not.toContain(cut);
    expect(readText(whole.slice(0, whole.indexOf('</table></body>'))).warnings).toContain(cut);
  });
  for (const [what, content] of pages)
    it(`${what} is read row by row`, () => {
      const read = readText(content);
      expect(rowsOf(read)).toMatchObject(EXPECTED);
      expect(read.layout.format).toBe('html');
      expect(read.balances).toMatchObject([{ opening: 100_000, closing: 84_950, foots: true }]);
    });
  it('is read the same wherever its pieces are cut', () => {
    const padded = page(`<!--${'x'.repeat(9_000)}-->${PREAMBLE}<table>${HEAD}${entries}</table>`);
    for (let n = 0; n < 200; n++) expect(rowsOf(readText(`<html>${' '.repeat(n)}${padded}`))).toMatchObject(EXPECTED);
  });
  it('without a table says so', () => {
    expect(refusalOf(() => readText(page('<p>Please sign in</p>')))).toContain('a web page without a table');
    expect(failureOf(page('<table><tr><td>Please sign in</table>')).sentence).toContain('there is no table: no row');
  });
  it('that never ends takes no time', () => {
    for (const part of ['<', '<a ', '<!--', '<table>', '<td>', '<td colspan=99>', '<script>', '&', '="'])
      expect(() => readText(`<html>${part.repeat(100_000)}`)).toThrow();
  });
});

describe('records of JSON', () => {
  const record = ([date, narration, debit, credit, balance]: readonly string[]) =>
    `{"date":"${date}","meta":{"text":${JSON.stringify(narration)}},"debit":${debit || 'null'},"credit":${credit || 'null'},"balance":${balance}}`;
  const list = `[${CELLS.map(record).join(',\n')}]`;
  const files: readonly (readonly [string, string])[] = [
    ['one a line', CELLS.map(record).join('\n')],
    ['in a list', list],
    ['in a list with what stands around it', `{"account":"0123456789","items":${list},"count":2}`],
    ['beside another list', `{"banks":[{"name":"x"}],"account":"0123456789","items":${list}}`],
  ];
  for (const [what, content] of files)
    it(`${what} are read row by row`, () => {
      const read = readText(content, { defaultAccount: '0123456789' });
      expect(rowsOf(read)).toMatchObject(EXPECTED);
      expect(read.layout.format).toBe('json');
    });
  it('keep the digits of numbers', () => {
    const id = '582609010155013864781038743999';
    const read = readText(
      `[{"date":"2026-09-01","amount":-1.5,"ref":${id}},{"date":"2026-09-02","amount":1e2,"ref":${id}}]`,
    );
    expect(rowsOf(read)).toMatchObject([
      { amount: '-1.50', session: id },
      { amount: '100.00', session: id },
    ]);
  });
  it('within records have what stands around them as columns', () => {
    const inner = (n: number) =>
      `{"number":"012345678${n}","entries":[{"date":"2026-09-01","amount":${n},"text":"x"}]}`;
    const read = readText(`{"accounts":[${[1, 2, 3].map(inner).join()}]}`);
    expect(rowsOf(read).map(({ amount }) => amount)).toEqual(['1.00', '2.00', '3.00']);
    expect(read.layout.columns.map(({ title }) => title)).toContain('accounts.number');
  });
  it.each([
    ['{"a":}', '} closes nothing'],
    ['[{"a":1', 'its end is missing'],
    ['[{"a":1]', '] closes nothing'],
    ['{"a":1}}', '} closes nothing'],
    ['{"a":1 2}', 'a value stands where none may stand'],
    ['{"a":NaN}', '“NaN” is no value'],
    ['{"a":01}{', 'its end is missing'],
    ['[{"a":"\\x"}]', 'a text has an escape that JSON does not know'],
    [`[{"a":${'['.repeat(60)}`, 'more than 50 values stand one within the other'],
  ])('%s is refused', (content, why) => {
    expect(refusalOf(() => readText(content))).toContain(why);
  });
  it('are taken as JSON says, however they are cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 }))),
        fc.integer({ min: 1, max: 7 }),
        (value, step) => {
          const seen: string[] = [];
          const tokens = new JsonTokens(
            {
              open: (c) => seen.push(c),
              close: () => seen.push('end'),
              name: (n) => seen.push(`n${n}`),
              value: (v, t) => seen.push(`${t}${v}`),
            },
            (why) => {
              throw new Error(why);
            },
          );
          const json = JSON.stringify(value);
          for (let at = 0; at < json.length; at += step) tokens.write(json.slice(at, at + step));
          tokens.end();
          const wanted: string[] = [];
          const walk = (one: unknown): void => {
            if (typeof one === 'string') wanted.push(`true${one}`);
            else if (one === null || typeof one !== 'object')
              wanted.push(`false${one === null ? '' : JSON.stringify(one)}`);
            else {
              wanted.push(Array.isArray(one) ? '[' : '{');
              for (const [key, inner] of Object.entries(one)) {
                if (!Array.isArray(one)) wanted.push(`n${key}`);
                walk(inner);
              }
              wanted.push('end');
            }
          };
          walk(JSON.parse(json));
          expect(seen).toEqual(wanted);
        },
      ),
    );
  });
});
