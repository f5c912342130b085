// The known name that is nearest to one that nobody knows: the fewest letters to put in, take out or replace.

/** The first of several that are equally near. `known` is not empty. */
export function nearestOf(name: string, known: readonly string[]): string {
  let [best, fewest] = [known[0]!, Number.POSITIVE_INFINITY];
  for (const one of known) {
    const edits = editsBetween(name, one);
    if (edits < fewest) [best, fewest] = [one, edits];
  }
  return best;
}

/** Row by row of the usual table: from each beginning of `a` to each beginning of `b`. */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
