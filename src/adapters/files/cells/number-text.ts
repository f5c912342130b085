// Numbers of a workbook as texts. A workbook keeps them as floats of 15 to 17 digits: what arithmetic left behind these
// is dropped, decimals are written so that no reader takes the point for a separator of thousands, and a number whose
// digits are lost is written so that it is known for one (5.8E+28).

/** Decimals of a number of one and more; below stand traces of arithmetic. */
const MOST_DECIMALS = 6;
/** Digits that a float surely holds, and decimals of a number below one. */
const SURE_DIGITS = 15;
const LARGE = 1e12;

/** The text of a number as a workbook writes it; anything else comes back as it is. */
export function numberText(written: string): string {
  if (/^-?\d{1,17}$/.test(written)) return written;
  const value = Number(written);
  if (written.trim() === '' || !Number.isFinite(value)) return written;
  // A float has 17 digits: with zeros behind these the others are lost, with anything else none is.
  if (/^\d+$/.test(written) && !/^\d{17}0{3,}$/.test(written)) return written;
  if (Math.abs(value) >= 10 ** SURE_DIGITS) return value.toExponential().replace('e', 'E');
  const text = digitsOf(value);
  const point = text.indexOf('.');
  if (point < 0) return text.replace(/^-0$/, '0');
  let end = text.length;
  while (text[end - 1] === '0') end--;
  const decimals = end - point - 1;
  if (decimals === 0) return text.slice(0, point).replace(/^-0$/, '0');
  return text.slice(0, end) + (decimals === 1 || decimals === 3 ? '0' : '');
}

/** Decimal digits without the traces of arithmetic; of a large number all, for there the last ones may be cents. */
function digitsOf(value: number): string {
  const size = Math.abs(value);
  if (size >= LARGE) return String(value);
  return size >= 1 ? Number(value.toFixed(MOST_DECIMALS)).toPrecision(SURE_DIGITS) : value.toFixed(SURE_DIGITS);
}

/** The text of a number whose decimal digits are exact as they are written, of any length. */
export function decimalText(written: string): string {
  if (/^-?\d{1,400}$/.test(written)) return written;
  const decimals = /^-?\d{1,400}\.(\d{1,400})$/.exec(written)?.[1];
  if (decimals === undefined) return numberText(written);
  return decimals.length === 1 || decimals.length === 3 ? `${written}0` : written;
}
