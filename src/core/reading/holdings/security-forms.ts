// The kind of a security's code by its form: an ISIN, a CUSIP and a SEDOL each have a check digit, which a wrong code
// passes one time in ten. A column whose codes all pass is of that kind, whatever its title says.

const digitOf = (c: string): number => (c >= '0' && c <= '9' ? Number(c) : c.charCodeAt(0) - 55);

/** Letters become two digits, then Luhn's sum. */
export function isIsin(code: string): boolean {
  if (!/^[A-Z]{2}[A-Z0-9]{9}\d$/.test(code)) return false;
  const digits = [...code].map((c) => String(digitOf(c))).join('');
  let sum = 0;
  for (let i = digits.length - 1, twice = false; i >= 0; i--, twice = !twice) {
    const n = Number(digits[i]) * (twice ? 2 : 1);
    sum += n > 9 ? n - 9 : n;
  }
  return sum % 10 === 0;
}

export function isCusip(code: string): boolean {
  if (!/^[A-Z0-9*@#]{8}\d$/.test(code) || !/\d/.test(code.slice(0, 8))) return false;
  let sum = 0;
  for (let i = 0; i < 8; i++) {
    const c = code[i];
    const value = c === '*' ? 36 : c === '@' ? 37 : c === '#' ? 38 : digitOf(c);
    const n = value * (i % 2 === 1 ? 2 : 1);
    sum += Math.floor(n / 10) + (n % 10);
  }
  return (10 - (sum % 10)) % 10 === Number(code[8]);
}

const SEDOL_WEIGHTS = [1, 3, 1, 7, 3, 9];

export function isSedol(code: string): boolean {
  if (!/^[0-9B-DF-HJ-NP-TV-Z]{6}\d$/.test(code)) return false;
  const sum = SEDOL_WEIGHTS.reduce((all, weight, i) => all + weight * digitOf(code[i]), 0);
  return (10 - (sum % 10)) % 10 === Number(code[6]);
}

/** The kind of a code by its form alone; anything else is a house's own code. */
export function formOf(code: string): 'isin' | 'cusip' | 'sedol' | 'local_code' {
  const plain = code.toUpperCase().replace(/[\s-]/g, '');
  if (isIsin(plain)) return 'isin';
  if (isCusip(plain)) return 'cusip';
  return isSedol(plain) ? 'sedol' : 'local_code';
}
