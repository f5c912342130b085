// The known name that is near to one that nobody knows: the fewest letters to put in, take out, replace or
// swap with the next. A name of which more than a third of the letters differ is no misspelling of another.

/** Share of the longer name's letters that may differ. */
const MOST_SHARE = 1 / 3;

/** The first of several that are equally near; null where none is. */
export function nearestOf(name: string, known: readonly string[]): string | null {
  let [best, fewest]: [string | null, number] = [null, Number.POSITIVE_INFINITY];
  for (const one of known) {
    const edits = editsBetween(name, one);
    const isNear = edits <= MOST_SHARE * Math.max(name.length, one.length);
    if (isNear && edits < fewest) [best, fewest] = [one, edits];
  }
  return best;
}

/** Row by row of the usual table: from each beginning of `a` to each beginning of `b`. */
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
