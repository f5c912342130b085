// A page of a list. A store reads one row more than the page holds, to know whether others follow.

interface Page<Row> {
  readonly rows: readonly Row[];
  /** The last row, where the next page begins; null if no others follow. */
  readonly last: Row | null;
}

/** The page of `limit` rows, from up to limit + 1 that were found. */
export function pageOf<Row>(found: readonly Row[], limit: number): Page<Row> {
  const rows = found.slice(0, limit);
  return { rows, last: found.length > limit ? rows[limit - 1] : null };
}
