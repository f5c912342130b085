// Text recognition by tesseract.js, with the model of its package, verified by its digest. It is loaded once in the
// process; nothing is downloaded or kept on disk.

import { fileURLToPath } from 'node:url';
import { createWorker, PSM, type Worker } from 'tesseract.js';
import type { TextBox, TextLine, TextWord } from '../../../core/documents/page-text.ts';
import { asSharp, type OpenImage } from '../open-image.ts';
import { packageFile, readVerified } from '../verified-file.ts';

const MODEL = {
  path: '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz',
  sha256: '45b4cb346724ac1774f1c36f42f182b887bcdb28ebe63e6fff90ac41f3fcff91',
};

/** The content of a picture: a page of any text, or the lines of a machine readable zone. */
type Expected = 'page' | 'zone';

const PARAMETERS = {
  page: { tessedit_char_whitelist: '', tessedit_pageseg_mode: PSM.AUTO },
  zone: {
    tessedit_char_whitelist: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789<',
    tessedit_pageseg_mode: PSM.SINGLE_BLOCK,
  },
} as const;

let worker: Promise<Worker> | null = null;

async function load(): Promise<Worker> {
  await readVerified(MODEL);
  // The library reads the file itself; bytes would be taken for a name.
  const langPath = fileURLToPath(new URL('.', packageFile(MODEL.path)));
  return createWorker('eng', 1, { langPath, cacheMethod: 'none', errorHandler: () => {}, logger: () => {} });
}

export async function recognise(image: OpenImage, expected: Expected): Promise<TextLine[]> {
  worker ??= load();
  const loaded = await worker;
  await loaded.setParameters({ ...PARAMETERS[expected], user_defined_dpi: '300' });
  const png = await asSharp(image).png({ compressionLevel: 1 }).toBuffer();
  const { data } = await loaded.recognize(png, {}, { blocks: true, text: false });
  const lines = (data.blocks ?? []).flatMap(({ paragraphs }) => paragraphs.flatMap((one) => one.lines));
  const box = ({ x0, y0, x1, y1 }: { x0: number; y0: number; x1: number; y1: number }): TextBox => ({
    ...{ left: x0 / image.width, top: y0 / image.height },
    ...{ width: (x1 - x0) / image.width, height: (y1 - y0) / image.height },
  });
  return lines.map((line) => ({
    ...{ text: line.text.trim(), confidence: line.confidence / 100, box: box(line.bbox) },
    words: line.words.map(
      (word): TextWord => ({ text: word.text, confidence: word.confidence / 100, box: box(word.bbox) }),
    ),
  }));
}
