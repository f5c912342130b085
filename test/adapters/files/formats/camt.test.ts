// camt.052, .053 and .054 in all versions: entries, batches, balances, totals, and what is refused.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inspectRows } from '../../../../src/adapters/files/inspect-file.ts';
import { failureOf, readText, rowsOf } from '../reading.ts';
import { silentDamage } from './hostile.ts';

type Attributes = Readonly<Record<string, string>>;
/** Elements as nested arrays: ['Amt', {Ccy: 'EUR'}, '1.00']. */
type Node = string | Element;
type Element = readonly [name: string, ...inside: (string | Attributes | Element)[]];

const isAttributes = (one: string | Attributes | Element): one is Attributes =>
  typeof one === 'object' && !Array.isArray(one);

function xml(node: Node): string {
  if (typeof node === 'string') return node;
  const [name, ...inside] = node;
  const attributes = inside.filter(isAttributes).flatMap((one) => Object.entries(one));
  const nodes = inside.flatMap((one) => (isAttributes(one) ? [] : [xml(one)]));
  return `<${name}${attributes.map(([key, value]) => ` ${key}="${value}"`).join('')}>${nodes.join('')}</${name}>\n`;
}

const amount = (text: string, currency = 'EUR'): Node => ['Amt', { Ccy: currency }, text];
const balance = (kind: string, text: string, mark = 'CRDT', day = '2026-09-01'): Node => [
  'Bal',
  ['Tp', ['CdOrPrtry', ['Cd', kind]]],
  amount(text),
  ['CdtDbtInd', mark],
  ['Dt', ['Dt', day]],
];
const DAYS: Node[] = [
  ['BookgDt', ['Dt', '2026-09-02']],
  ['ValDt', ['Dt', '2026-09-03']],
];
const entry = (text: string, mark: string, ...inside: Node[]): Node => [
  'Ntry',
  amount(text),
  ['CdtDbtInd', mark],
  ['Sts', ['Cd', 'BOOK']],
  ...DAYS,
  ...inside,
];
const details = (...inside: Node[]): Node => ['NtryDtls', ...inside];
const endToEnd = (id: string): Node => ['Refs', ['EndToEndId', id]];
const ACCOUNT: Node = ['Acct', ['Id', ['IBAN', 'NL26VAYB8060476890']], ['Ccy', 'EUR']];

