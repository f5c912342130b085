// Open items, indexed for the look-ups of later work.

import type { OpenItemColumns, OpenItemTotal } from '../core/records/documents/open-items.ts';
import type { Side } from '../core/records/rows/columns.ts';
import type { SessionKey } from '../core/records/session-key.ts';
import type { Fenced } from './leases.ts';

interface OpenItemPage {
  readonly items: OpenItemColumns;
  /** Give it as `after` for the next page; null on the last page. */
  readonly next: number | null;
}

/** Every operation may throw store_unavailable or store_damaged; `under`: the row lease for the operation. */
export interface OpenItems {
  /**
   * Inserts the items with new record ids; answers how many. Some thousands at a time, and after removeForOtherRuns: an
   * item that another run left open counts as stored. `runId` null: rows of no run, which no run removes.
   */
  insertIfAbsent(
    key: SessionKey,
    batch: { readonly runId: string | null; readonly items: OpenItemColumns; readonly under?: Fenced },
  ): Promise<number>;

  /** Removes the session's items that other runs left open; held items stay. Answers how many. */
  removeForOtherRuns(key: SessionKey, runId: string, under?: Fenced): Promise<number>;

  /** Removes the named items of the session that a late group holds; answers how many. */
  removeHeld(key: SessionKey, of: { readonly recordIds: readonly string[]; readonly under?: Fenced }): Promise<number>;

  /**
   * Open items of one side in order of insertion. A page's place survives writes of the run that left the items open;
   * items of a later run may come before or after it.
   */
  page(
    key: SessionKey,
    page: { readonly side: Side; readonly after: number | null; readonly limit: number },
  ): Promise<OpenItemPage>;

  /**
   * All open items of a partner's sessions with a booking day in [fromDay, toDay], in order of insertion. With `held`:
   * the items that late groups hold, instead.
   */
  columns(scope: {
    readonly tenant: string;
    readonly partner: string;
    readonly side: Side;
    readonly fromDay: number;
    readonly toDay: number;
    readonly held?: boolean;
  }): Promise<OpenItemColumns>;

  /** The open items among these record ids, for one side and all sessions of a partner, in order of insertion. */
  named(lookup: {
    readonly tenant: string;
    readonly partner: string;
    readonly side: Side;
    readonly recordIds: readonly string[];
  }): Promise<OpenItemColumns>;

  /** Counts and sums of the session's open items, in order of side, account, currency and day. */
  aggregate(key: SessionKey): Promise<readonly OpenItemTotal[]>;
}
