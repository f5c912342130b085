// Rows that have the letters or the amount: of the files that count, session by session, the latest first. What became of
// each is looked up for those that are shown alone: an open item, a group of the run, a late group, or nothing.

import { TieoutError } from '../../core/errors.ts';
import { exponentOf } from '../../core/money/money.ts';
import type { Session } from '../../core/records/documents/session.ts';
import { TIER_OPEN, TIER_REVERSAL } from '../../core/records/groups/groups.ts';
import { chunksOf } from '../../core/records/rows/chunks.ts';
import type { RowColumns, Side } from '../../core/records/rows/columns.ts';
import { digestBytesAt, digestIdAt, isNoDigest } from '../../core/records/rows/digest-ids.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { minorOf, type Sought } from '../../core/search/sought.ts';
import { reportGroups } from '../reports/report-groups.ts';
import { reportReversals } from '../reports/report-reversals.ts';
import { type ReportRow, reportRow } from '../reports/report-row.ts';
import { type ReadingDependencies, readStoredRows } from '../rows/read-stored-rows.ts';
import { eachWith, textOf } from '../worklist/open-texts.ts';

export interface FoundRow {
  readonly key: SessionKey;
  readonly row: ReportRow;
  readonly state: 'open' | 'matched' | 'left_out';
  readonly clusterId: string | null;
  readonly match: { readonly groupId: string; readonly tier: number } | null;
}

/** What may still be looked through, of all sessions together. */
export interface Budget {
  rows: number;
  /** Sessions whose content is no longer kept. */
  pruned: number;
  /** Whether something was left. */
  isSpent: boolean;
}

/** Blocks in memory at a time. */
const AT_ONCE = 8;

interface Place {
  readonly side: Side;
  readonly ingestionId: string;
  readonly ordinal: number;
}

/** Finds `most` rows of a session at most, in the order of its files. Throws store_damaged. */
export async function searchRows(
  deps: ReadingDependencies,
  session: Session,
  { sought, most, budget }: { readonly sought: Sought; readonly most: number; readonly budget: Budget },
): Promise<readonly FoundRow[]> {
  try {
    const places = await placesOf(deps, session, { sought, most, budget });
    return places.length === 0 ? [] : await fatesOf(deps, session, places);
  } catch (error) {
    if (!(error instanceof TieoutError && error.code === 'content_pruned')) throw error;
    budget.pruned++;
    return [];
  }
}

async function placesOf(
  { store, compute }: ReadingDependencies,
  { key }: Session,
  { sought, most, budget }: { readonly sought: Sought; readonly most: number; readonly budget: Budget },
): Promise<readonly Place[]> {
  const places: Place[] = [];
  for (const { ingestionId, side } of await store.ingestions.live(key)) {
    const headers = (await store.rowBlocks.headers(ingestionId)).map(({ header }) => header);
    let first = 0;
    for (const numbers of chunksOf([...headers.keys()], AT_ONCE)) {
      const count = numbers.reduce((sum, n) => sum + headers[n]!.rows, 0);
      if (places.length >= most) return places;
      if (budget.rows < count) {
        budget.isSpent = true;
        return places;
      }
      budget.rows -= count;
      const rows = await compute.unpackRows(await store.rowBlocks.read(ingestionId, { numbers }));
      for (const row of rowsWith(rows, sought)) places.push({ side, ingestionId, ordinal: first + row });
      first += count;
    }
  }
  return places.slice(0, most);
}

function rowsWith(rows: RowColumns, sought: Sought): readonly number[] {
  const found = new Set<number>();
  const { text, offsets } = textOf(rows);
  eachWith({ text, offsets, count: rows.count }, sought.text, (row) => found.add(row));
  const minor = rows.currencies.map((currency) => minorOf(sought, exponentOf(currency)));
  if (sought.decimal !== null) {
    for (let row = 0; row < rows.count; row++) {
      if (Math.abs(rows.amount[row]!) === minor[rows.currency[row]!]) found.add(row);
    }
  }
  return [...found].sort((a, b) => a - b);
}

