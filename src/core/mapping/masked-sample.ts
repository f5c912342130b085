// A cell as it may be shown to anybody: its shape and nothing of what it says. Letters become X or x, digits 9; spaces,
// marks and signs stay, so that a date, an amount and a reference can still be told apart. Words of a vocabulary, which
// say nothing of a person, stay as they are: currency codes and marks of debit and credit.

import { isCurrencyCode } from '../money/currency-signs.ts';

/** Characters of a sample that are shown. */
const LONGEST = 40;
/** Different shapes of a column that are shown. */
const MOST = 3;

const MARK = /^(d|c|dr|cr|debit|credit)\.?$/i;

function maskedSample(cell: string): string {
  const text = cell.trim();
  if (isCurrencyCode(text) || MARK.test(text)) return text;
  const shape = text
    .normalize('NFC')
    .slice(0, LONGEST)
    .replace(/[\p{M}\uD800-\uDFFF]/gu, '')
    .replace(/\p{N}/gu, '9')
    .replace(/\p{Lu}/gu, 'X')
    .replace(/\p{L}/gu, (letter) => (letter === 'X' ? letter : 'x'));
  return text.length > LONGEST ? `${shape}…` : shape;
}

/** The first different shapes of a column. */
export function maskedSamples(cells: readonly string[]): string[] {
  const shapes = new Set<string>();
  for (const cell of cells) {
    const shape = maskedSample(cell);
    if (shape !== '') shapes.add(shape);
    if (shapes.size === MOST) break;
  }
  return [...shapes];
}
