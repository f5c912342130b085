// `tieout reconcile --journal-layout`: journals in a ledger's own layout, as CSV and as XLSX, the same bytes each time.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { tieout } from './tieout.ts';

const GL = 'Date,Reference,Narration,Amount\n2026-09-03,TRF1001,Transfer to MUSA LTD,-20000.00\n';
const BANK = `Date,Reference,Narration,Amount
2026-09-03,TRF1001,TRF TO MUSA LTD,-20000.00
2026-09-12,S1,"SMS ALERT CHARGE; =1+1 ""A&B""",-50.05
2026-09-20,X9,TRF TO UNKNOWN PERSON,-333.00
2026-09-30,INT,INTEREST CREDIT,12.50
`;
const CHART = {
  rules: [
    { class: 'bank_charges', account: '00510' },
    { class: 'interest_received', account: '=41000' },
  ],
  bank_accounts: [{ number: '123', account: '10100' }],
};
const COLUMNS = [
  { title: 'Branch', constant: '001' },
  { title: 'Date', value: 'date' },
  { title: 'GL', value: 'account' },
  { title: 'Amount', value: 'amount' },
  { title: 'Text', value: 'text' },
];

let cwd: string;
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'tieout-layout-'));
  writeFileSync(join(cwd, 'gl.csv'), GL);
  writeFileSync(join(cwd, 'bank.csv'), BANK);
  writeFileSync(join(cwd, 'chart.json'), JSON.stringify(CHART));
});
afterEach(() => rmSync(cwd, { recursive: true }));

const ARGS = ['reconcile', '--gl', 'gl.csv', '--bank', 'bank.csv', '--account', '123', '--chart', 'chart.json'];
async function posted(layout: object, name: string): Promise<{ readonly bytes: Buffer; readonly stdout: string }> {
  writeFileSync(join(cwd, 'layout.json'), JSON.stringify(layout));
  const { status, stdout } = await tieout([...ARGS, '--out', 'out', '--journal-layout', 'layout.json'], { cwd });
  expect(status).toBe(0);
  return { bytes: readFileSync(join(cwd, 'out', name)), stdout };
}

/** The cells of a sheet: its type and text, or null for an empty one. */
function cellsOf(bytes: Buffer): (string | null)[][] {
  const xml = new TextDecoder().decode(unzipSync(bytes)['xl/worksheets/sheet1.xml']);
  const rows: (string | null)[][] = [];
  let [type, text, isOpen] = ['', '', false];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('opentag', ({ local, attributes }) => {
    if (local === 'row') rows.push([]);
    if (local === 'c') [type, text, isOpen] = [attributes['t']?.value ?? `n${attributes['s']?.value ?? ''}`, '', false];
    if (local === 'v' || local === 't') isOpen = true;
    expect(local).not.toBe('f');
  });
  parser.on('text', (of) => void (text += of));
  parser.on('closetag', ({ local }) => {
    if (local === 'c') rows.at(-1)!.push(isOpen ? `${type} ${text}` : null);
  });
  parser.write(xml).close();
  return rows;
}

test('CSV has the ledger’s columns, signs, days and marks, and what has no account is counted', async () => {
  const layout = { columns: COLUMNS, separator: ';', decimal: ',', date_format: 'DD.MM.YY', positive: 'credit' };
  const { bytes, stdout } = await posted(layout, 'posting.csv');
  expect(bytes.toString().split('\n')).toEqual([
    'Branch;Date;GL;Amount;Text',
    '001;30.09.26;10100;-12,50;interest or tax: INTEREST CREDIT',
    '001;30.09.26;=41000;12,50;interest or tax: INTEREST CREDIT',
    '001;12.09.26;00510;-50,05;"bank charge: SMS ALERT CHARGE; =1+1 ""A&B"""',
    '001;12.09.26;10100;50,05;"bank charge: SMS ALERT CHARGE; =1+1 ""A&B"""',
    '',
  ]);
  expect(stdout).toContain('1 of the entries in journals.csv is not in posting.csv: without an account in the chart.');
});

