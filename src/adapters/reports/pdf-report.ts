// Writes a report as PDF: a letterhead, tables that go on over pages with their titles, and on each page its number of
// all. The same report gives the same bytes: its date is that of the latest check, and its fonts are embedded.

import { setImmediate } from 'node:timers/promises';
import PDFDocument from 'pdfkit';
import type { CheckReport } from '../../core/identity/report.ts';
import {
  momentWords,
  type ReportBlock,
  reportBlocks,
  statusWords,
  type Tone,
  toneOf,
} from '../../core/identity/report-blocks.ts';
import { BODY_FILE, ReportFonts } from './report-fonts.ts';

/** The date if no check has a time. */
const NO_TIME = 0;

/** Points; the page is A4. */
const PAGE = { width: 595.28, height: 841.89, left: 54, right: 54, top: 64, bottom: 62 };
const WIDTH = PAGE.width - PAGE.left - PAGE.right;
const END = PAGE.height - PAGE.bottom;
const TEXT = 8.5;
const LABELS = 0.26;
const PAD = 4;
/** Wide enough for NOT VERIFIED, STATED. */
const BADGE = 124;

const INK = '#1c2733';
const MUTED = '#5b6875';
const LINE = '#c9d1d9';
const SHADE = '#f1f4f7';
const TONES: Readonly<Record<Tone, { readonly ink: string; readonly paper: string }>> = {
  good: { ink: '#1d6b3a', paper: '#e7f4ec' },
  doubt: { ink: '#8a5a00', paper: '#fdf3df' },
  bad: { ink: '#9b1c1c', paper: '#fbe9e9' },
  plain: { ink: INK, paper: SHADE },
};

type Block<Kind extends ReportBlock['kind']> = Extract<ReportBlock, { readonly kind: Kind }>;

export async function pdfReport(report: CheckReport): Promise<Uint8Array> {
  const date = new Date(report.asOf === null ? NO_TIME : Date.parse(report.asOf));
  const info = { Title: report.title, Creator: 'Tieout', Producer: 'Tieout', CreationDate: date, ModDate: date };
  const margins = { top: PAGE.top, bottom: 0, left: PAGE.left, right: PAGE.right };
  const document = new PDFDocument({ size: 'A4', margins, info, font: BODY_FILE, bufferPages: true });
  const chunks: Uint8Array[] = [];
  const ended = new Promise<void>((done) => document.on('data', (chunk) => chunks.push(chunk)).on('end', done));
  const fonts = new ReportFonts(document);
  const page = new Page(document, fonts);
  page.title(report);
  for (const block of reportBlocks(report)) {
    for (const draw of page.pieces(block)) {
      draw();
      // Lets other requests run between rows; there may be thousands.
      await setImmediate();
    }
  }
  numberPages(document, fonts, report);
  document.end();
  await ended;
  return Buffer.concat(chunks);
}

/** Where on the pages the next piece goes. */
class Page {
  readonly #document: PDFDocument;
  readonly #fonts: ReportFonts;
  #y = PAGE.top;

  constructor(document: PDFDocument, fonts: ReportFonts) {
    this.#document = document;
    this.#fonts = fonts;
  }

