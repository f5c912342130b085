// What one round of a key's component may take: the pairs that lead every other pair of either of their classes.

interface ClassPair<C> {
  readonly a: C;
  readonly b: C;
}

/** The pairs that lead all others which share a class with them. */
export function clearPairs<P extends ClassPair<unknown>>(
  pairs: readonly P[],
  leads: (pair: P, other: P) => boolean,
): P[] {
  const rivals = (pair: P) => pairs.filter((other) => other !== pair && (other.a === pair.a || other.b === pair.b));
  return pairs.filter((pair) => rivals(pair).every((other) => leads(pair, other)));
}
