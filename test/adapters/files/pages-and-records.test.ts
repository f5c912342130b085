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
  it('says where rows may be missing because something does not end', () => {
    const whole = page(`${PREAMBLE}<table>${HEAD}${entries}</table>`);
    const said = (content: string) => readText(content).warnings.filter((one) => one.includes('may be missing'));
    expect(said(whole)).toEqual([]);
    const end = whole.indexOf('</table></body>');
    const unended = (what: string) => [`The page has no end of “${what}”: rows behind its beginning may be missing.`];
    expect(said(whole.slice(0, end))).toEqual(unended('<table>'));
    expect(said(whole.slice(0, end + 8))).toEqual(unended('<html>'));
    for (const what of ['<script>', '<title>', '<!-- more', '<a href="x>'])
      expect(said(`${whole.slice(0, end + 8)}${what}<table>${entries}</table></body></html>`)).toMatchObject([
        expect.stringContaining(`The page has no end of “${what.replace('>', '')}`),
      ]);
  });
  it('may have cells that cover rows: a day is that of each row, anything else stands in the first', () => {
    const rows =
      '<tr><td rowspan="2">2026-09-01<td>Levy<td>5.00<td><td>95.00<tr><td rowspan=2>Rent<td>5.00<td><td>90.00' +
      '<tr><td>2026-09-03<td><td>10.00<td>100.00';
    const read = readText(page(`<table>${HEAD}${rows}</table>`));
    expect(rowsOf(read)).toMatchObject([
      { day: '2026-09-01', amount: '-5.00', narration: 'Levy' },
      { day: '2026-09-01', amount: '-5.00', narration: 'Rent' },
      { day: '2026-09-03', amount: '10.00', narration: '' },
    ]);
    expect(read.balances).toMatchObject([{ foots: true }]);
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
  it('may have a tag that begins within another', () => {
    const spoiled = page(`${PREAMBLE}<table>${HEAD}${entries.replace('</tr>', '</tr:')}</table>`);
    expect(rowsOf(readText(spoiled))).toMatchObject(EXPECTED);
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
  it('have what stands behind them, too', () => {
    const read = readText(`{"items":${list},"currency":"USD","account":"0123456789","closing balance":849.50}`);
    expect(rowsOf(read)).toMatchObject(EXPECTED.map((row) => ({ ...row, currency: 'USD' })));
    expect(read.balances).toMatchObject([{ closing: 84_950, foots: true }]);
    const inner = (n: number) =>
      `{"entries":[{"date":"2026-09-01","amount":${n},"text":"x"},{"date":"2026-09-02","amount":1,"text":"y"}],"account number":"012345678${n}"}`;
    const several = readText(`{"accounts":[${[1, 2].map(inner).join()}],"links":[{"rel":"self"}]}`);
    expect(rowsOf(several).map(({ account, amount }) => [account.at(-1), amount])).toEqual([
      ['1', '1.00'],
      ['1', '1.00'],
      ['2', '2.00'],
      ['2', '1.00'],
    ]);
    expect(several.warnings).toContain('No dates and amounts were found in “links”: not read.');
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
  it('of a list called pending are not booked yet; the account may be a value within a value', () => {
    const row = (day: string, amount: number) => ({ day, text: 'A', amount });
    const transactions = {
      booked: [row('2026-09-01', 5), row('2026-09-02', -7)],
      pending: [row('2026-09-03', 9)],
    };
    const file = readText(JSON.stringify({ account: { iban: 'DE89370400440532013000' }, transactions }));
    expect(file).toMatchObject({ pending: 1, columns: { count: 3 } });
    expect(rowsOf(file).map(({ amount, account }) => [amount, account])).toEqual(
      ['5.00', '-7.00', '9.00'].map((amount) => [amount, 'DE89370400440532013000']),
    );
    expect(file.balances.map(({ rows }) => rows)).toEqual([2]);
    expect(file.warnings.join()).toContain(
      '1 row is pending by the name of its sheet or list, the first on line 3: “pending”.',
    );
    // Authorised and blocked may mean that a second person approved, or what the file is about.
    for (const name of ['authorised', 'blocked', 'hold']) {
      const { booked, pending } = transactions;
      expect(readText(JSON.stringify({ transactions: { booked, [name]: pending } })).pending).toBe(0);
    }
  });
  it('of a list called pending have their own status first', () => {
    const row = (day: string, status: string) => ({ day, text: 'A', amount: 5, status });
    const pending = ['Posted', '', 'Pending', 'Failed'].map((status, i) => row(`2026-09-0${i + 3}`, status));
    const file = readText(
      JSON.stringify({ booked: [row('2026-09-01', 'Posted'), row('2026-09-02', 'Posted')], pending }),
    );
    expect([file.columns.count, file.pending, file.counts.setAside]).toEqual([5, 2, 1]);
    expect(file.warnings.join()).toContain('1 row is pending by the name of its sheet or list');
  });
  it('may have values behind lists within each of them, and stand in a list for each account', () => {
    const rows = Array.from({ length: 300 }, (_, i) => ({
      day: `2026-09-0${(i % 9) + 1}`,
      text: `P${i}`,
      amount: -((i * 37) % 101) - 1,
    }));
    const tagged = rows.map(({ day, ...others }) => ({ day, tags: [{ is: 'x' }], ...others }));
    const read = rowsOf(readText(JSON.stringify(tagged)));
    expect(read.map(({ narration, amount }) => [narration, amount])).toEqual(
      rows.map(({ text, amount }) => [text, `${amount}.00`]),
    );
    const accounts = Object.fromEntries(rows.map((row, i) => [`01234567${i}`, [row]]));
    expect(rowsOf(readText(JSON.stringify({ accounts })))).toHaveLength(300);
    const many = Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [`a${i}`, [rows[0]]]));
    expect(failureOf(JSON.stringify(many)).sentence).toBe('file.csv: there are more than 2000 lists.');
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
