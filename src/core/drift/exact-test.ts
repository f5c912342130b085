// Fisher's exact test: how likely two counts are to lie so far apart if both months have the same chance. It holds for
// months of any size, and small ones say nothing by themselves.

/** So many of so many. */
export interface Share {
  readonly count: number;
  readonly of: number;
}

/** Terms below this part of the sum change nothing that a double shows. */
const NEGLIGIBLE = 1e-18;

/**
 * 0 to 1: twice the chance of a count as small as now's, or as large, given both sums; so it is at most the level of a
 * test more often than the level itself says. Work in proportion to the spread of the counts.
 */
export function chanceOf(now: Share, before: Share): number {
  const successes = now.count + before.count;
  const all = now.of + before.of;
  const least = Math.max(0, successes - before.of);
  const most = Math.min(now.of, successes);
  if (least === most) return 1;
  const log = (k: number): number =>
    logChoose(now.of, k) + logChoose(before.of, successes - k) - logChoose(all, successes);
  const tail = (step: 1 | -1): number => {
    let term = Math.exp(log(now.count));
    let sum = term;
    for (let k = now.count + step; k >= least && k <= most; k += step) {
      // The ratio of neighbouring terms, so that no further logarithm is taken.
      const [a, b] = step === 1 ? [k - 1, k] : [k, k + 1];
      const up = ((now.of - a) * (successes - a)) / (b * (before.of - successes + b));
      term *= step === 1 ? up : 1 / up;
      sum += term;
      if (term < NEGLIGIBLE * sum) break;
    }
    return sum;
  };
  const [low, high] = [tail(-1), tail(1)];
  return Math.min(1, 2 * Math.min(low, high));
}

const logChoose = (n: number, k: number): number => logFactorial(n) - logFactorial(k) - logFactorial(n - k);

const SMALL: number[] = [0];
for (let n = 1; n < 64; n++) SMALL.push(SMALL[n - 1]! + Math.log(n));

/** Stirling's series, whose error is below 1e-15 from 64 on. */
function logFactorial(n: number): number {
  if (n < SMALL.length) return SMALL[n]!;
  const inverse = 1 / n;
  const square = inverse * inverse;
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)));
  return (n + 0.5) * Math.log(n) - n + 0.5 * Math.log(2 * Math.PI) + series;
}
