/** The indexes from <= i < to of a column. */
export interface Range {
  readonly from: number;
  readonly to: number;
}
