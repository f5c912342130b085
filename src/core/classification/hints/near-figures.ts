// Whether one of two amounts may be a writing error of the other, and of which kind: two neighbouring digits changed
// places, one digit is another, one is missing or too many, or the figures are close.

/** Amounts are close if they differ by at most a twentieth of the greater, as by rounding or a small fee. */
const CLOSE = 20;

type NearFigures = 'transposed' | 'near';

export function nearFigures(a: number, b: number): NearFigures | null {
  if (a === b || Math.sign(a) !== Math.sign(b)) return null;
  const [x, y] = [String(Math.abs(a)), String(Math.abs(b))];
  if (isTransposed(x, y)) return 'transposed';
  return isOneDigitApart(x, y) || Math.abs(a - b) * CLOSE <= Math.max(Math.abs(a), Math.abs(b)) ? 'near' : null;
}

function isTransposed(x: string, y: string): boolean {
  if (x.length !== y.length) return false;
  const apart = [...x].flatMap((digit, i) => (digit === y[i] ? [] : [i]));
  const [i, j] = apart;
  return apart.length === 2 && j === i! + 1 && x[i!] === y[j] && x[j] === y[i!];
}

function isOneDigitApart(x: string, y: string): boolean {
  if (x.length === y.length) return [...x].filter((digit, i) => digit !== y[i]).length === 1;
  const [shorter, longer] = x.length < y.length ? [x, y] : [y, x];
  if (longer.length - shorter.length !== 1) return false;
  let i = 0;
  while (i < shorter.length && shorter[i] === longer[i]) i++;
  return shorter.slice(i) === longer.slice(i + 1);
}