test('XLSX has numbers, days and texts, no formula, and the same bytes each time', async () => {
  const columns = [...COLUMNS, { title: 'D/C', value: 'side' }, { title: 'Dr', value: 'debit' }];
  const layout = { format: 'xlsx', columns, marks: { debit: 'Dr', credit: 'Cr' } };
  const { bytes } = await posted(layout, 'posting.xlsx');
  const text = (of: string) => `inlineStr ${of}`;
  const sms = text('bank charge: SMS ALERT CHARGE; =1+1 "A&B"');
  expect(cellsOf(bytes)).toEqual([
    ['Branch', 'Date', 'GL', 'Amount', 'Text', 'D/C', 'Dr'].map(text),
    ...[
      [
        text('001'),
        'n7 46295',
        text('10100'),
        'n4 12.50',
        text('interest or tax: INTEREST CREDIT'),
        text('Dr'),
        'n4 12.50',
      ],
      [text('001'), 'n7 46295', text('=41000'), 'n4 12.50', text('interest or tax: INTEREST CREDIT'), text('Cr'), null],
      [text('001'), 'n7 46277', text('00510'), 'n4 50.05', sms, text('Dr'), 'n4 50.05'],
      [text('001'), 'n7 46277', text('10100'), 'n4 50.05', sms, text('Cr'), null],
    ],
  ]);
  expect((await posted(layout, 'posting.xlsx')).bytes.equals(bytes)).toBe(true);
});

test('a journal keeps its id in another session, from another file and by another chart', async () => {
  const layout = { header: false, columns: [...COLUMNS.slice(2, 4), { title: 'Id', value: 'id' }] };
  const idsOf = ({ bytes }: { readonly bytes: Buffer }) =>
    bytes
      .toString()
      .trim()
      .split('\n')
      .map((line) => line.split(',').at(-1)!);
  const first = idsOf(await posted(layout, 'posting.csv'));
  expect(new Set(first).size).toBe(2);
  // The same charge among other rows, of another file.
  const [titles, ...rows] = BANK.trim().split('\n');
  writeFileSync(join(cwd, 'bank.csv'), `${[titles, ...rows.toReversed()].join('\n')}\n`);
  writeFileSync(join(cwd, 'chart.json'), JSON.stringify({ ...CHART, rules: [{ account: '1' }] }));
  const again = idsOf(await posted(layout, 'posting.csv'));
  for (const id of first) expect(again).toContain(id);
});

test.each([
  [{}, /"columns" is not a list of 1 to 100 columns/],
  [{ columns: COLUMNS, rows: 1 }, /has no key "rows"/],
  [{ columns: [{ title: 'A', value: 'acct' }] }, /column 1 has a "value" that is none of/],
  [{ columns: [{ title: 'A', value: 'account', constant: '' }] }, /column 1 needs "value" or "constant", and not both/],
  [{ columns: [{ title: 'A', value: 'account' }] }, /neither the value "amount", nor "debit" and "credit"/],
  [{ columns: COLUMNS.slice(3) }, /no column has the value "account"/],
  [{ columns: COLUMNS, date_format: 'MM/YYYY' }, /"date_format" needs/],
  [{ columns: COLUMNS, separator: ':' }, /"separator" is none of/],
  [{ columns: COLUMNS, marks: { debit: 'X', credit: 'X' } }, /"marks" is not an object with two different texts/],
])('%j is refused in one sentence', async (layout, sentence) => {
  writeFileSync(join(cwd, 'layout.json'), JSON.stringify(layout));
  const { status, stderr } = await tieout([...ARGS, '--out', 'out', '--journal-layout', 'layout.json'], { cwd });
  expect([status, stderr.trim().split('\n').length]).toEqual([2, 1]);
  expect(stderr).toMatch(/layout.json is no layout of journals: /);
  expect(stderr).toMatch(sentence);
});
