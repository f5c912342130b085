// Reads a PDF as the text of its pages: its own text, or on pages without any the recognised text of its pictures.
// Pages are not rendered, so text drawn as shapes is not seen. Scripts are never run.

import { extractImages, getDocumentProxy } from 'unpdf';
import type { ReadDocument, ReadPage, TextLine, TextWord } from '../../../core/documents/page-text.ts';
import { MAX_IMAGE_PIXELS, MAX_PDF_LETTERS, MAX_PDF_PAGES } from '../../../core/limits.ts';
import { asSharp, samplesOf } from '../open-image.ts';
import { TaskFailure } from '../task-failure.ts';
import { readImage } from './read-image.ts';

type Pdf = Awaited<ReturnType<typeof getDocumentProxy>>;

/** Smaller pictures are logos and lines. */
const LEAST_SIDE = 300;

export async function readPdf(bytes: Uint8Array): Promise<ReadDocument> {
  const pdf = await opened(bytes);
  try {
    if (pdf.numPages > MAX_PDF_PAGES) throw new TaskFailure('pdf_too_long');
    const pages: ReadPage[] = [];
    let letters = 0;
    for (let number = 1; number <= pdf.numPages; number++) {
      const page = await readPage(pdf, number);
      for (const { text } of page.lines) letters += text.length;
      if (letters > MAX_PDF_LETTERS) throw new TaskFailure('pdf_too_long');
      pages.push(page);
    }
    return { pages };
  } catch (error) {
    throw error instanceof TaskFailure ? error : unread(bytes);
  } finally {
    await pdf.loadingTask.destroy();
  }
}

async function opened(bytes: Uint8Array): Promise<Pdf> {
  try {
    return await getDocumentProxy(new Uint8Array(bytes), {
      ...{ isEvalSupported: false, disableFontFace: true, useSystemFonts: false, verbosity: 0, stopAtErrors: true },
      maxImageSize: MAX_IMAGE_PIXELS,
    });
  } catch (error) {
    throw (error as Error).name === 'PasswordException' ? new TaskFailure('pdf_locked') : unread(bytes);
  }
}

/**
 * The failure of a file that cannot be read. If it is encrypted, which its readable trailer says, the password is
 * missing.
 */
const unread = (bytes: Uint8Array): TaskFailure =>
  new TaskFailure(
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).includes('/Encrypt') ? 'pdf_locked' : 'file_damaged',
  );

async function readPage(pdf: Pdf, number: number): Promise<ReadPage> {
  const page = await pdf.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const { items } = await page.getTextContent();
  const lines = linesOf(
    items.flatMap((item) => ('str' in item && item.str.trim() !== '' ? [item] : [])),
    { width, height },
  );
  if (lines.length > 0) {
    return { lines, zones: [zoneOf(lines)], zoneBox: null, turned: { quarters: 0, mirrored: false }, quality: null };
  }
  const pictures = (await extractImages(pdf, number)).filter((one) => Math.min(one.width, one.height) >= LEAST_SIDE);
  const largest = pictures.toSorted((a, b) => b.width * b.height - a.width * a.height)[0];
  if (largest === undefined) {
    return { lines: [], zones: [], zoneBox: null, turned: { quarters: 0, mirrored: false }, quality: null };
  }
  const { width: across, height: down, channels, data: samples } = largest;
  const picture = asSharp({ width: across, height: down, channels, samples });
  return readImage(await samplesOf(picture.flatten().grayscale().toColourspace('b-w'), 1));
}

interface PdfText {
  readonly str: string;
  /** The last two numbers are its origin, from the bottom left. */
  readonly transform: number[];
  readonly width: number;
  readonly height: number;
}

/** Joins pieces of one height to lines, from left to right. */
function linesOf(items: readonly PdfText[], { width, height }: { width: number; height: number }): TextLine[] {
  const rows: PdfText[][] = [];
  for (const item of items.toSorted((a, b) => b.transform[5] - a.transform[5] || a.transform[4] - b.transform[4])) {
    const row = rows.at(-1);
    const isBeside = row !== undefined && Math.abs(row[0].transform[5] - item.transform[5]) <= 0.5 * item.height;
    if (isBeside) row.push(item);
    else rows.push([item]);
  }
  return rows.map((row) => {
    const words = row
      .toSorted((a, b) => a.transform[4] - b.transform[4])
      .flatMap((item) => wordsOf(item, { width, height }));
    const [first, last] = [words[0].box, words.at(-1)!.box];
    const box = { ...first, width: last.left + last.width - first.left };
    return { text: words.map(({ text }) => text).join(' '), confidence: 1, box, words };
  });
}

/**
 * The words of a piece. A PDF gives the origin and width of a piece; boxes of words follow from the share of letters.
 */
function wordsOf(
  { str, transform, ...size }: PdfText,
  { width, height }: { width: number; height: number },
): TextWord[] {
  const [left, bottom] = [transform[4], transform[5]];
  return [...str.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
    ...{ text, confidence: 1 },
    box: {
      ...{ left: (left + (size.width * index) / str.length) / width, top: 1 - (bottom + size.height) / height },
      ...{ width: (size.width * text.length) / str.length / width, height: size.height / height },
    },
  }));
}

const zoneOf = (lines: readonly TextLine[]): string[] =>
  lines
    .map(({ text }) => text.replaceAll(' ', ''))
    .filter((text) => /^[A-Z0-9<]{30,44}$/.test(text) && text.includes('<'));
