// What a format tells of its rows beside them: figures that the file states, bookings whose details are rows.

/** A figure that a file states of itself, and the same as read: a control total, a number of records. */
export interface StatedCheck {
  /** In words, with what it is of: "the number of entries of statement 12". */
  readonly what: string;
  readonly line: number;
  /** As decimal strings; the file contradicts itself if they differ. */
  readonly stated: string;
  readonly read: string;
}

/** A booking whose details are the rows [from, to), in the order in which they were added. */
export interface Batch {
  readonly line: number;
  /** Signed minor units of the booking; its details may be fewer. */
  readonly minor: number;
  readonly from: number;
  readonly to: number;
}
