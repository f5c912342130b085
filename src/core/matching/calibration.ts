// The bounds of matching's work and of what a key is. docs/benchmarks.md has the measurements; what evidence is made of
// stands beside it (evidence/).

export interface Calibration {
  /** A key that more than max(keyRows, keyShare) of an account's rows on a side carry is none; keyShare in 1/10,000. */
  readonly keyRows: number;
  readonly keyShare: number;
  /** A class keeps this many candidates. */
  readonly candidates: number;
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
  crowd: 2_048,
  exactClasses: 64,
  rounds: 50,
};
