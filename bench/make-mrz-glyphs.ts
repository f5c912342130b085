// Writes src/adapters/imaging/reading/ocr-b-glyphs.ts: the mean look of each character of a machine readable zone in OCR-B
// (the font that bwip-js ships), from lines of all characters, printed at several sizes, blurred, made noisy, and cut into
// cells by the code that reads. `node bench/make-mrz-glyphs.ts`

import { writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { samplesOf } from '../src/adapters/imaging/open-image.ts';
import { GLYPH_HEIGHT, GLYPH_WIDTH, MRZ_CHARACTERS } from '../src/adapters/imaging/reading/glyphs.ts';
import { bandsOf, cellsOf, inkOf } from '../src/adapters/imaging/reading/zone-grid.ts';
import { drawFrom, zonePicture } from './specimens.ts';

const draw = drawFrom(20_261_123);
const means = new Map([...MRZ_CHARACTERS].map((char) => [char, new Float32Array(GLYPH_WIDTH * GLYPH_HEIGHT)]));
let used = 0;
for (let round = 0; round < 120; round++) {
  const lines = [0, 1].map(() => Array.from({ length: 44 }, () => MRZ_CHARACTERS[Math.floor(draw() * 37)]).join(''));
  const printed = await zonePicture(lines, 'OCR-B', 700 + Math.floor(draw() * 500));
  let page = sharp(printed.data)
    .flatten({ background: '#e8e2d6' })
    .extend({ top: 30, bottom: 30, left: 30, right: 30, background: '#e8e2d6' });
  if (round % 3 > 0) page = sharp(await page.png().toBuffer()).blur(0.4 + draw());
  const grey = await samplesOf(page.grayscale(), 1);
  for (let at = 0; at < grey.samples.length; at++) {
    grey.samples[at] = Math.max(0, Math.min(255, grey.samples[at] + (draw() + draw() - 1) * 24));
  }
  const ink = await inkOf(grey);
  const bands = bandsOf(ink);
  if (bands.length !== 2) continue;
  used++;
  bands.forEach((band, row) => {
    cellsOf(ink, band, 44)?.forEach((cell, at) => {
      const mean = means.get(lines[row][at])!;
      for (const [place, one] of cell.entries()) mean[place] += one;
    });
  });
}
const bytes = [...means.values()].flatMap((mean) => {
  const most = Math.max(...mean);
  return Array.from(mean, (one) => Math.round((one / most) * 127));
});
const text = Buffer.from(Int8Array.from(bytes).buffer).toString('base64');
const chunks = text.match(/.{1,100}/g)!.map((part) => `  '${part}',\n`);
writeFileSync(
  new URL('../src/adapters/imaging/reading/ocr-b-glyphs.ts', import.meta.url),
  `// The mean look of each character of OCR-B, cell after cell, a signed byte a pixel. Written by bench/make-mrz-glyphs.ts.

export const OCR_B_GLYPHS = [
${chunks.join('')}].join('');
`,
);
console.log(`${used} of 120 pages were cut into cells.`);