async function fatesOf(
  deps: ReadingDependencies,
  session: Session,
  places: readonly Place[],
): Promise<readonly FoundRow[]> {
  const { key } = session;
  const wanted = new Map<string, Set<number>>();
  for (const { ingestionId, ordinal } of places)
    wanted.set(ingestionId, (wanted.get(ingestionId) ?? new Set()).add(ordinal));
  const stored = await readStoredRows(deps, key, wanted);
  const rows = places.map(({ side, ingestionId, ordinal }) => {
    const { columns, recordIds, rowOf } = stored[side];
    const row = rowOf(ingestionId, ordinal);
    return reportRow(side, { rows: columns, row, recordId: recordIds[row]! });
  });
  const open = await openOf(deps, key, rows);
  const late = new Map(
    (
      await deps.store.lateGroups.holding(
        key,
        rows.map(({ recordId }) => recordId),
      )
    ).flatMap((group) =>
      [...group.gl, ...group.bank].map(({ recordId }) => [recordId, { groupId: group.groupId, tier: group.tier }]),
    ),
  );
  const shut = places.filter((_, i) => !open.has(rows[i]!.recordId) && !late.has(rows[i]!.recordId));
  const matched = await matchesOf(deps, session, shut);
  return rows.map((row, i) => {
    const match = late.get(row.recordId) ?? matched.get(placeName(places[i]!)) ?? null;
    const clusterId = open.get(row.recordId);
    const state = clusterId !== undefined ? 'open' : match === null ? 'left_out' : 'matched';
    return { key, row, state, clusterId: clusterId ?? null, match: state === 'open' ? null : match };
  });
}

const placeName = ({ ingestionId, ordinal }: Pick<Place, 'ingestionId' | 'ordinal'>): string =>
  `${ingestionId} ${ordinal}`;

/** The cluster of each row that is open, null where it has none, by record id. */
async function openOf(
  { store }: ReadingDependencies,
  { tenant, partner }: SessionKey,
  rows: readonly ReportRow[],
): Promise<ReadonlyMap<string, string | null>> {
  const found = new Map<string, string | null>();
  for (const [side, ofSide] of Map.groupBy(rows, (row) => row.side)) {
    const recordIds = ofSide.map(({ recordId }) => recordId);
    const { rows: items, recordId, clusterId } = await store.openItems.named({ tenant, partner, side, recordIds });
    for (let i = 0; i < items.count; i++) {
      const isNone = isNoDigest(digestBytesAt(clusterId, i));
      found.set(digestIdAt(recordId, i), isNone ? null : digestIdAt(clusterId, i));
    }
  }
  return found;
}

/** The run's group of each of these rows that is in one, by its place. */
async function matchesOf(
  deps: ReadingDependencies,
  { key, runId }: Session,
  places: readonly Place[],
): Promise<ReadonlyMap<string, NonNullable<FoundRow['match']>>> {
  const found = new Map<string, NonNullable<FoundRow['match']>>();
  if (runId === null || places.length === 0) return found;
  const left = new Set(places.map(placeName));
  for (const { n, header } of await deps.store.groupBlocks.headers(runId)) {
    if (left.size === 0) break;
    if (header.tier === TIER_OPEN) continue;
    const groups = await deps.compute.unpackGroups(await deps.store.groupBlocks.read(runId, [n]));
    for (const { offsets, positions } of [groups.gl, groups.bank]) {
      for (let g = 0; g < groups.count; g++) {
        for (let k = offsets[g]!; k < offsets[g + 1]!; k++) {
          const ingestionId = groups.ingestions[positions[2 * k]!]!;
          const name = placeName({ ingestionId, ordinal: positions[2 * k + 1]! });
          if (!left.delete(name)) continue;
          const report = header.tier === TIER_REVERSAL ? reportReversals : reportGroups;
          const [group] = await report(deps, key, { groups, from: g, to: g + 1 });
          if (group !== undefined) found.set(name, { groupId: group.groupId, tier: group.tier });
        }
      }
    }
  }
  return found;
}
