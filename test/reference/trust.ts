// Whether equal values of one kind name one transaction (matching-definitions.md, "Trust"): pairs of alike amounts against
// pairs of unlike ones, and against what chance brings. Counted in shares, pair by pair.

import type { RefRow, Sides } from './ref-row.ts';

type Pair = Sides<RefRow>;

/** The sixteenth of its octave in which a magnitude lies. */
function sizeOf({ amount }: RefRow): bigint {
  const size = BigInt(Math.abs(amount));
  const octave = BigInt(size.toString(2).length - 1);
  return octave * 16n + ((size * 16n) / 2n ** octave - 16n);
}

function alikeInSize(a: RefRow, b: RefRow): boolean {
  const steps = sizeOf(a) - sizeOf(b);
  return steps >= -2n && steps <= 2n;
}

/** `met`: the two rows of each value that one row a side has. `rows`: all rows of the account. */
export function areTrusted(met: readonly Pair[], rows: Sides<readonly RefRow[]>): boolean {
  if (met.length < 3) return true;
  const isAlike = ({ gl, bank }: Pair) => gl.currency === bank.currency && alikeInSize(gl, bank);
  const unlike = met.filter((pair) => !isAlike(pair));
  const others = met.flatMap((one) => met.filter((other) => other !== one).map(({ bank }) => ({ gl: one.gl, bank })));
  const chance = others.filter(({ gl, bank }) => alikeInSize(gl, bank)).length;
  const hasAmount = (some: readonly RefRow[], { currency, amount }: RefRow) =>
    some.some((one) => one.currency === currency && Math.abs(one.amount) === Math.abs(amount));
  const rowsOfUnlike = unlike.length * 2;
  const elsewhere = [
    ...unlike.filter(({ gl }) => hasAmount(rows.bank, gl)),
    ...unlike.filter(({ bank }) => hasAmount(rows.gl, bank)),
  ].length;
  // In fortieths of a pair: a row is half of one, a tenth of all may be unlike, a row that is alone counts a quarter.
  const speakFor = 40 * (met.length - unlike.length + 2) + 4 * met.length;
  const speakAgainst = 20 * elsewhere + 5 * (rowsOfUnlike - elsewhere);
  return (speakFor - speakAgainst) * (met.length - 1) >= 40 * chance;
}
