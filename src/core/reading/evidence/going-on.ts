// Tells whether the figures of a column go on from one another, as balances do and amounts do not: von Neumann's ratio
// of the squares of successive differences to those of the differences from the mean. It is 2 on the average for
// figures in any order, with a variance of 4 / n, and near 0 for those that move in steps.

/** Standard errors below 2 from which on the figures go on from one another: once in 600 by chance. */
const ERRORS = 3;
const FEWEST = 8;

export function goOnFromOneAnother(figures: readonly number[]): boolean {
  const n = figures.length;
  if (n < FEWEST) return false;
  const mean = figures.reduce((sum, figure) => sum + figure, 0) / n;
  const spread = figures.reduce((sum, figure) => sum + (figure - mean) ** 2, 0);
  const steps = figures.reduce((sum, figure, i) => (i === 0 ? 0 : sum + (figure - figures[i - 1]) ** 2), 0);
  return spread > 0 && steps / spread < 2 - ERRORS * Math.sqrt((4 * (n - 2)) / (n * n - 1));
}
