// Made-up Nigerian papers as pictures, and PDF files, for tests of documents.

import { createRequire } from 'node:module';
import PDFDocument from 'pdfkit';
import sharp, { type Sharp } from 'sharp';

const font = createRequire(import.meta.url).resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

/** A card of lines of text. */
export function card(lines: readonly string[]): Sharp {
  const escaped = lines.map((line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;'));
  const rows = escaped.map((line, at) => `<text x="60" y="${90 + 62 * at}">${line}</text>`).join('');
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1100" height="${140 + 62 * lines.length}">
      <rect width="100%" height="100%" fill="#e9efe6"/>
      <g font-family="DejaVu Sans" font-size="32" fill="#1d2530">${rows}</g></svg>`),
  );
}

export const LICENCE = [
  'FEDERAL REPUBLIC OF NIGERIA',
  'NATIONAL DRIVERS LICENCE',
  'L/NO ABC12345AA01   CLASS B',
  'SURNAME OKONKWO',
  'FIRST NAME ADAEZE',
  'D OF B 12-04-1990   SEX F',
  'ISS 01-02-2023   EXP 01-02-2028',
];

export const NIN_SLIP = [
  'NATIONAL IDENTITY MANAGEMENT COMMISSION',
  'SURNAME/NOM',
  'OKONKWO',
  'GIVEN NAMES/PRENOMS',
  'ADAEZE NGOZI',
  'DATE OF BIRTH',
  '12 APR 1990',
  'NATIONAL IDENTIFICATION NUMBER (NIN)',
  '7123 456 7893',
];

export const VOTERS_CARD = [
  'INDEPENDENT NATIONAL ELECTORAL COMMISSION',
  'VOTERS CARD',
  'CODE: 21-10-05-006',
  'VIN: 90F5 AFC8 A529 6352 031',
  'NAME: OKONKWO ADAEZE',
  'DATE OF BIRTH: 12-04-1990',
  'OCCUPATION: TEACHER',
];

export const CERTIFICATE = [
  'CORPORATE AFFAIRS COMMISSION',
  'CERTIFICATE OF INCORPORATION',
  'COMPANY REGISTRATION NO. 123456',
  'I hereby certify that',
  'GOLDEN MANGROVE TRADING LIMITED',
  'is this day incorporated under the',
  'COMPANIES AND ALLIED MATTERS ACT 2020',
];

export async function pdf(
  pages: readonly (readonly string[])[],
  pictures: readonly Buffer[] = [],
  encryption: { readonly pdfVersion?: string; readonly userPassword?: string; readonly ownerPassword?: string } = {},
): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 50, font, autoFirstPage: false, ...encryption });
  const chunks: Uint8Array[] = [];
  const ended = new Promise<void>((done) => document.on('data', (chunk) => chunks.push(chunk)).on('end', done));
  for (const lines of pages) {
    document.addPage();
    for (const line of lines) document.fontSize(12).text(line);
  }
  for (const picture of pictures) document.addPage().image(picture, 50, 50, { width: 480 });
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

export const base64 = (bytes: Uint8Array) => ({ content_base64: Buffer.from(bytes).toString('base64') });
