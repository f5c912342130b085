// What every list of a report answers: some items, the place where the next page begins, and how many there are in all.
// A place is the list's own; the edge makes an opaque token of it.

/** A list that is asked for from a place on; null from its beginning. */
export interface PageOf<Place> {
  readonly after: Place | null;
  readonly limit: number;
}

export interface ReportPage<Item, Place> {
  readonly items: readonly Item[];
  /** Null on the last page. */
  readonly next: Place | null;
  readonly total: number;
}
