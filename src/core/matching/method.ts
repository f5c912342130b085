// How the rows of a run are matched, as requests name it. What each does: docs/matching.md.

export const MATCHING_METHODS = ['line_by_line', 'bulk', 'lump_sum', 'line_by_line_and_lump_sum'] as const;
export type MatchingMethod = (typeof MATCHING_METHODS)[number];

/** Whether rows are matched one by one before anything else. */
export const isByLine = (method: MatchingMethod): boolean =>
  method === 'line_by_line' || method === 'line_by_line_and_lump_sum';

/**
 * Whether the method compares the single open rows of a key. Row by row: always. In bulk: only if each side has one row
 * of the key, because it compares sums. Lump sum: never.
 */
export const comparesByKey = (method: MatchingMethod, open: { readonly gl: number; readonly bank: number }): boolean =>
  isByLine(method) || (method === 'bulk' && open.gl === 1 && open.bank === 1);
