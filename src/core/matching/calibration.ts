// Bounds on the work of matching, and on what counts as a key. docs/benchmarks.md has the measurements. The constants
// of evidence stand in evidence/.

export interface Calibration {
  /**
   * An identifier is no key if more rows of a side carry it than the larger of keyRows and keyShare (in 1/10,000 of the
   * account's rows).
   */
  readonly keyRows: number;
  readonly keyShare: number;
  /** A class keeps this many candidates. */
  readonly candidates: number;
  /** A class with more others near it than this is in a crowd. */
  readonly near: number;
  /** In a crowd a class looks at this many carriers of its words. */
  readonly carriers: number;
  /** A key with more classes than this on a side decides nothing by itself. */
  readonly crowd: number;
  /** Classes a side up to which a component of one key is solved exactly. */
  readonly exactClasses: number;
  readonly rounds: number;
}

export const CALIBRATION: Calibration = {
  keyRows: 20,
  keyShare: 50,
  candidates: 64,
  near: 2_048,
  carriers: 16_384,
  crowd: 2_048,
  exactClasses: 64,
  rounds: 50,
};
