// The answer of every list of a report: items, the place where the next page begins, and the total. Each list has its
// own form of place; the edge makes an opaque token of it.

/** The start of a page; null: from the beginning. */
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
