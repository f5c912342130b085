// Files that are made to harm: bombs, a file of ten gigabytes, passwords, macros, other encodings, pictures. Each is read,
// or refused in a sentence that says why.

import { closeSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { pdfStatement } from '../adapters/files/pdf-statement.ts';
import { packed, workbook } from '../adapters/files/workbooks.ts';

export interface HostileFile {
  readonly name: string;
  /** A number of bytes: a file of so many, of which the first are `begins` and the rest were never written. */
  readonly content: Uint8Array | { readonly begins: string; readonly bytes: number };
  /** Part of the sentence that refuses it; the number of rows that are read. */
  readonly wanted: string | number;
}

const CSV = 'Date,Narration,Debit,Credit,Balance\n2026-09-01,Lagos,5.00,,95.00\n2026-09-02,Àbẹ̀kẹ́,,7.25,102.25\n';
const latin = (text: string) => Buffer.from(text, 'latin1');
const GIGA = 1_000_000_000;
const bomb = (depth: number, inner: Uint8Array): Uint8Array =>
  depth === 0 ? inner : bomb(depth - 1, packed({ 'inner.zip': inner }));
const sheet = (xml: string) => workbook({ S: { rows: [] } }, { parts: { 'xl/worksheets/sheet1.xml': xml } });
const ENTITIES = `<!DOCTYPE a [<!ENTITY a0 "x">${Array.from({ length: 30 }, (_, n) => `<!ENTITY a${n + 1} "&a${n};&a${n};">`).join('')}]>`;
const XML = (root: string) =>
  `<?xml version="1.0"?>${ENTITIES}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><${root}>&a30;</${root}></Document>`;
const ROWS = [
  ['Date', 'Narration', 'Amount'],
  ['2026-09-01', 'one', -5],
] as const;

/** A compound file in whose directory an encrypted package is named. */
function protectedWorkbook(): Uint8Array {
  const bytes = Buffer.alloc(4_096);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(bytes);
  bytes.writeUInt16LE(9, 30);
  bytes.write('EncryptedPackage', 512, 'utf16le');
  return bytes;
}

/** A page whose letters are strokes. */
function picture(): Promise<Buffer> {
  const pdf = new (PDFDocument as unknown as new () => PictureDrawing)();
  const pieces: Buffer[] = [];
  pdf.on('data', (piece) => pieces.push(piece));
  pdf.rect(40, 40, 200, 100).fill('#123456');
  pdf.end();
  return new Promise((resolve) => pdf.on('end', () => resolve(Buffer.concat(pieces))));
}

interface PictureDrawing {
  on(event: string, take: (piece: Buffer) => void): void;
  rect(x: number, y: number, width: number, height: number): { fill(colour: string): void };
  end(): void;
}

export async function hostileFiles(): Promise<readonly HostileFile[]> {
  const entry = { day: '01/09/2026', words: ['Levy'], debit: '5.00', credit: '', balance: '995.00' };
  return [
    { name: 'ten gigabytes', content: { begins: CSV, bytes: 10 * GIGA }, wanted: 'larger than 4 GB' },
    { name: 'three gigabytes behind a statement', content: { begins: CSV, bytes: 3 * GIGA }, wanted: '.' },
    { name: 'three gigabytes behind MT940', content: { begins: ':20:A\n:25:1\n', bytes: 3 * GIGA }, wanted: '.' },
    { name: 'three gigabytes behind XML', content: { begins: XML('BkToCstmrStmt'), bytes: 3 * GIGA }, wanted: '.' },
    {
      name: 'three gigabytes behind a PDF',
      content: { begins: '%PDF-1.7\n', bytes: 3 * GIGA },
      wanted: 'larger than 100 MB',
    },
    { name: 'a bomb of gzip', content: gzipSync(Buffer.alloc(200_000_000)), wanted: 'unpacked it is larger than' },
    { name: 'a bomb of Zstandard', content: zstdCompressSync(Buffer.alloc(200_000_000)), wanted: 'larger than' },
    {
      name: 'a bomb of ZIP',
      content: packed({ 'a.csv': Buffer.alloc(200_000_000) }),
      wanted: 'unpacked it is larger than',
    },
    { name: 'archives in archives', content: bomb(40, Buffer.from(CSV)), wanted: 'packed one within the other' },
    { name: 'a bomb of entities', content: Buffer.from(XML('BkToCstmrStmt')), wanted: 'document type' },
    { name: 'a bomb of entities in a workbook', content: sheet(`${ENTITIES}<a>&a30;</a>`), wanted: 'document type' },
    {
      name: 'elements without end',
      content: Buffer.from(`<BkToCstmrStmt>${'<a>'.repeat(1_000_000)}`),
      wanted: 'one within the other',
    },
    { name: 'a workbook with a password', content: protectedWorkbook(), wanted: 'protected with a password' },
    {
      name: 'a PDF with a password',
      content: await pdfStatement([entry], { locked: 'x' }),
      wanted: 'protected with a password',
    },
    { name: 'a PDF of pictures', content: await picture(), wanted: 'its pages are pictures' },
    {
      name: 'a workbook with macros and formulas',
      content: workbook(
        {
          S: {
            rows: [
              ...ROWS.map((row) => [...row]),
              ['2026-09-02', 'two', { xml: '<c><f>WEBSERVICE("http://x")</f><v>7</v></c>' }],
            ],
          },
        },
        { parts: { 'xl/vbaProject.bin': 'Sub Auto_Open()' } },
      ),
      wanted: 2,
    },
    { name: 'UTF-16 without a mark', content: Buffer.from(CSV, 'utf16le'), wanted: 2 },
    { name: 'UTF-8 that is cut in a letter', content: Buffer.from(CSV).subarray(0, -19), wanted: 1 },
    {
      name: 'Windows-1252 that calls itself UTF-8',
      content: Buffer.concat([Buffer.from('\ufeff'), latin(CSV.replace('Àbẹ̀kẹ́', 'Àbé'))]),
      wanted: 2,
    },
    {
      name: 'line ends of three kinds',
      content: Buffer.from(CSV.replace('\n', '\r').replace('\n', '\r\n')),
      wanted: 2,
    },
    { name: 'ends of lines alone', content: Buffer.alloc(1_000_000, '\n'), wanted: '.' },
    { name: 'quotes alone', content: Buffer.alloc(1_000_000, '"'), wanted: 'closing quote' },
    { name: 'zeros alone', content: Buffer.alloc(1_000_000), wanted: 'binary' },
    { name: 'one line of commas', content: Buffer.alloc(1_000_000, ','), wanted: '.' },
  ];
}

/** Writes it; a large one takes no room on the disk. */
export function writeHostile(path: string, { content }: HostileFile): void {
  const fd = openSync(path, 'w');
  try {
    if (content instanceof Uint8Array) writeSync(fd, content);
    else {
      writeSync(fd, content.begins);
      ftruncateSync(fd, content.bytes);
    }
  } finally {
    closeSync(fd);
  }
}
