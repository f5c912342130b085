// The rows of a table of any length, as its source has them: not all need to be here.

export interface GridRows<T> {
  readonly count: number;
  /** Undefined: on its way. */
  at(index: number): T | undefined;
  /** Says which rows are looked at, so that they are asked for. */
  want(first: number, last: number): void;
}
