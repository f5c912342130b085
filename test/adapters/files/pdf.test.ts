// PDF statements with a text layer: rows by place, columns by their edges, accepted only if balances prove them.

import PDFDocument from 'pdfkit';
import { describe, expect, it } from 'vitest';
import { readText, refusalOf, rowsOf } from './reading.ts';

interface Entry {
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
function statement(
  entries: readonly Entry[],
  { perPage = 20, opening = '1,000.00', locked = '' } = {},
): Promise<Buffer> {
  const options = { size: 'A4', ...(locked !== '' && { userPassword: locked, pdfVersion: '1.7' }) };
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
  at('Account Number: 0123456789', 40, 60);
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

const money = (minor: number) => `${(minor / 100).toLocaleString('en', { minimumFractionDigits: 2 })}`;

function month(rows: number): Entry[] {
  let balance = 100_000;
  return Array.from({ length: rows }, (_, i) => {
    const minor = 1_234 * (i + 1) + (i % 7);
    const isOut = i % 3 === 0;
    balance += isOut ? -minor : minor;
    return {
      day: `${String(1 + (i % 28)).padStart(2, '0')}/09/2026`,
      words: i % 4 === 0 ? [`Transfer to customer ${i} for`, 'goods and services'] : [`Lodgement ${i}`],
      debit: isOut ? money(minor) : '',
      credit: isOut ? '' : money(minor),
      balance: money(balance),
    };
  });
}

describe('a statement in PDF', () => {
  it('is read page by page, with page and line', async () => {
    const read = readText(await statement(month(28)));
    const rows = rowsOf(read);
    expect(rows).toHaveLength(28);
    expect(rows[0]).toMatchObject({ line: 1_005, day: '2026-09-01', amount: '-12.34', account: '0123456789' });
    expect(rows[0].narration).toBe('Transfer to customer 0 for goods and services');
    expect(rows.at(-1)).toMatchObject({ line: 2_011, day: '2026-09-28' });
    expect(read.balances).toMatchObject([{ opening: 100_000, foots: true }]);
    expect(read.layout.format).toBe('pdf');
  });
  it('that its balances do not prove is refused with the page', async () => {
    const spoiled = month(28).map((entry, i) => (i === 24 ? { ...entry, debit: '9.99' } : entry));
    const content = await statement(spoiled);
    expect(refusalOf(() => readText(content))).toContain('the balance on page 2 does not follow from them');
  });
  it('without balances is refused', async () => {
    const bare = month(10).map((entry) => ({ ...entry, balance: '' }));
    const content = await statement(bare, { opening: '' });
    expect(refusalOf(() => readText(content))).toContain('no balances prove them');
  });
  it('with a password, cut off, or without text says so', async () => {
    const whole = await statement(month(4));
    const locked = await statement(month(4), { locked: 'secret' });
    const blank = await statement([], { opening: '' });
    expect(refusalOf(() => readText(locked))).toContain('the PDF is protected with a password');
    expect(refusalOf(() => readText(whole.subarray(0, whole.length / 2)))).toContain('damaged or cut off');
    expect(refusalOf(() => readText(blank))).toContain('no line of the PDF has a day and an amount');
  });
});
