// How likely a month is to lie so far from those before it if months differ as those do: rows of batches share one fate
// and rates move from month to month, so what rows by themselves explain is not all that is usual.

import type { Share } from './exact-test.ts';

/**
 * 0 to 1, two-sided: Student’s t for one more month, on shares whose spread does not depend on their size (arc sine of
 * the root). 0 where the months before are all alike; rows by themselves then say what is usual. `before`: two or more.
 */
export function chanceOfMonth(now: Share, before: readonly Share[]): number {
  const angles = before.map(angleOf);
  const months = angles.length;
  const mean = angles.reduce((sum, one) => sum + one, 0) / months;
  const squares = angles.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const spread = Math.sqrt((squares / (months - 1)) * (1 + 1 / months));
  const distance = Math.abs(angleOf(now) - mean);
  return spread === 0 ? Number(distance === 0) : beyond(distance / spread, months - 1);
}

const angleOf = ({ count, of }: Share): number => Math.asin(Math.sqrt(Math.min(1, count / of)));

/** The chance of more than t to either side, by Student’s t of whole degrees of freedom. Abramowitz and Stegun 26.7. */
function beyond(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let k = isOdd ? 3 : 2; k < degrees; k += 2) {
    term *= ((k - 1) / k) * cosine ** 2;
    sum += term;
  }
  const within = isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
  return Math.min(1, Math.max(0, 1 - within));
}
