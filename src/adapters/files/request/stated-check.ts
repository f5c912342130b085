// What a format tells of its rows beside them: figures that the file states.

/** A figure that a file states of itself, and the same as read: a control total, a number of records. */
export interface StatedCheck {
  /** The subject of the check in words: "the number of entries of statement 12". */
  readonly what: string;
  readonly line: number;
  /** Both figures are decimal strings; the file contradicts itself if they differ. */
  readonly stated: string;
  readonly read: string;
}
