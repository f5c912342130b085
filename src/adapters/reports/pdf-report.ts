// Writes a report as PDF. The same report gives the same bytes: its date is that of the latest check, and its font,
// which has the letters of Yoruba and the naira sign, is embedded.

import { createRequire } from 'node:module';
import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import { type CheckReport, reportLines } from '../../core/identity/report.ts';

const { resolve } = createRequire(import.meta.url);
const font = resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf');

const SIZES = { title: 18, heading: 12, text: 9 } as const;
/** The date if no check has a time. */
const NO_TIME = 0;

export async function pdfReport(report: CheckReport): Promise<Uint8Array> {
  const date = new Date(report.asOf === null ? NO_TIME : Date.parse(report.asOf));
  const info = { Title: report.title, Creator: 'Tieout', Producer: 'Tieout', CreationDate: date, ModDate: date };
  const document = new PDFDocument({ size: 'A4', margin: 50, info, font });
  const chunks: Uint8Array[] = [];
  const ended = new Promise<void>((done) => document.on('data', (chunk) => chunks.push(chunk)).on('end', done));
  document.registerFont('body', font).font('body');
  for (const { kind, text } of reportLines(report)) {
    if (kind === 'heading') document.moveDown(0.7);
    document.fontSize(SIZES[kind]).text(text);
    // Lets other requests run between lines; there may be thousands.
    await setImmediate();
  }
  document.end();
  await ended;
  return Buffer.concat(chunks);
}