  title({ title, status, asOf }: CheckReport): void {
    const document = this.#document;
    const badge = 118;
    const { ink, paper } = TONES[toneOf(status)];
    document.rect(PAGE.left, 44, WIDTH, 3).fill(INK);
    this.#fonts.for(title, 'bold').fontSize(16).fillColor(INK);
    const height = document.heightOfString(title, { width: WIDTH - badge - 16 });
    document.text(title, PAGE.left, this.#y, { width: WIDTH - badge - 16 });
    document.roundedRect(PAGE.left + WIDTH - badge, this.#y - 2, badge, 26, 3).fillAndStroke(paper, ink);
    const words = { width: badge, align: 'center' };
    document
      .font('bold')
      .fontSize(10)
      .fillColor(ink)
      .text(statusWords(status), PAGE.left + WIDTH - badge, this.#y + 5, words);
    this.#y += Math.max(height, 26) + 2;
    const under = `Verification report${asOf === null ? '' : `, as of ${momentWords(asOf)}`}. Confidential.`;
    document.font('body').fontSize(TEXT).fillColor(MUTED).text(under, PAGE.left, this.#y, { width: WIDTH });
    this.#y += 20;
  }

  /** The block as what is drawn one after the other, each whole on a page where it fits on one. */
  pieces(block: ReportBlock): Iterable<() => void> {
    switch (block.kind) {
      case 'heading':
        return [() => this.#heading(block)];
      case 'subheading':
        return [() => this.#subheading(block)];
      case 'facts':
        return [
          ...block.rows.map(
            ([label, value]) =>
              () =>
                this.#fact(label, value),
          ),
          () => this.#gap(5),
        ];
      case 'note':
        return [() => this.#note(block)];
      case 'table':
        return this.#table(block);
      case 'signatures':
        return [() => this.#signatures(block)];
    }
  }

  #gap(points: number): void {
    this.#y += points;
  }

  /** Begins another page if so much does not fit; answers whether it did. */
  #makeRoom(height: number): boolean {
    if (this.#y + height <= END || this.#y === PAGE.top) return false;
    this.#document.addPage();
    this.#y = PAGE.top;
    return true;
  }

  #heading({ text, badge, tone }: Block<'heading'>): void {
    // A heading does not stand alone, nor with a line or two, at the end of a page.
    this.#makeRoom(130);
    const document = this.#document;
    const { ink, paper } = TONES[tone];
    this.#gap(8);
    document.rect(PAGE.left, this.#y, WIDTH, 20).fill(SHADE);
    document.rect(PAGE.left, this.#y, 3, 20).fill(badge === null ? INK : ink);
    this.#fonts.for(text, 'bold').fontSize(10).fillColor(INK);
    document.text(text, PAGE.left + 10, this.#y + 5, { width: WIDTH - BADGE - 40, height: 12, ellipsis: true });
    if (badge !== null) {
      document.roundedRect(PAGE.left + WIDTH - BADGE - 4, this.#y + 3, BADGE, 14, 2).fill(paper);
      document.font('bold').fontSize(8).fillColor(ink);
      document.text(badge, PAGE.left + WIDTH - BADGE - 4, this.#y + 6, { width: BADGE, align: 'center' });
    }
    this.#gap(26);
  }

  #subheading({ text }: Block<'subheading'>): void {
    this.#makeRoom(60);
    this.#gap(4);
    this.#fonts
      .for(text, 'bold')
      .fontSize(TEXT + 0.5)
      .fillColor(INK);
    const height = this.#document.heightOfString(text, { width: WIDTH });
    this.#document.text(text, PAGE.left, this.#y, { width: WIDTH });
    this.#gap(height + 4);
  }

  #fact(label: string, value: string): void {
    const document = this.#document;
    const [left, width] = [PAGE.left + WIDTH * LABELS, WIDTH * (1 - LABELS)];
    const height = this.#height(value, width);
    this.#makeRoom(height + 3);
    document
      .font('body')
      .fontSize(TEXT)
      .fillColor(MUTED)
      .text(label, PAGE.left, this.#y, { width: WIDTH * LABELS - 6 });
    this.#fonts.for(value).fillColor(INK).text(value, left, this.#y, { width });
    this.#gap(Math.max(height, this.#height(label, WIDTH * LABELS - 6)) + 3);
  }

  #note({ text, tone }: Block<'note'>): void {
    const { ink, paper } = TONES[tone];
    const height = this.#height(text, WIDTH - 20) + 10;
    this.#makeRoom(height + 6);
    this.#document.rect(PAGE.left, this.#y, WIDTH, height).fill(paper);
    this.#document.rect(PAGE.left, this.#y, 3, height).fill(ink);
    this.#fonts.for(text).fontSize(TEXT).fillColor(ink);
    this.#document.text(text, PAGE.left + 10, this.#y + 5, { width: WIDTH - 20 });
    this.#gap(height + 6);
  }

  *#table({ columns, rows }: Block<'table'>): Generator<() => void> {
    const titles = columns.map(({ title }) => title);
    const widths = columns.map(({ share }) => share * WIDTH);
    yield () => {
      this.#makeRoom(44);
      this.#row(titles, widths, true);
    };
    for (const row of rows) {
      yield () => {
        const height = this.#rowHeight(row, widths);
        if (this.#makeRoom(height)) this.#row(titles, widths, true);
        this.#row(row, widths, false);
      };
    }
    yield () => this.#gap(7);
  }

  #rowHeight(cells: readonly string[], widths: readonly number[]): number {
    return Math.max(...cells.map((cell, at) => this.#height(cell, widths[at] - 2 * PAD))) + 2 * PAD - 1;
  }

  #row(cells: readonly string[], widths: readonly number[], isTitle: boolean): void {
    const document = this.#document;
    const height = Math.min(this.#rowHeight(cells, widths), END - PAGE.top - 40);
    if (isTitle) document.rect(PAGE.left, this.#y, WIDTH, height).fill(SHADE);
    document.fontSize(isTitle ? TEXT - 0.5 : TEXT).fillColor(isTitle ? MUTED : INK);
    let left = PAGE.left;
    for (const [at, cell] of cells.entries()) {
      this.#fonts.for(cell, isTitle ? 'bold' : 'body');
      document.text(cell, left + PAD, this.#y + PAD - 1, { width: widths[at] - 2 * PAD, height, ellipsis: true });
      left += widths[at];
    }
    this.#gap(height);
    document
      .moveTo(PAGE.left, this.#y)
      .lineTo(PAGE.left + WIDTH, this.#y)
      .lineWidth(0.5)
      .stroke(LINE);
  }

  #signatures({ labels }: Block<'signatures'>): void {
    const document = this.#document;
    this.#makeRoom(70);
    this.#gap(30);
    const width = WIDTH / labels.length;
    for (const [at, label] of labels.entries()) {
      const left = PAGE.left + at * width;
      document
        .moveTo(left, this.#y)
        .lineTo(left + width - 14, this.#y)
        .lineWidth(0.7)
        .stroke(INK);
      document
        .font('body')
        .fontSize(TEXT - 1)
        .fillColor(MUTED)
        .text(label, left, this.#y + 4, { width: width - 14 });
    }
    this.#gap(20);
  }

  #height(text: string, width: number): number {
    return this.#fonts.for(text).fontSize(TEXT).heightOfString(text, { width });
  }
}

/** What stands at the foot of each page, once it is known how many there are. */
function numberPages(document: PDFDocument, fonts: ReportFonts, { title }: CheckReport): void {
  const { start, count } = document.bufferedPageRange();
  for (let n = start; n < start + count; n++) {
    document.switchToPage(n);
    const y = PAGE.height - 44;
    document
      .moveTo(PAGE.left, y)
      .lineTo(PAGE.left + WIDTH, y)
      .lineWidth(0.5)
      .stroke(LINE);
    fonts.for(title).fontSize(7.5).fillColor(MUTED);
    document.text(title, PAGE.left, y + 6, { width: WIDTH * 0.75, height: 10, ellipsis: true });
    const number = `Page ${n - start + 1} of ${count}`;
    document.font('body').text(number, PAGE.left + WIDTH * 0.75, y + 6, { width: WIDTH * 0.25, align: 'right' });
  }
}
