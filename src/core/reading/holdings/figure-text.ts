// A cell's number as the exact decimal that it says, of up to twelve decimals: no float on the way. Signs before and
// behind, parentheses, grouping and a currency's sign are understood; what a spreadsheet shortened (1.2E+11) is refused,
// for digits of it are lost.

import { SCALE } from '../../records/holdings/scaled.ts';

export type DecimalMark = '.' | ',';

/** The decimal in its shortest form; '' for an empty cell; null for any other text. */
export function figureText(cell: string, mark: DecimalMark): string | null {
  // The form of nearly every cell.
  if (mark === '.' && SHORTEST.test(cell)) return cell;
  if (mark === '.' && PLAIN.test(cell)) return shortest(cell);
  let text = cell.replace(/[\s\u00a0\u202f'’]/g, '').replace(/−/g, '-');
  if (text === '' || /^-+$/.test(text) || /^n\/?a$/i.test(text)) return '';
  let isNegative = false;
  if (/^\(.*\)$/.test(text)) {
    isNegative = true;
    text = text.slice(1, -1);
  }
  text = text.replace(/^(-?)([A-Z]{3}|[$€£¥₦₵₹])/u, '$1').replace(/([A-Z]{3}|[$€£¥₦₵₹%])$/u, '');
  if (text.startsWith('-') || text.endsWith('-')) {
    isNegative = !isNegative;
    text = text.replace(/^-|-$/g, '');
  }
  text = text.replace(/^\+/, '');
  const form = mark === '.' ? POINT : COMMA;
  if (!form.test(text)) return null;
  const decimal = mark === '.' ? text.replaceAll(',', '') : text.replaceAll('.', '').replace(',', '.');
  const short = shortest(decimal.startsWith('.') ? `0${decimal}` : decimal);
  return short === null || !isNegative || short === '0' ? short : `-${short}`;
}

/** A decimal without needless zeros. */
const SHORTEST = /^(0|[1-9]\d{0,19})(\.\d{0,11}[1-9])?$/;
const PLAIN = /^\d{1,20}(\.\d{1,12})?$/;
const POINT = /^(\d+|\d{1,3}(,\d{2,3})*,\d{3})?(\.\d*)?$/;
const COMMA = /^(\d+|\d{1,3}(\.\d{3})+)?(,\d*)?$/;

/** Null for more decimals or more digits than figures have. */
function shortest(decimal: string): string | null {
  const [whole = '', decimals = ''] = decimal.split('.');
  const kept = decimals.replace(/(?<!0)0+$/, '');
  const before = whole.replace(/^0+(?=\d)/, '') || '0';
  if (kept.length > SCALE || before.length > 20) return null;
  return kept === '' ? before : `${before}.${kept}`;
}

/** Whether a cell can only be a number of this mark, of the other, of either, or of none. */
export function decimalMarkIn(cell: string): DecimalMark | 'either' | null {
  const [point, comma] = [figureText(cell, '.'), figureText(cell, ',')];
  if (point === null && comma === null) return null;
  if (point !== null && comma !== null) return 'either';
  return point === null ? ',' : '.';
}
