// The shape of a cell without its content, safe to show to anybody. Letters become X or x, digits 9; spaces, marks and
// signs stay, so that a date, an amount and a reference can be told apart. Currency codes and marks of debit and
// credit, which say nothing about a person, stay as they are.

import { isCurrencyCode } from '../money/currency-signs.ts';

/** Characters shown of a sample. */
const LONGEST = 40;
/** Different shapes shown of a column. */
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
