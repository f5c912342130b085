// The open rows of a session, with their age and the cluster that contains them: the ledger's first, then the bank's,
// each in stored order. Every run writes them again. So all pages must come from the run of the first page, as with
// matches: places of another run lead to other rows.

import { NO_DAY } from '../../core/money/calendar.ts';
import type { OpenItemColumns } from '../../core/records/documents/open-items.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { digestBytesAt, digestIdAt, isNoDigest } from '../../core/records/rows/digest-ids.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { summaryFromJson } from '../../core/summary/summary-json.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import type { Store } from '../../ports/store.ts';
import type { PageOf, ReportPage } from './report-page.ts';
import { type ReportRow, reportRow } from './report-row.ts';

export interface OpenItemReport extends ReportRow {
  /** Age on the day to which the session's ageing counts; 0 for a row dated after it. */
  readonly ageDays: number;
  readonly clusterId: string | null;
}

/** The side that the page before ended in, and its last item there; `after` null: at the start of the side. */
export interface OpenItemPlace {
  /** Null if the page before was read while the run was still writing its items: no page follows it. */
  readonly runId: string | null;
  readonly side: Side;
  readonly after: number | null;
}

type OpenItemPage = ReportPage<OpenItemReport, OpenItemPlace>;

/** `replaced`: the place belongs to a run that another run has replaced since. */
type OpenItemsReported =
  | { readonly outcome: 'page'; readonly page: OpenItemPage }
  | { readonly outcome: 'unknown_session' }
  | { readonly outcome: 'replaced' };

interface Wanted {
  /** Null: both sides. */
  readonly side: Side | null;
  readonly page: PageOf<OpenItemPlace>;
}

/** `unknown_session` also while the session was never reconciled. Throws store_damaged or store_unavailable. */
export async function reportOpenItems(store: Store, key: SessionKey, wanted: Wanted): Promise<OpenItemsReported> {
  const { after } = wanted.page;
  const session = await store.sessions.get(key);
  if (session === null || session.runId === null) return { outcome: 'unknown_session' };
  if (after !== null && after.runId !== session.runId) return { outcome: 'replaced' };
  const page = await pageOf(store, { key, runId: session.runId }, wanted);
  // A run that replaced this one meanwhile may also have removed items.
  const now = await store.sessions.get(key);
  if (now?.version === session.version) return { outcome: 'page', page };
  return after === null ? reportOpenItems(store, key, wanted) : { outcome: 'replaced' };
}

async function pageOf(
  store: Store,
  { key, runId }: Pick<CommittedSession, 'key' | 'runId'>,
  { side, page }: Wanted,
): Promise<OpenItemPage> {
  const run = await store.runs.get(runId);
  const summary = await store.summaries.latest(key);
  const asOf = summary && summaryFromJson(summary.summary).facts.asOfDay;
  const totals = await store.openItems.aggregate(key);
  const counted = totals.filter((total) => side === null || total.side === side);
  const { columns, next } = await readPage(store, key, { sides: side === null ? SIDES : [side], page });
  return {
    items: columns.flatMap((items) => reportsOf(items, asOf)),
    next: next && { ...next, runId: run?.materialised ? runId : null },
    total: counted.reduce((sum, { rows }) => sum + rows, 0),
  };
}

async function readPage(
  store: Store,
  key: SessionKey,
  { sides, page }: { readonly sides: readonly Side[]; readonly page: PageOf<OpenItemPlace> },
): Promise<{ readonly columns: readonly OpenItemColumns[]; readonly next: Omit<OpenItemPlace, 'runId'> | null }> {
  const columns: OpenItemColumns[] = [];
  let left = page.limit;
  for (const side of sides.slice(Math.max(0, page.after === null ? 0 : sides.indexOf(page.after.side)))) {
    const after = page.after?.side === side ? page.after.after : null;
    // If the page is full where a side begins, one more item is read to see whether there is a next page.
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
    const day = rows.bookingDay[row];
    return {
      ...reportRow(side, { rows, row, recordId: digestIdAt(recordId, row) }),
      ageDays: asOf === null || day === NO_DAY ? 0 : Math.max(0, asOf - day),
      clusterId: isNoDigest(digestBytesAt(clusterId, row)) ? null : digestIdAt(clusterId, row),
    };
  });
}
