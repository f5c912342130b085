// What the difference of a match by hand is posted as.

export const DIFFERENCES_AS = ['fee', 'levy', 'exchange', 'rounding', 'write_off'] as const;
export type DifferenceAs = (typeof DIFFERENCES_AS)[number];
