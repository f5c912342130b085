// Cuts two lists of rows into parts by a name of each row: currency and amount, or currency and direction.

interface Part {
  readonly left: number[];
  readonly right: number[];
}

/** Only parts that have rows of both lists, in the order in which they were met. Rows keep their order. */
export function partsOf(
  left: Iterable<number>,
  right: Iterable<number>,
  nameOf: { readonly left: (row: number) => string; readonly right: (row: number) => string },
): Part[] {
  const others = Map.groupBy(right, nameOf.right);
  return [...Map.groupBy(left, nameOf.left)]
    .map(([name, rows]) => ({ left: rows, right: others.get(name) ?? [] }))
    .filter((part) => part.right.length > 0);
}
