// One small valid file of every format, from which all damaged ones are made.

import { gzipSync, zstdCompressSync } from 'node:zlib';
import { unzipSync } from 'fflate';
import { packed } from '../adapters/files/workbooks.ts';
import {
  asBai2,
  asCamt,
  asCsv,
  asFixed,
  asHtml,
  asJson,
  asMt940,
  asOds,
  asOfx,
  asPain,
  asPdf,
  asQif,
  asXlsx,
  type WrittenMonth,
} from '../adapters/files/written-month.ts';

export interface Specimen {
  readonly name: string;
  readonly content: Uint8Array;
  /** Whether entries at its end can be lost without a trace: nothing in the format says how many there are. */
  readonly isOpenEnded?: boolean;
  /** Whether what it states proves its amounts, so that none changes unnoticed. */
  readonly isProven?: boolean;
  /** Milliseconds for which one reading may take: of a PDF a thread is started. */
  readonly most: number;
  /** What is packed in it, and how to pack something else instead: a checksum would hide all damage further in. */
  readonly inner?: { readonly content: Uint8Array; readonly pack: (content: Uint8Array) => Uint8Array };
}

const MONTH: WrittenMonth = {
  account: '0123456789',
  opening: 100_000,
  entries: [
    { day: '2026-09-01', minor: -25_050, reference: 'FT26A77', text: 'RENT' },
    { day: '2026-09-02', minor: 100_000, reference: 'FT26B78', text: 'SALES Ọlá' },
    { day: '2026-09-03', minor: -3_000, reference: 'FT26C79', text: 'DIESEL' },
  ],
};
const MOST_MS = 2_000;
const PDF_MS = 70_000;
const bytes = (text: string): Uint8Array => Buffer.from(text);

/** A specimen of which a part is packed by a function. */
function holding(name: string, content: Uint8Array, pack: (content: Uint8Array) => Uint8Array): Specimen {
  return { name, content: pack(content), isOpenEnded: true, isProven: true, most: MOST_MS, inner: { content, pack } };
}

/** A spreadsheet, of whose parts the sheet is damaged within the archive. */
function spreadsheet(name: string, content: Uint8Array, part: string): Specimen {
  const parts = unzipSync(content);
  const pack = (sheet: Uint8Array) => packed({ ...parts, [part]: sheet });
  return { name, content, isProven: true, most: MOST_MS, inner: { content: parts[part], pack } };
}

export async function corpus(): Promise<readonly Specimen[]> {
  const plain = { most: MOST_MS } as const;
  const proven = { most: MOST_MS, isProven: true } as const;
  const csv = bytes(asCsv(MONTH));
  return [
    { name: 'csv', content: csv, isOpenEnded: true, ...proven },
    { name: 'mt940', content: bytes(asMt940(MONTH)), ...proven },
    { name: 'camt', content: bytes(asCamt(MONTH)), ...proven },
    { name: 'pain', content: bytes(asPain(MONTH)), ...proven },
    { name: 'ofx', content: bytes(asOfx(MONTH)), ...plain },
    { name: 'bai2', content: bytes(asBai2(MONTH)), ...proven },
    { name: 'qif', content: bytes(asQif(MONTH)), isOpenEnded: true, ...plain },
    { name: 'fixed', content: bytes(asFixed(MONTH)), isOpenEnded: true, ...proven },
    { name: 'html', content: bytes(asHtml(MONTH)), ...proven },
    { name: 'json', content: bytes(asJson(MONTH)), ...proven },
    spreadsheet('xlsx', asXlsx(MONTH), 'xl/worksheets/sheet1.xml'),
    spreadsheet('ods', asOds(MONTH), 'content.xml'),
    holding('gzip', csv, (content) => gzipSync(content)),
    holding('zstd', csv, (content) => zstdCompressSync(content)),
    holding('zip', csv, (content) => packed({ 'bank.csv': content })),
    { name: 'pdf', content: await asPdf(MONTH), isProven: true, most: PDF_MS },
  ];
}
