// One reading of a file in a process of its own: by ours, or by a peer with the plainest code that comes to the number
// of entries and their sum.

import { readFileSync } from 'node:fs';
import { scriptInput, timed } from './measure.ts';

export interface FormatInput {
  readonly reader: string;
  readonly file: string;
}

export interface FormatOutcome {
  readonly rows: number;
  /** Minor units. */
  readonly sum: string;
  readonly readSeconds: number;
  readonly readProcessorSeconds: number;
}

const { reader, file } = scriptInput<FormatInput>();

const minorOf = (text: string): bigint => {
  const [whole, decimals = ''] = text.split('.');
  return BigInt(whole) * 100n + BigInt(decimals.padEnd(2, '0'));
};

/** Named so that their types are not looked for: only this benchmark needs them. */
const EXCEL_PEER: string = 'read-excel-file/node';
const XML_PEER: string = 'fast-xml-parser';

type Read = () => Promise<{ rows: number; sum: bigint }>;

async function ours(): Promise<Read> {
  const { readStatementFile } = await import('../src/adapters/files/read-statement.ts');
  return async () => {
    const { columns, balances } = readStatementFile({ path: file, name: 'bank', side: 'bank', defaultCurrency: 'NGN' });
    return { rows: columns.count, sum: balances.reduce((sum, { amount }) => sum + amount, 0n) };
  };
}

async function excelPeer(): Promise<Read> {
  const { readSheet } = (await import(EXCEL_PEER)) as {
    readSheet: (file: string) => Promise<(string | number | null)[][]>;
  };
  return async () => {
    const [, ...rows] = await readSheet(file);
    let sum = 0n;
    for (const [, , , debit, credit] of rows)
      sum += debit === null ? BigInt(Math.round(Number(credit) * 100)) : -BigInt(Math.round(Number(debit) * 100));
    return { rows: rows.length, sum };
  };
}

interface Entry {
  readonly Amt: { readonly '#text': string };
  readonly CdtDbtInd: string;
}

async function xmlPeer(): Promise<Read> {
  const { XMLParser } = (await import(XML_PEER)) as {
    XMLParser: new (options: object) => { parse(xml: string): unknown };
  };
  return async () => {
    const parser = new XMLParser({ ignoreAttributes: false, parseTagValue: false, processEntities: false });
    const message = parser.parse(readFileSync(file, 'utf8')) as {
      Document: { BkToCstmrStmt: { Stmt: { Ntry: Entry[] } } };
    };
    const entries = message.Document.BkToCstmrStmt.Stmt.Ntry;
    let sum = 0n;
    for (const { Amt, CdtDbtInd } of entries)
      sum += CdtDbtInd === 'DBIT' ? -minorOf(Amt['#text']) : minorOf(Amt['#text']);
    return { rows: entries.length, sum };
  };
}

const read = await { tieout: ours, 'read-excel-file': excelPeer, 'fast-xml-parser': xmlPeer }[reader]!();
const { taken, answer } = await timed(read);
const outcome: FormatOutcome = {
  rows: answer.rows,
  sum: String(answer.sum),
  readSeconds: taken.seconds,
  readProcessorSeconds: taken.processorSeconds,
};
process.stdout.write(JSON.stringify(outcome));
