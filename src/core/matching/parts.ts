// Cuts two lists of rows into parts by a name of each row: currency and amount, or currency and direction.

export interface Part {
  readonly left: number[];
  readonly right: number[];
}

/** Only parts that have rows of both lists, in the order in which they were met. Rows keep their order. */
export function partsOf(
  left: Iterable<number>,
  right: Iterable<number>,
  nameOf: { readonly left: (row: number) => string; readonly right: (row: number) => string },
): Part[] {
  const parts = new Map<string, Part>();
  for (const row of left) {
    const part = parts.get(nameOf.left(row));
    if (part === undefined) parts.set(nameOf.left(row), { left: [row], right: [] });
    else part.left.push(row);
  }
  for (const row of right) parts.get(nameOf.right(row))?.right.push(row);
  return [...parts.values()].filter((part) => part.right.length > 0);
}
