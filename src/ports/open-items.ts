// Open items: rows that stay unmatched, indexed for what later work looks up.

import type { OpenItemColumns, OpenItemTotal } from '../core/records/documents/open-items.ts';
import type { Side } from '../core/records/rows/columns.ts';
import type { SessionKey } from '../core/records/session-key.ts';
import type { Fenced } from './leases.ts';

interface OpenItemPage {
  readonly items: OpenItemColumns;
  /** Give it as `after` for the next page; null on the last. */
  readonly next: number | null;
}

/** Every operation may throw store_unavailable or store_damaged; `under`: the row lease that it is done under. */
export interface OpenItems {
  /**
   * Inserts the items whose record ids are not there yet; answers how many. Some thousands at a time, and after
   * removeForOtherRuns: an item that another run left open counts as there. `runId` null: rows of no run, which none
   * removes.
   */
  insertIfAbsent(
    key: SessionKey,
    batch: { readonly runId: string | null; readonly items: OpenItemColumns; readonly under?: Fenced },
  ): Promise<number>;

  /** Removes the session's items that other runs left open; those that are held stay. Answers how many. */
  removeForOtherRuns(key: SessionKey, runId: string, under?: Fenced): Promise<number>;

  /** Removes those of the session's items that a late group holds; answers how many. */
  removeHeld(key: SessionKey, of: { readonly recordIds: readonly string[]; readonly under?: Fenced }): Promise<number>;

  /**
   * Open items of one side in the order of insertion. A place survives writes of the run that left the items open; those
   * that a later run leaves open may come before it or after it.
   */
  page(
    key: SessionKey,
    page: { readonly side: Side; readonly after: number | null; readonly limit: number },
  ): Promise<OpenItemPage>;

  /**
   * All open items of a partner's sessions with a booking day in [fromDay, toDay], in order of insertion; with `held`
   * those that late groups hold instead.
   */
  columns(scope: {
    readonly tenant: string;
    readonly partner: string;
    readonly side: Side;
    readonly fromDay: number;
    readonly toDay: number;
    readonly held?: boolean;
  }): Promise<OpenItemColumns>;

  /** Those of these record ids that are open, of one side and all sessions of a partner, in order of insertion. */
  named(lookup: {
    readonly tenant: string;
    readonly partner: string;
    readonly side: Side;
    readonly recordIds: readonly string[];
  }): Promise<OpenItemColumns>;

  /** Counts and sums of the session's open items, in order of side, account, currency and day. */
  aggregate(key: SessionKey): Promise<readonly OpenItemTotal[]>;
}
