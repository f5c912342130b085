// Finds the known name nearest to an unknown one, by the number of letters to insert, delete, replace or swap with the
// next. If more than a third of the letters differ, it is not a misspelling.

/** Share of the longer name's letters that may differ. */
const MOST_SHARE = 1 / 3;

/** The first of several equally near names; null if none is near. */
export function nearestOf(name: string, known: readonly string[]): string | null {
  let [best, fewest]: [string | null, number] = [null, Number.POSITIVE_INFINITY];
  for (const one of known) {
    const edits = editsBetween(name, one);
    const isNear = edits <= MOST_SHARE * Math.max(name.length, one.length);
    if (isNear && edits < fewest) [best, fewest] = [one, edits];
  }
  return best;
}

/** The usual edit distance with swaps, row by row. */
function editsBetween(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwapped ? before[j - 2] + 1 : replaced;
      next.push(Math.min(replaced, swapped, row[j] + 1, next[j - 1] + 1));
    }
    [before, row] = [row, next];
  }
  return row[b.length];
}
