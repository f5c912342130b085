// The entries of one account, and the file of each format in which a bank would send them: with its balances and totals
// wherever the format has any.

import { dayNumber } from '../../../src/core/money/calendar.ts';
import { pdfStatement } from './pdf-statement.ts';
import { type Cell, packed, STYLES, workbook } from './workbooks.ts';

export interface WrittenEntry {
  /** YYYY-MM-DD */
  readonly day: string;
  /** Minor units of NGN, positive for money in. */
  readonly minor: number;
  readonly reference: string;
  readonly text: string;
}

export interface WrittenMonth {
  readonly account: string;
  readonly opening: number;
  readonly entries: readonly WrittenEntry[];
}

export const money = (minor: number): string => (minor / 100).toFixed(2);
const size = ({ minor }: WrittenEntry): string => money(Math.abs(minor));
const closingOf = ({ opening, entries }: WrittenMonth): number =>
  entries.reduce((sum, { minor }) => sum + minor, opening);
/** The balance after each entry. */
const balancesOf = ({ opening, entries }: WrittenMonth): number[] => {
  let balance = opening;
  return entries.map(({ minor }) => (balance += minor));
};
const six = (day: string): string => day.slice(2).replaceAll('-', '');
const lastDay = ({ entries }: WrittenMonth): string => entries.at(-1)?.day ?? '2026-09-30';

const TITLES = ['Date', 'Reference', 'Narration', 'Debit', 'Credit', 'Balance'];
const rowsOf = (month: WrittenMonth): string[][] => {
  const balances = balancesOf(month);
  return month.entries.map((entry, i) => [
    ...[entry.day, entry.reference, entry.text],
    ...(entry.minor < 0 ? [size(entry), ''] : ['', size(entry)]),
    money(balances[i]),
  ]);
};

/** Columns of fixed width, narrations of several words among them. */
export const asFixed = (month: WrittenMonth): string => {
  const line = ([day, reference, text, ...money]: readonly string[]): string =>
    `${day.padEnd(11)}${reference.padEnd(14)}${text.padEnd(24)}${money.map((one) => one.padStart(14)).join('')}`;
  const rows = rowsOf(month).map(([day, reference, text, ...money]) => [
    day,
    reference,
    `${text} OF SEPTEMBER`,
    ...money,
  ]);
  return `A/C NO: ${month.account}        CURRENCY: NGN\nOpening balance: ${money(month.opening)}\n${[TITLES, ...rows].map(line).join('\n')}\n`;
};

export const asCsv = (month: WrittenMonth): string =>
  [['Account Number', month.account], ['Opening balance', money(month.opening)], TITLES, ...rowsOf(month)]
    .concat([['Closing balance', '', '', '', '', money(closingOf(month))]])
    .map((cells) => `${cells.join(',')}\n`)
    .join('');

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export const asHtml = (month: WrittenMonth): string => {
  const row = (cells: readonly string[]) => `<tr>${cells.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>\n`;
  const tables = [
    ['Account Number', month.account],
    ['Opening balance', money(month.opening)],
  ]
    .map(row)
    .join('');
  return `<html><body><table>${tables}</table><table>${[TITLES, ...rowsOf(month)].map(row).join('')}</table></body></html>\n`;
};

export const asJson = (month: WrittenMonth): string =>
  `${JSON.stringify({
    transactions: rowsOf(month).map((cells) => Object.fromEntries(TITLES.map((title, i) => [title, cells[i]]))),
    'Account Number': month.account,
    'Opening balance': money(month.opening),
    'Closing balance': money(closingOf(month)),
  })}\n`;

