// The open rows of a session as a sheet: the columns of open-items.csv, then age, decision and ids.

import { CLASS_NAMES } from '../../core/classification/class-names.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import {
  dayCell,
  ISO_DAYS,
  type LaidOutCell,
  moneyCell,
  numberCell,
  type Sheet,
  textCell,
} from '../../core/summary/layout/cell.ts';
import type { NamedCluster } from '../../ports/clusters.ts';
import type { Store } from '../../ports/store.ts';
import { type OpenItemPlace, type OpenItemReport, reportOpenItems } from './report-open-items.ts';

const TITLES = [
  ...['side', 'file', 'line', 'source_id', 'date', 'amount', 'reference', 'narration', 'cluster_type', 'class_name'],
  ...['looks_like', 'currency', 'age_days', 'decision', 'record_id', 'cluster_id'],
];

const WIDTHS = [7, 22, 8, 12, 12, 17, 32, 50, 20, 30, 40, 9, 10, 11, 34, 34];

const PAGE = 5_000;

/**
 * Null if the session is unknown, or was never reconciled; `replaced` if a run is writing its open rows, or did so
 * meanwhile. Throws store_damaged or store_unavailable.
 */
export async function openItemsSheet(
  store: Store,
  key: SessionKey,
  side: Side | null,
): Promise<Sheet | 'replaced' | null> {
  const lines = await linesOf(store, key, side);
  if (lines === null || lines === 'replaced') return lines;
  return { name: 'Open items', titles: TITLES, lines, dayFormat: ISO_DAYS, isFiltered: true, widths: WIDTHS };
}

async function linesOf(
  store: Store,
  key: SessionKey,
  side: Side | null,
): Promise<readonly LaidOutCell[][] | 'replaced' | null> {
  const lines: LaidOutCell[][] = [];
  for (let after: OpenItemPlace | null = null; ; ) {
    const reported = await reportOpenItems(store, key, { side, page: { after, limit: PAGE } });
    if (reported.outcome === 'unknown_session') return null;
    if (reported.outcome === 'replaced') return 'replaced';
    const { items, next }: { items: readonly OpenItemReport[]; next: OpenItemPlace | null } = reported.page;
    const named = await store.clusters.named(key, [...new Set(items.flatMap(({ clusterId }) => clusterId ?? []))]);
    const clusters = new Map(named.map((cluster) => [cluster.clusterId, cluster]));
    for (const item of items) lines.push(cellsOf(item, clusters.get(item.clusterId ?? '') ?? null));
    if (next === null) return lines;
    after = next;
  }
}

function cellsOf(item: OpenItemReport, cluster: NamedCluster | null): LaidOutCell[] {
  const type = cluster?.type ?? '';
  const words = (CLASS_NAMES as Readonly<Record<string, string>>)[type] ?? '';
  const hints = (cluster?.looksLike ?? []).map(({ sentence }) => sentence).join(' ');
  return [
    ...[item.side, item.file].map(textCell),
    numberCell(item.line),
    textCell(item.sourceId),
    dayCell(item.day),
    moneyCell(item.amountMinor, item.currency),
    ...[item.reference, item.narration, type, words, hints, item.currency].map(textCell),
    numberCell(item.ageDays),
    ...[cluster?.decisionStatus ?? '', item.recordId, item.clusterId].map(textCell),
  ];
}
