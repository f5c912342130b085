// Gives the texts of a PDF with their places, in a thread of its own: the library works asynchronously, and a hostile
// file may keep it busy for ever or fill the memory. Nothing in a PDF is run, and pages are not drawn.

import { workerData } from 'node:worker_threads';
import { getDocumentProxy } from 'unpdf';
import { MAX_STATEMENT_LETTERS, MAX_STATEMENT_PAGES } from '../../../../core/limits.ts';
import { damageOf } from './packed-streams.ts';
import type { PdfAnswer, PdfQuestion, PdfText } from './read-texts.ts';

const { bytes, port, answered } = workerData as PdfQuestion;

function answer(found: PdfAnswer): void {
  port.postMessage(found);
  Atomics.store(answered, 0, 1);
  Atomics.notify(answered, 0);
}

// The library may fail in a task of its own, of which its caller never hears.
process.on('uncaughtException', () => answer({ failure: 'damaged' }));
process.on('unhandledRejection', () => answer({ failure: 'damaged' }));

answer(
  await textsOf(new Uint8Array(bytes)).catch((error: Error): PdfAnswer => {
    return { failure: error.name === 'PasswordException' ? 'locked' : 'damaged' };
  }),
);

async function textsOf(content: Uint8Array): Promise<PdfAnswer> {
  // Before the library has the content: it takes the memory with it.
  const damage = damageOf(Buffer.from(content.buffer));
  const pdf = await getDocumentProxy(content, {
    ...{ isEvalSupported: false, disableFontFace: true, useSystemFonts: false, verbosity: 0, stopAtErrors: true },
  });
  if (pdf.numPages > MAX_STATEMENT_PAGES) return { failure: 'too long' };
  const pages: PdfText[][] = [];
  let letters = 0;
  for (let number = 1; number <= pdf.numPages; number++) {
    const page = await pdf.getPage(number);
    const { items } = await page.getTextContent();
    const texts = items.flatMap((item): PdfText[] => {
      if (!('str' in item) || item.str.trim() === '') return [];
      letters += item.str.length;
      const [a, b, , , left, bottom] = item.transform as number[];
      // Text that does not run from left to right is a mark on the page.
      if (Math.abs(b) > Math.abs(a) * 0.1) return [];
      return [{ text: item.str, left, right: left + item.width, bottom, height: item.height }];
    });
    if (letters > MAX_STATEMENT_LETTERS) return { failure: 'too long' };
    pages.push(texts);
    page.cleanup();
  }
  // A password makes packed streams unreadable, which the library says in its own way.
  if (damage === 'damaged' && (await pdf.getPermissions()) === null) return { failure: 'damaged' };
  return { pages, isChecksumWrong: damage === 'checksum' };
}
