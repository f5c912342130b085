// Bounds on the work of a contest: looks, carriers of words, and candidates kept. Each is shared out among the classes
// of a side, so that even a side of equal rows costs no more. The measurements are in docs/benchmarks-tried.md ("worst").
// Rules: docs/decisions/matching-definitions.md, "Candidates".

/** The most candidates that a contest looks at, for all classes of a side together. */
const LOOKS = 2 ** 25;
/** The most carriers of words that it goes through, for all classes together. */
const CARRIERS = 2 ** 24;
/** The most candidates that it keeps, for all classes together. */
const KEPT = 2 ** 24;

/** A class with more classes near it than this is crowded; `most` at most. */
export const mostNear = (classes: number, most: number): number => share(LOOKS, classes, { least: 64, most });

/** How many carriers of words a crowded class goes through, `most` at most. */
export const mostCarriers = (classes: number, most: number): number => share(CARRIERS, classes, { least: 256, most });

/** How many candidates a class keeps, `most` at most. */
export const mostKept = (classes: number, most: number): number => share(KEPT, classes, { least: 8, most });

const share = (work: number, classes: number, { least, most }: { least: number; most: number }): number =>
  Math.min(most, Math.max(least, Math.floor(work / Math.max(1, classes))));
