// The figures that decide what matching asserts. Each is calibrated by `npm run bench -- accuracy` or is a bound on
// work; docs/benchmarks.md has the measurement. Scores are integers from 0 to 10,000.

export interface Calibration {
  /** Tier 3: the least text score of a pair. */
  readonly textFloor: number;
  /** Tier 5: the least score of a pair. */
  readonly scoreFloor: number;
  /** Tier 6, and tiers 4 and 5 where the amount is common: the least text score. */
  readonly leastText: number;
  /** An amount is common when more rows of it than this are matched near by, by references or words. */
  readonly commonAmount: number;
  /** A reversal that only a marker names: the least text score beside its original. */
  readonly reversalTextFloor: number;
  /** Tiers 3 and 5: how far the best pair must lead the second class of either row. */
  readonly gap: number;
  /** A date_difference without a key needs at least this text score. */
  readonly strongText: number;
  /** Share of the score, in hundredths: text, days apart, amount apart. */
  readonly textShare: number;
  readonly daysShare: number;
  readonly amountShare: number;
  /** Added to the lighter text's weight, in sixteenths of a bit: little text is little evidence. */
  readonly textPrior: number;
  /** A key that more than max(keyRows, keyShare) of an account's rows on a side carry is none; keyShare in 1/10,000. */
  readonly keyRows: number;
  readonly keyShare: number;
  /** A token is rare when at most this share of an account's rows carries it, in 1/10,000. */
  readonly rareShare: number;
  /** A class keeps this many candidates. */
  readonly candidates: number;
  /** With more classes than this in its amount range, a class considers only those that share a rare token. */
  readonly crowd: number;
  /** Classes a side up to which a component of one key is solved exactly. */
  readonly exactClasses: number;
  readonly rounds: number;
}

export const CALIBRATION: Calibration = {
  textFloor: 3_000,
  scoreFloor: 5_000,
  leastText: 2_400,
  commonAmount: 2,
  reversalTextFloor: 2_400,
  gap: 650,
  strongText: 7_000,
  textShare: 60,
  daysShare: 30,
  amountShare: 10,
  textPrior: 64,
  keyRows: 20,
  keyShare: 50,
  rareShare: 100,
  candidates: 64,
  crowd: 2_048,
  exactClasses: 64,
  rounds: 50,
};
