// How the rows of a run are matched, as requests name it (spec/1, MatchingMethod). What each does: docs/matching.md.

export const MATCHING_METHODS = ['line_by_line', 'bulk', 'lump_sum', 'line_by_line_and_lump_sum'] as const;
export type MatchingMethod = (typeof MATCHING_METHODS)[number];
