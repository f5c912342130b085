// The rows of a session that are open, with their age and the cluster that speaks of each: the ledger's first, then the
// bank's, each in the order in which they were stored.

import { NO_DAY } from '../core/calendar.ts';
import { SIDES, type Side } from '../core/records/columns.ts';
import { DIGEST_ID_BYTES, digestIdAt } from '../core/records/digest-ids.ts';
import type { OpenItemColumns } from '../core/records/open-items.ts';
import type { SessionKey } from '../core/records/session.ts';
import { summaryFromJson } from '../core/summary/summary-json.ts';
import type { Store } from '../ports/store.ts';
import type { PageOf, ReportPage } from './report-page.ts';
import { type ReportRow, reportRow } from './report-row.ts';

export interface OpenItemReport extends ReportRow {
  /** As of the day that the session's ageing counts to; a row dated after it is 0 days old. */
  readonly ageDays: number;
  readonly clusterId: string | null;
}

/** The side that the page before ended in, and its last item there; `after` null: at the side's beginning. */
export interface OpenItemPlace {
  readonly side: Side;
  readonly after: number | null;
}

/** `side` null: both. Answers null when the session is unknown, or nothing was reconciled in it yet. */
export async function reportOpenItems(
  store: Store,
  key: SessionKey,
  { side, page }: { readonly side: Side | null; readonly page: PageOf<OpenItemPlace> },
): Promise<ReportPage<OpenItemReport, OpenItemPlace> | null> {
  if ((await store.sessions.get(key)) === null) return null;
  const summary = await store.summaries.latest(key);
  const asOf = summary && summaryFromJson(summary.summary).facts.asOfDay;
  const totals = await store.openItems.aggregate(key);
  const wanted = totals.filter((total) => side === null || total.side === side);
  const { columns, next } = await readPage(store, key, { sides: side === null ? SIDES : [side], page });
  return {
    items: columns.flatMap((items) => reportsOf(items, asOf)),
    next,
    total: wanted.reduce((sum, { rows }) => sum + rows, 0),
  };
}

async function readPage(
  store: Store,
  key: SessionKey,
  { sides, page }: { readonly sides: readonly Side[]; readonly page: PageOf<OpenItemPlace> },
): Promise<{ readonly columns: readonly OpenItemColumns[]; readonly next: OpenItemPlace | null }> {
  const columns: OpenItemColumns[] = [];
  let left = page.limit;
  for (const side of sides.slice(Math.max(0, page.after === null ? 0 : sides.indexOf(page.after.side)))) {
    const after = page.after?.side === side ? page.after.after : null;
    // A side that begins where the page is full is looked at for one item more: is there a next page?
    const { items, next } = await store.openItems.page(key, { side, after, limit: Math.max(1, left) });
    if (left === 0) {
      if (items.rows.count > 0) return { columns, next: { side, after: null } };
      continue;
    }
    columns.push(items);
    left -= items.rows.count;
    if (next !== null) return { columns, next: { side, after: next } };
  }
  return { columns, next: null };
}

function reportsOf(items: OpenItemColumns, asOf: number | null): OpenItemReport[] {
  const { side, rows, recordId, clusterId } = items;
  return Array.from({ length: rows.count }, (_, row) => {
    const day = rows.bookingDay[row]!;
    return {
      ...reportRow(side, { rows, row, recordId: digestIdAt(recordId, row) }),
      ageDays: asOf === null || day === NO_DAY ? 0 : Math.max(0, asOf - day),
      clusterId: isNone(clusterId, row) ? null : digestIdAt(clusterId, row),
    };
  });
}

const isNone = (ids: Uint8Array, i: number): boolean =>
  ids.subarray(i * DIGEST_ID_BYTES, (i + 1) * DIGEST_ID_BYTES).every((byte) => byte === 0);
