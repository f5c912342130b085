// Rows of documents that were supplied for decisions, of which a session's run has matched as many as it could be since:
// no session had them at the time. They stay open in the store, and are nobody's counterpart: a row is money once.

import { isAdHoc } from '../../core/exceptions/ad-hoc-id.ts';
import type { PartnerScope } from '../../core/records/documents/late-groups.ts';
import type { OpenItemColumns } from '../../core/records/documents/open-items.ts';
import { TIER_OPEN } from '../../core/records/groups/groups.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { Unpacking } from '../../ports/compute.ts';
import type { Days } from '../../ports/engine.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import type { Store } from '../../ports/store.ts';

/** What rows of sessions and their groups are read from. */
export interface SessionRows {
  readonly store: Pick<Store, 'sessions' | 'ingestions' | 'rowBlocks' | 'groupBlocks'>;
  readonly compute: Unpacking;
}

/** The records, of open rows that were booked in the days. */
export async function matchedSince(
  { store, compute }: SessionRows,
  scope: PartnerScope & Days,
  items: OpenItemColumns,
): Promise<string[]> {
  const records = new Map<string, string[]>();
  for (let row = 0; row < items.rows.count; row++) {
    if (!isAdHoc(items.sessions?.[items.ingestion[row]!] ?? '')) continue;
    const name = nameOf(items.rows.fingerprint, row);
    records.set(name, [...(records.get(name) ?? []), digestIdAt(items.recordId, row)]);
  }
  if (records.size === 0) return [];
  const most = new Map<string, number>();
  for (const { key, runId, ...session } of await store.sessions.list(scope)) {
    if (isAdHoc(key.session) || runId === null) continue;
    const found = await placesOf({ store, compute }, { ...session, key, runId }, { side: items.side, scope, records });
    if (found.size === 0) continue;
    const counts = new Map<string, number>();
    for (const place of await matchedPlaces({ store, compute }, runId, items.side)) {
      const name = found.get(place);
      if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    for (const [name, times] of counts) most.set(name, Math.max(most.get(name) ?? 0, times));
  }
  return [...most].flatMap(([name, times]) => records.get(name)!.slice(0, times));
}

const nameOf = (fingerprint: Uint32Array, row: number): string => `${fingerprint[2 * row]},${fingerprint[2 * row + 1]}`;
const placeOf = (ingestionId: string, ordinal: number): string => `${ingestionId} ${ordinal}`;

/** Where a session keeps rows of these fingerprints. */
async function placesOf(
  { store, compute }: SessionRows,
  { key }: CommittedSession,
  {
    side,
    scope,
    records,
  }: { readonly side: Side; readonly scope: Days; readonly records: ReadonlyMap<string, unknown> },
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { ingestionId, side: ofSide } of await store.ingestions.live(key)) {
    if (ofSide !== side) continue;
    const headers = await store.rowBlocks.headers(ingestionId);
    const isNear = headers.map(({ header }) => header.firstDay <= scope.toDay && header.lastDay >= scope.fromDay);
    const near = headers.flatMap(({ n }, k) => (isNear[k] ? [n] : []));
    if (near.length === 0) continue;
    const packed = await store.rowBlocks.fingerprints(ingestionId, near);
    let first = 0;
    let k = 0;
    for (const [h, { header }] of headers.entries()) {
      if (isNear[h]) {
        const fingerprint = packed[k++]!.packed;
        const { fingerprint: words } = await compute.unpackRows([{ header, packed: { fingerprint } }]);
        for (let row = 0; row < header.rows; row++) {
          const name = nameOf(words, row);
          if (records.has(name)) found.set(placeOf(ingestionId, first + row), name);
        }
      }
      first += header.rows;
    }
  }
  return found;
}

/** Of the rows that a run has in groups. */
async function matchedPlaces({ store, compute }: SessionRows, runId: string, side: Side): Promise<readonly string[]> {
  const headers = await store.groupBlocks.headers(runId);
  const numbers = headers.flatMap(({ n, header }) => (header.tier === TIER_OPEN ? [] : [n]));
  const groups = await compute.unpackGroups(await store.groupBlocks.read(runId, numbers));
  const { positions } = groups[side];
  return Array.from({ length: positions.length / 2 }, (_, k) =>
    placeOf(groups.ingestions[positions[2 * k]!] ?? '', positions[2 * k + 1]!),
  );
}