const document = (version: string, ...inside: Node[]): string => {
  const [root, statement] = {
    '052': ['BkToCstmrAcctRpt', 'Rpt'],
    '053': ['BkToCstmrStmt', 'Stmt'],
    '054': ['BkToCstmrDbtCdtNtfctn', 'Ntfctn'],
  }[version.slice(0, 3)] as [string, string];
  const message = version.endsWith('.01') ? `${root}V01` : root;
  const xmlns = `urn:iso:std:iso:20022:tech:xsd:camt.${version}`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml(['Document', { xmlns }, [message, [statement, ['Id', 'S1'], ...inside]]])}`;
};
const statement = (...inside: Node[]): string => document('053.001.08', ACCOUNT, ...inside);
const read = (...inside: Node[]) => readText(statement(...inside));

describe('an entry', () => {
  it('of a single payment has its references, its other party and its texts', () => {
    const file = read(
      balance('OPBD', '100.00'),
      entry(
        '25.50',
        'DBIT',
        ['AcctSvcrRef', 'BANK-1'],
        details([
          'TxDtls',
          ['Refs', ['InstrId', 'I-1'], ['EndToEndId', 'INV-1'], ['TxId', 'T-1']],
          ['RltdPties', ['Dbtr', ['Pty', ['Nm', 'US']]], ['Cdtr', ['Pty', ['Nm', 'ADA &amp; SONS']]]],
          ['RmtInf', ['Ustrd', 'RENT'], ['Strd', ['CdtrRefInf', ['Ref', 'RF18']]]],
        ]),
        ['AddtlNtryInf', 'Transfer'],
      ),
      balance('CLBD', '74.50'),
    );
    expect(rowsOf(file)).toMatchObject([
      {
        day: '2026-09-02',
        valueDay: '2026-09-03',
        amount: '-25.50',
        currency: 'EUR',
        account: 'NL26VAYB8060476890',
        reference: 'INV-1',
        narration: 'ADA & SONS RENT RF18 I-1 T-1 Transfer',
        sourceId: 'BANK-1',
        flags: 0,
      },
    ]);
    expect(file.balances).toMatchObject([{ opening: 10_000, closing: 7_450, foots: true }]);
    expect(file.warnings).toEqual([]);
    expect(file.layout.format).toBe('camt.053.001.08');
  });
  it.each([
    [
      'NOTPROVIDED is no reference',
      [['NtryRef', 'N1'], details(['TxDtls', endToEnd('NOTPROVIDED')])],
      { reference: 'N1' },
    ],
    [
      'without details',
      [
        ['AcctSvcrRef', 'B1'],
        ['AddtlNtryInf', 'FEES'],
      ],
      { reference: 'B1', narration: 'FEES B1' },
    ],
    [
      'without any text',
      [['BkTxCd', ['Domn', ['Cd', 'PMNT'], ['Fmly', ['Cd', 'RCDT'], ['SubFmlyCd', 'ESCT']]]]],
      { narration: 'PMNT RCDT ESCT' },
    ],
    [
      'a reversal',
      [
        ['RvslInd', 'true'],
        ['AddtlNtryInf', 'PAY'],
      ],
      { amount: '5.00', narration: 'REVERSAL PAY' },
    ],
    [
      'a return',
      [details(['TxDtls', endToEnd('E1'), ['RtrInf', ['Rsn', ['Cd', 'AC04']]]])],
      { narration: 'RETURN AC04' },
    ],
    [
      'charges in words',
      [details(['TxDtls', endToEnd('E1'), ['Chrgs', ['TtlChrgsAndTaxAmt', { Ccy: 'EUR' }, '0.31']]])],
      { narration: 'charges 0.31 EUR' },
    ],
    [
      'a payment in another currency',
      [details(['TxDtls', endToEnd('E1'), ['AmtDtls', ['InstdAmt', amount('4.1', 'USD')]]])],
      { narration: '4.1 USD' },
    ],
    ['a settlement session', [details(['TxDtls', ['Refs', ['TxId', '0'.repeat(30)]]])], { session: '0'.repeat(30) }],
  ] as const)('%s', (_, inside, row) => {
    expect(rowsOf(read(entry('5.00', 'CRDT', ...(inside as unknown as Node[]))))).toMatchObject([row]);
  });
  it('has five decimals if the last three are zeros', () => {
    expect(rowsOf(read(entry('5.12000', 'CRDT')))).toMatchObject([{ amount: '5.12' }]);
    expect(rowsOf(readText(statement(entry('5', 'CRDT')).replaceAll('EUR', 'JPY')))).toMatchObject([{ amount: '5' }]);
  });
  it.each([
    ['5.125', 'CRDT', 'the amount “5.125” has more decimals than the currency’s 2'],
    ['5,125.00', 'CRDT', 'the amount “5,125.00” is not understood'],
    ['', 'CRDT', 'no amount'],
    ['5.00', 'XRDT', 'the mark “XRDT” is not understood'],
  ])('%s %s is rejected', (text, mark, reason) => {
    expect(read(entry(text, mark)).rejected).toMatchObject([{ reason }]);
  });
  const undated = (...inside: Node[]): Node => ['Ntry', amount('5.00'), ['CdtDbtInd', 'CRDT'], ...inside];
  it('without dates has the day of its statement, if that has one, and is rejected otherwise', () => {
    const onDay = read(balance('OPBD', '1.00'), balance('CLBD', '6.00'), undated());
    expect(rowsOf(onDay)).toMatchObject([{ day: '2026-09-01', valueDay: null }]);
    expect(
      read(balance('OPBD', '1.00'), balance('CLBD', '6.00', 'CRDT', '2026-09-30'), undated()).rejected,
    ).toMatchObject([{ reason: 'no date' }]);
  });
  it('with a value date alone is booked on it, and one with times on their day as written', () => {
    expect(rowsOf(read(undated(['ValDt', ['Dt', '2026-09-05']])))).toMatchObject([{ day: '2026-09-05' }]);
    const timed = undated(['BookgDt', ['DtTm', '2026-09-05T23:30:00-05:00']]);
    expect(rowsOf(read(timed))).toMatchObject([{ day: '2026-09-05' }]);
    expect(read(undated(['BookgDt', ['Dt', '2026-02-30']])).rejected).toMatchObject([
      { reason: 'the date “2026-02-30” is not understood' },
    ]);
  });
  it('is pending, or no entry, as its state says', () => {
    const of = (state: string) => read(['Ntry', amount('5.00'), ['CdtDbtInd', 'CRDT'], ['Sts', state], ...DAYS]);
    expect(rowsOf(of('PDNG'))).toMatchObject([{ flags: 1 }]);
    expect(of('INFO').rejected).toMatchObject([{ reason: 'its state INFO says that it is not booked' }]);
    expect(of('INFO').counts).toMatchObject({ entries: 0, setAside: 1, rejected: 0 });
    expect(of('OTHR').rejected).toMatchObject([{ reason: 'the state “OTHR” is not understood' }]);
  });
});

describe('a batch', () => {
  const detail = (id: string, text: string, ...inside: Node[]): Node => [
    'TxDtls',
    endToEnd(id),
    amount(text),
    ...inside,
  ];
  const batch = (total: string, ...inside: Node[]) =>
    read(
      entry(
        total,
        'DBIT',
        ['AcctSvcrRef', 'B9'],
        details(['Btch', ['PmtInfId', 'PAY-7'], ['NbOfTxs', '2']], ...inside),
      ),
    );
  it('becomes the rows of its details, each with the name of the batch', () => {
    const file = batch('8.00', detail('A', '3.00'), detail('B', '5.00'));
    expect(rowsOf(file)).toMatchObject([
      { amount: '-3.00', reference: 'A', narration: 'PAY-7', day: '2026-09-02' },
      { amount: '-5.00', reference: 'B', narration: 'PAY-7' },
    ]);
    expect(file.checks).toMatchObject([{ what: 'the number of transactions of a batch', stated: '2', read: '2' }]);
    expect(file.counts.entries).toBe(2);
  });
  it('whose details are marked from the other side has the entry’s direction', () => {
    const marked = (id: string, text: string) => detail(id, text, ['CdtDbtInd', 'CRDT']);
    expect(rowsOf(batch('8.00', marked('A', '3.00'), marked('B', '5.00'))).map((row) => row.amount)).toEqual([
      '-3.00',
      '-5.00',
    ]);
  });
  it('may hold details of both directions', () => {
    const back = detail('B', '1.00', ['CdtDbtInd', 'CRDT']);
    expect(rowsOf(batch('2.00', detail('A', '3.00'), back)).map((row) => row.amount)).toEqual(['-3.00', '1.00']);
  });
  it('has its charges as a row, if they are what the details lack', () => {
    const charged = (id: string, text: string) =>
      detail(id, text, ['Chrgs', ['Rcrd', amount('0.25'), ['CdtDbtInd', 'DBIT'], ['ChrgInclInd', 'false']]]);
    expect(rowsOf(batch('8.50', charged('A', '3.00'), charged('B', '5.00'))).at(-1)).toMatchObject({
      amount: '-0.50',
      narration: 'CHARGES PAY-7 B9',
    });
  });
  it('that does not add up, or states no amounts, is one row', () => {
    const wrong = batch('9.00', detail('A', '3.00'), detail('B', '5.00'));
    expect(rowsOf(wrong)).toMatchObject([{ amount: '-9.00', reference: 'PAY-7', narration: 'PAY-7 B9' }]);
    expect(wrong.warnings[0]).toMatch(/^The details of the entry on line \d+ come to -8.00 and the entry to -9.00: it/);
    const bare = batch('9.00', ['TxDtls', endToEnd('A')], ['TxDtls', endToEnd('B')]);
    expect(rowsOf(bare)).toMatchObject([{ amount: '-9.00', reference: 'PAY-7' }]);
    expect(bare.counts.entries).toBe(1);
  });
  it('whose number of transactions differs is said to', () => {
    expect(batch('3.00', detail('A', '1.00'), detail('B', '1.00'), detail('C', '1.00')).warnings.at(-1)).toContain(
      'The file states 2 as the number of transactions of a batch',
    );
  });
});

describe('a statement', () => {
  it('states totals, which are checked, of all entries or of the booked ones', () => {
    const totals = (number: string, sum: string): Node => [
      'TxsSummry',
      ['TtlNtries', ['NbOfNtries', number], ['Sum', sum], ['TtlNetNtry', ['Amt', '2'], ['CdtDbtInd', 'DBIT']]],
      ['TtlCdtNtries', ['NbOfNtries', '1'], ['Sum', '3']],
      ['TtlDbtNtries', ['NbOfNtries', '1'], ['Sum', '5.00']],
    ];
    const pending: Node = ['Ntry', amount('9.00'), ['CdtDbtInd', 'CRDT'], ['Sts', 'PDNG'], ...DAYS];
    const of = (...all: Node[]) => read(...all, entry('3.00', 'CRDT'), entry('5.00', 'DBIT'), pending);
    expect(of(totals('2', '8.00')).checks.map(({ what, stated, read: found }) => [what, stated, found])).toEqual([
      ['the number of entries', '2', '2'],
      ['the sum of entries', '8.00', '8.00'],
      ['the net sum of entries', '-2.00', '-2.00'],
      ['the number of credits', '1', '1'],
      ['the sum of credits', '3.00', '3.00'],
      ['the number of debits', '1', '1'],
      ['the sum of debits', '5.00', '5.00'],
    ]);
    expect(of(totals('4', '9.00')).warnings.filter((one) => one.startsWith('The file states'))).toHaveLength(2);
  });
  it.each([
    ['PRCD and CLBD', ['PRCD', 'CLBD'], [100, 600]],
    ['two ITBD of a page', ['ITBD', 'ITBD'], [100, 600]],
    ['OPBD and ITBD', ['OPBD', 'ITBD'], [100, 600]],
    ['ITBD and CLBD', ['ITBD', 'CLBD'], [100, 600]],
    ['available balances beside them', ['OPBD', 'CLAV', 'CLBD'], [100, 600]],
  ] as const)('has %s', (_, kinds, [opening, closing]) => {
    const balances = kinds.map((kind, n) => balance(kind, n === 0 ? '1.00' : '6.00'));
    expect(read(...balances, entry('5.00', 'CRDT')).balances).toMatchObject([{ opening, closing, foots: true }]);
  });
  it('whose entries do not lead to its closing balance is said to, and so is a page that is not the last', () => {
    const { warnings } = read(
      ['StmtPgntn', ['PgNb', '1'], ['LastPgInd', 'false']],
      balance('OPBD', '1.00'),
      balance('CLBD', '9.00'),
      entry('5.00', 'CRDT'),
    );
    expect(warnings[0]).toMatch(/^Page 1 of the statement on line \d+ is not its last\.$/);
    expect(warnings[1]).toContain('3.00 is missing, beside entries of 5.00');
  });
  it('of several in a message is of its own account', () => {
    const one = (iban: string): Node => ['Stmt', ['Acct', ['Id', ['Othr', ['Id', iban]]]], entry('5.00', 'CRDT')];
    const text = xml([
      'Document',
      { xmlns: 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.02' },
      ['BkToCstmrStmt', one('A'), one('B')],
    ]);
    expect(rowsOf(readText(text)).map(({ account }) => account)).toEqual(['A', 'B']);
  });
});

const messages = ['052', '053', '054'].flatMap((message) =>
  Array.from({ length: 13 }, (_, n) => `${message}.001.${String(n + 1).padStart(2, '0')}`),
);
describe('every version', () => {
  it.each(messages)('camt.%s', (version) => {
    const [isFirst, isNew] = [version.endsWith('.01'), Number(version.slice(-2)) >= 8];
    const party = (name: string): Node => (isNew ? ['Pty', ['Nm', name]] : ['Nm', name]);
    const payment = (id: string): Node => [
      'TxDtls',
      endToEnd(id),
      isFirst ? ['AmtDtls', ['TxAmt', amount('2.00')]] : amount('2.00'),
      ['RltdPties', ['Dbtr', party('ADA')]],
    ];
    const batch: Node[] = [['Btch', ['PmtInfId', 'PAY-7']], payment('A'), payment('B')];
    const text = document(
      version,
      ['Acct', ['Id', isFirst ? ['PrtryAcct', ['Id', 'A1']] : ['Othr', ['Id', 'A1']]]],
      [
        'Bal',
        ['Tp', isFirst ? ['Cd', 'OPBD'] : ['CdOrPrtry', ['Cd', 'OPBD']]],
        amount('1.00'),
        ['CdtDbtInd', 'CRDT'],
        ['Dt', ['Dt', '2026-09-01']],
      ],
      [
        'Ntry',
        amount('4.00'),
        ['CdtDbtInd', 'CRDT'],
        ['Sts', isNew ? ['Cd', 'BOOK'] : 'BOOK'],
        ...DAYS,
        ...(isFirst ? batch : [details(...batch)]),
      ],
    );
    const file = readText(text);
    expect(rowsOf(file)).toMatchObject([
      { amount: '2.00', reference: 'A', narration: 'ADA PAY-7', account: 'A1' },
      { amount: '2.00', reference: 'B' },
    ]);
    expect(file.balances).toMatchObject([{ opening: 100, rows: 2 }]);
    expect(file.layout.format).toBe(`camt.${version}`);
  });
});

describe('the XML', () => {
  const plain = statement(
    balance('OPBD', '1.00'),
    entry('5.00', 'CRDT', ['AddtlNtryInf', 'Müller']),
    balance('CLBD', '6.00'),
  );
  it.each([
    ['a prefix before every name', plain.replace(/<(\/?)(?=[A-Z])/g, '<$1ns2:').replace('xmlns=', 'xmlns:ns2=')],
    [
      'an envelope around it',
      plain.replace('<Document', '<Envelope><Header>x</Header><Document').trimEnd() + '</Envelope>',
    ],
    ['a byte order mark', `\ufeff${plain}`],
    ['comments and CDATA', plain.replace('Müller', '<!-- no --><![CDATA[Müller]]>')],
  ])('may have %s', (_, text) => {
    expect(rowsOf(readText(text))).toMatchObject([{ amount: '5.00', narration: 'Müller' }]);
  });
  it('is in the encoding that it declares, unless it is UTF-8', () => {
    const latin = Buffer.from(plain.replace('"UTF-8"', '"ISO-8859-1"'), 'latin1');
    expect(rowsOf(readText(latin))).toMatchObject([{ narration: 'Müller' }]);
    expect(rowsOf(readText(plain.replace('"UTF-8"', '"ISO-8859-1"')))).toMatchObject([{ narration: 'Müller' }]);
    expect(rowsOf(readText(Buffer.from(`\ufeff${plain}`, 'utf16le')))).toMatchObject([{ narration: 'Müller' }]);
  });
  it('on one line has its entries numbered', () => {
    const file = readText(
      statement(entry('5.00', 'CRDT'), entry('x', 'CRDT'), entry('7.00', 'CRDT')).replaceAll('\n', ''),
    );
    expect(rowsOf(file).map(({ line }) => line)).toEqual([1, 3]);
    expect(file.rejected).toMatchObject([{ line: 2 }]);
    expect(file.layout.isNumbered).toBe(true);
  });
  it.each([
    [
      'a DTD',
      plain.replace('<Document', '<!DOCTYPE Document [<!ENTITY x "y">]><Document'),
      'the file is no whole XML: it declares a document type, which may stand for any text.',
    ],
    [
      'an entity of its own',
      plain.replace('Müller', '&x;'),
      'the XML has an entity of its own, “&x;”, which is not read.',
    ],
    [
      'elements that do not match',
      plain.replace('</AddtlNtryInf>', '</Other>'),
      'the file is no whole XML: </Other> closes nothing.',
    ],
    [
      'a hundred levels',
      plain.replace('Müller', '<a>'.repeat(100)),
      'the file is no whole XML: more than 100 elements stand one within the other.',
    ],
    [
      'no statement',
      document('053.001.08').replace(/<Stmt>.*<\/Stmt>/s, ''),
      'the message camt.053.001.08 has no statement.',
    ],
    ['its end cut off', plain.slice(0, -20), /^the XML ends inside <\w+>: it is cut off\.$/],
  ])('is refused for %s', (_, text, sentence) => {
    const failure = failureOf(text);
    expect(failure.code).toBe('file_not_understood');
    const said = failure.sentence.replace(/^file\.csv:(\d+:)? /, '');
    if (typeof sentence === 'string') expect(said).toBe(sentence);
    else expect(said).toMatch(sentence);
  });
  it('is refused for megabytes without an element', () => {
    const failure = failureOf(plain.replace('Müller', 'x'.repeat(12 << 20)));
    expect(failure).toMatchObject({ code: 'file_too_large', sentence: expect.stringContaining('longer than 1 MB') });
  });
  it('has each entry on its line, with line ends of every kind and in pieces of any size', () => {
    const entries = Array.from({ length: 3_000 }, () => entry('5.00', 'CRDT'));
    for (const end of ['\n', '\r\n', '\r']) {
      const lines = rowsOf(readText(statement(...entries).replaceAll('\n', end))).map(({ line }) => line);
      expect(lines.length).toBe(3_000);
      expect(lines[2_999] - lines[0]).toBe(2_999 * (lines[1] - lines[0]));
    }
  });
  const small = xml([
    'Document',
    ['BkToCstmrStmt', ['Stmt', balance('OPBD', '1.00'), entry('5.00', 'CRDT'), balance('CLBD', '6.00')]],
  ]).replaceAll('\n', '');
  it('cut at any byte gives no silent half', () => {
    expect(silentDamage(Buffer.from(small), 'cut')).toEqual([]);
  });
  it('with any bit flipped gives no silent wrong sum', () => {
    expect(silentDamage(Buffer.from(small), 'flipped')).toEqual([]);
  }, 60_000);
});

const FOLDER = join(import.meta.dirname, '../../../../../shared/data/camt');
const present = existsSync(FOLDER);
describe.skipIf(!present)(`messages of banks${present ? '' : ' (skipped: ../shared/data/camt is absent)'}`, () => {
  it.each([
    ['camt052.v1.xml', ['SEK 1 -200000.00 null']],
    ['camt052.v2.xml', ['SEK 1 -200000.00 null']],
    ['camt052.v4.xml', ['CHF 0 0.00 null']],
    ['camt052.v8.xml', ['SEK 1 -200000.00 null']],
    ['camt053.v2.minimal.xml', ['EUR 1 8.85 null', 'SEK 0 0.00 null']],
    ['camt053.v2.with-account-name.xml', ['EUR 1 8.85 null']],
    ['camt053.v4.xml', ['EUR 1 8.85 null', 'SEK 0 0.00 null']],
    ['camt053.v8.xml', ['EUR 1 8.85 null', 'SEK 0 0.00 null']],
    ['camt054.v2.xml', ['SEK 1 -200000.00 null']],
    ['camt054.v8.xml', ['SEK 1 -200000.00 null']],
    ['camt53.only-Dt-with-DtTm.xml', ['RON 0 0.00 null']],
  ])('%s', (name, accounts) => {
    const request = { path: join(FOLDER, name), name, side: 'bank', defaultCurrency: 'NGN' } as const;
    const { inspection } = inspectRows(request);
    expect(inspection.error).toBeNull();
    expect(
      inspection.accounts.map(({ currency, rows, amount: sum, foots }) => `${currency} ${rows} ${sum} ${foots}`),
    ).toEqual(accounts);
  });
  it('camt053.v2.wrong.xml has no statement', () => {
    const name = 'camt053.v2.wrong.xml';
    const request = { path: join(FOLDER, name), name, side: 'bank', defaultCurrency: 'NGN' } as const;
    expect(inspectRows(request).inspection.error).toBe(`${name}: the message camt.053.001.02 has no statement.`);
  });
});
