// A statement in PDF as banks print it, drawn with a text layer.

import PDFDocument from 'pdfkit';

export interface PrintedEntry {
  readonly day: string;
  readonly words: readonly string[];
  readonly debit: string;
  readonly credit: string;
  readonly balance: string;
}

/** What is used of pdfkit here. */
interface Drawing {
  on(event: string, take: (piece: Buffer) => void): void;
  fontSize(size: number): void;
  text(text: string, x: number, y: number, options: { lineBreak: boolean }): void;
  widthOfString(text: string): number;
  addPage(): void;
  end(): void;
}

const LEFT = { day: 40, words: 110 };
const RIGHT = { debit: 400, credit: 470, balance: 550 };
const FONT = 9;

/** A statement as banks print it: amounts end at one edge, a narration takes several lines, titles come on each page. */
export function pdfStatement(
  entries: readonly PrintedEntry[],
  { perPage = 20, opening = '1,000.00', locked = '', account = '0123456789' } = {},
): Promise<Buffer> {
  // The day of the making would make every copy another file.
  const options = {
    size: 'A4',
    info: { CreationDate: new Date(0) },
    ...(locked !== '' && { userPassword: locked, pdfVersion: '1.7' }),
  };
  const pdf = new (PDFDocument as unknown as new (of: object) => Drawing)(options);
  const done = new Promise<Buffer>((resolve) => {
    const pieces: Buffer[] = [];
    pdf.on('data', (piece: Buffer) => pieces.push(piece));
    pdf.on('end', () => resolve(Buffer.concat(pieces)));
  });
  pdf.fontSize(FONT);
  const at = (text: string, x: number, y: number) => pdf.text(text, x, y, { lineBreak: false });
  const endingAt = (text: string, x: number, y: number) => at(text, x - pdf.widthOfString(text), y);
  at('ZENITH TEST BANK', 200, 40);
  at(`Account Number: ${account}`, 40, 60);
  if (opening !== '') at(`Opening Balance: ${opening}`, 40, 75);
  let y = 100;
  const titles = () => {
    at('Date', LEFT.day, y);
    at('Narration', LEFT.words, y);
    endingAt('Debit', RIGHT.debit, y);
    endingAt('Credit', RIGHT.credit, y);
    endingAt('Balance', RIGHT.balance, y);
    y += 14;
  };
  titles();
  for (const [i, { day, words, debit, credit, balance }] of entries.entries()) {
    if (i > 0 && i % perPage === 0) {
      at(`Page ${i / perPage}`, 280, 780);
      pdf.addPage();
      y = 60;
      titles();
    }
    at(day, LEFT.day, y);
    for (const [k, line] of words.entries()) at(line, LEFT.words, y + 11 * k);
    for (const key of ['debit', 'credit', 'balance'] as const) {
      const text = { debit, credit, balance }[key];
      if (text !== '') endingAt(text, RIGHT[key], y);
    }
    y += 14 + 11 * (words.length - 1);
  }
  pdf.end();
  return done;
}