function sheetOf(month: WrittenMonth): Cell[][] {
  const serial = (day: string): Cell => {
    const [year, inYear, inMonth] = day.split('-').map(Number);
    return { v: dayNumber(year, inYear, inMonth) + 25_569, s: STYLES.day };
  };
  const amount = (text: string): Cell => (text === '' ? '' : { v: text, s: STYLES.money });
  return [
    ['Account Number', month.account],
    ['Opening balance', amount(money(month.opening))],
    TITLES,
    ...rowsOf(month).map(([day, reference, text, ...figures]): Cell[] => [
      ...[serial(day), reference, text],
      ...figures.map(amount),
    ]),
  ];
}

export const asXlsx = (month: WrittenMonth): Uint8Array => workbook({ Statement: { rows: sheetOf(month) } });

export const asOds = (month: WrittenMonth): Uint8Array => {
  const cell = (type: string, attribute: string) =>
    `<table:table-cell office:value-type="${type}" ${attribute}<text:p>x</text:p></table:table-cell>`;
  const text = (words: string) =>
    `<table:table-cell office:value-type="string"><text:p>${escaped(words)}</text:p></table:table-cell>`;
  const amount = (figure: string) => (figure === '' ? text('') : cell('float', `office:value="${figure}">`));
  const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`;
  const rows = rowsOf(month).map(([day, reference, words, ...figures]) =>
    row(cell('date', `office:date-value="${day}">`), text(reference), text(words), ...figures.map(amount)),
  );
  const above = [
    row(text('Account Number'), text(month.account)),
    row(text('Opening balance'), amount(money(month.opening))),
  ];
  const table = [...above, row(...TITLES.map(text)), ...rows].join('');
  return packed({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `<office:document-content><office:body><office:spreadsheet><table:table table:name="Bank">${table}</table:table></office:spreadsheet></office:body></office:document-content>`,
  });
};

/** Each narration is one line of the page. */
export const asPdf = (month: WrittenMonth): Promise<Buffer> =>
  pdfStatement(
    rowsOf(month).map(([day, reference, text, debit, credit, balance]) => ({
      ...{ day: day.split('-').reverse().join('/'), words: [`${text} ${reference}`], debit, credit, balance },
    })),
    { opening: money(month.opening), account: month.account },
  );

const mark = ({ minor }: WrittenEntry): 'D' | 'C' => (minor < 0 ? 'D' : 'C');
const comma = (minor: number): string => money(minor).replace('.', ',');
/** Mark, day, currency and amount of a balance. */
const balanceField = (minor: number, day: string): string =>
  `${minor < 0 ? 'D' : 'C'}${six(day)}NGN${comma(Math.abs(minor))}`;

export const asMt940 = (month: WrittenMonth): string =>
  [
    ':20:ST',
    `:25:${month.account}`,
    `:60F:${balanceField(month.opening, month.entries[0]?.day ?? '2026-09-01')}`,
    ...month.entries.flatMap((entry) => [
      `:61:${six(entry.day)}${six(entry.day).slice(2)}${mark(entry)}${comma(Math.abs(entry.minor))}NTRF${entry.reference}`,
      `:86:${entry.text}`,
    ]),
    `:62F:${balanceField(closingOf(month), lastDay(month))}`,
    '-\r\n',
  ].join('\r\n');

const element = (name: string, ...inside: string[]): string => `<${name}>${inside.join('')}</${name}>`;
const amountElement = (minor: number): string => `<Amt Ccy="NGN">${money(Math.abs(minor))}</Amt>`;
const wayElement = (minor: number): string => element('CdtDbtInd', minor < 0 ? 'DBIT' : 'CRDT');

/** A camt.053.001.08 with these elements in its one statement, each on a line of its own. */
export const camtMessage = (account: string, ...inside: string[]): string =>
  '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>' +
  `${element('Acct', element('Id', element('Othr', element('Id', account))))}\n${inside.join('\n')}\n</Stmt></BkToCstmrStmt></Document>\n`;

export const asCamt = (month: WrittenMonth): string => {
  const balance = (kind: string, minor: number) =>
    element('Bal', element('Tp', element('CdOrPrtry', element('Cd', kind))), amountElement(minor), wayElement(minor));
  return camtMessage(
    month.account,
    balance('OPBD', month.opening),
    balance('CLBD', closingOf(month)),
    element('TxsSummry', element('TtlNtries', element('NbOfNtries', String(month.entries.length)))),
    ...month.entries.map(({ day, minor, reference, text }) =>
      element(
        'Ntry',
        amountElement(minor),
        wayElement(minor),
        element('Sts', element('Cd', 'BOOK')),
        element('BookgDt', element('Dt', day)),
        element(
          'NtryDtls',
          element(
            'TxDtls',
            element('Refs', element('EndToEndId', reference)),
            element('RmtInf', element('Ustrd', escaped(text))),
          ),
        ),
      ),
    ),
  );
};

export const asOfx = (month: WrittenMonth): string =>
  [
    'OFXHEADER:100\nDATA:OFXSGML\n\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>NGN',
    `<BANKACCTFROM><ACCTID>${month.account}</BANKACCTFROM><BANKTRANLIST>`,
    ...month.entries.map(
      ({ day, minor, reference, text }) =>
        `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${day.replaceAll('-', '')}<TRNAMT>${money(minor)}<FITID>${reference}<REFNUM>${reference}<NAME>${escaped(text)}</STMTTRN>`,
    ),
    `</BANKTRANLIST><LEDGERBAL><BALAMT>${money(closingOf(month))}<DTASOF>${lastDay(month).replaceAll('-', '')}</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n`,
  ].join('\n');

/** A group for each day. */
export const asBai2 = (month: WrittenMonth): string => {
  const records = ['01,BANK,US,260930,0200,1,,,2/'];
  let balance = month.opening;
  let total = 0;
  const days = [...Map.groupBy(month.entries, ({ day }) => day)];
  for (const [day, entries] of days) {
    const from = balance;
    for (const { minor } of entries) balance += minor;
    const sum = entries.reduce((all, { minor }) => all + Math.abs(minor), from + balance);
    total += sum;
    records.push(
      `02,US,BANK,1,${six(day)},2359,NGN,2/`,
      `03,${month.account},NGN,010,${from},,,015,${balance},,/`,
      ...entries.map(
        (entry) =>
          `16,${entry.minor < 0 ? 495 : 195},${Math.abs(entry.minor)},0,,${entry.reference},${entry.text.replaceAll(/[,/]/g, ' ')}/`,
      ),
      `49,${sum},${entries.length + 2}/`,
      `98,${sum},1,${entries.length + 4}/`,
    );
  }
  return `${records.join('\n')}\n99,${total},${days.length},${records.length + 1}/\n`;
};

export const asQif = ({ entries }: WrittenMonth): string =>
  `!Type:Bank\n${entries
    .map(({ day, minor, reference, text }) => `D${day}\nT${money(minor)}\nN${reference}\nP${text}\n^\n`)
    .join('')}`;

/** What is expected: orders of the payments, each on a line. */
export const asPain = ({ account, entries }: WrittenMonth): string => {
  const orders = entries.map(({ minor, reference, text }) =>
    element(
      'CdtTrfTxInf',
      element('PmtId', element('EndToEndId', reference)),
      element('Amt', `<InstdAmt Ccy="NGN">${money(Math.abs(minor))}</InstdAmt>`),
      element('RmtInf', element('Ustrd', escaped(text))),
    ),
  );
  const sum = entries.reduce((all, { minor }) => all + Math.abs(minor), 0);
  return [
    '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>',
    element('GrpHdr', element('NbOfTxs', String(entries.length)), element('CtrlSum', money(sum))),
    `<PmtInf><PmtInfId>ORDERS-0917</PmtInfId>${element('ReqdExctnDt', element('Dt', entries[0]?.day ?? '2026-09-01'))}`,
    element('DbtrAcct', element('Id', element('Othr', element('Id', account)))),
    ...orders,
    '</PmtInf></CstmrCdtTrfInitn></Document>\n',
  ].join('\n');
};
