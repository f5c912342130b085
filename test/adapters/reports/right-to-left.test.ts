// Arabic and Hebrew words in a line from left to right: each piece in its own direction, with its spaces between words.

import PDFDocument from 'pdfkit';
import { expect, test } from 'vitest';
import { ReportFonts } from '../../../src/adapters/reports/report-fonts.ts';

const fonts = new ReportFonts(new PDFDocument({}));
/** The letters as they stand on the page, from the left. */
const shown = (text: string): string =>
  (fonts.for(text)._font.layout(text).glyphs as readonly { readonly codePoints: readonly number[] }[])
    .map(({ codePoints }) => String.fromCodePoint(...codePoints))
    .join('');
const turned = (text: string): string => Array.from(text).toReversed().join('');

test.each([
  ['דוד לוי', turned('דוד לוי')],
  ['by the name דוד לוי on the list', `by the name ${turned('דוד לוי')} on the list`],
  ['דוד בן-לוי, Made-Up (דוד)', `${turned('דוד בן-לוי')}, Made-Up (${turned('דוד')})`],
  ['זדרק 1961 קוים', `${turned('זדרק')} 1961 ${turned('קוים')}`],
  ['Zadrik Quembolu', 'Zadrik Quembolu'],
])('%s', (text, expected) => {
  expect(shown(text)).toBe(expected);
});

test('Arabic letters are joined, and the line is as wide as its letters', () => {
  const text = 'زادريك كويمبولو';
  const { glyphs, positions, advanceWidth } = fonts.for(text)._font.layout(text);
  expect(shown(text).indexOf(' ')).toBe(turned(text).indexOf(' '));
  expect(glyphs.length).toBe(positions.length);
  expect(advanceWidth).toBeCloseTo(
    positions.reduce((sum, one) => sum + one.advanceWidth, 0),
    6,
  );
});
