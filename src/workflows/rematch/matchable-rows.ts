// Which open rows of a partner a rematch may still use: those of its own vertical, for verticals never see each other's
// rows (spec/2). A row of a statement may lie open in several sessions and among
// the documents that were supplied for decisions, and it is money once: of copies one takes part, and none where a late
// group holds one of them or a session that had the row after its document has matched it.

import { isAdHoc } from '../../core/exceptions/ad-hoc-id.ts';
import type { PartnerScope } from '../../core/records/documents/late-groups.ts';
import { NO_ID, type OpenItemColumns } from '../../core/records/documents/open-items.ts';
import { mayMeet } from '../../core/records/documents/session.ts';
import { TIER_OPEN } from '../../core/records/groups/groups.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { Unpacking } from '../../ports/compute.ts';
import type { Days } from '../../ports/engine.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import type { Store } from '../../ports/store.ts';
import { type OpenSides, openSides, withoutRecords } from './open-sides.ts';

interface MatchableDependencies {
  readonly store: Pick<Store, 'openItems' | 'lateGroups' | 'sessions' | 'ingestions' | 'rowBlocks' | 'groupBlocks'>;
  readonly compute: Unpacking;
}

/** Of sessions of the kind. `isWanted`: of copies such a record takes part, else the one that was open first. */
export async function matchableSides(
  deps: MatchableDependencies,
  scope: PartnerScope & Days,
  { kind, isWanted }: { readonly kind: string; readonly isWanted: (recordId: string) => boolean },
): Promise<OpenSides> {
  const open = await ofKind(deps.store, scope, { kind, open: await openSides(deps.store, scope) });
  const groups = await deps.store.lateGroups.bookedWithin(scope, scope);
  const spent = new Set<string>();
  for (const side of SIDES) {
    const held = new Set(groups.flatMap((group) => group[side].flatMap(({ uid }) => uid ?? [])));
    for (const id of copiesIn(open[side], held, isWanted)) spent.add(id);
    for (const id of await matchedSince(deps, scope, open[side])) spent.add(id);
  }
  return withoutRecords(open, spent);
}

async function ofKind(
  { sessions }: Pick<Store, 'sessions'>,
  scope: PartnerScope,
  { kind, open }: { readonly kind: string; readonly open: OpenSides },
): Promise<OpenSides> {
  const strangers = new Set(
    (await sessions.list(scope)).filter((session) => !mayMeet(session, kind)).map(({ key }) => key.session),
  );
  const records = SIDES.flatMap((side) => {
    const { rows, recordId, ingestion, sessions: names = [] } = open[side];
    return Array.from({ length: rows.count }, (_, row) => row)
      .filter((row) => strangers.has(names[ingestion[row]!] ?? ''))
      .map((row) => digestIdAt(recordId, row));
  });
  return withoutRecords(open, new Set(records));
}

/** All but one of each row's copies, and all where one is held. */
function copiesIn(items: OpenItemColumns, held: ReadonlySet<string>, isWanted: (recordId: string) => boolean) {
  const copies = new Map<string, string[]>();
  for (let row = 0; row < items.rows.count; row++) {
    const uid = digestIdAt(items.uid, row);
    if (uid === NO_ID) continue;
    const records = copies.get(uid);
    if (records === undefined) copies.set(uid, [digestIdAt(items.recordId, row)]);
    else records.push(digestIdAt(items.recordId, row));
  }
  return [...copies].flatMap(([uid, records]) => {
    if (held.has(uid)) return records;
    const kept = records.find(isWanted) ?? records[0];
    return records.filter((record) => record !== kept);
  });
}

/** Rows of documents of which a session's run has matched as many as it could be: no session had them at the time. */
async function matchedSince(
  { store, compute }: MatchableDependencies,
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
  { store, compute }: MatchableDependencies,
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
async function matchedPlaces(
  { store, compute }: MatchableDependencies,
  runId: string,
  side: Side,
): Promise<readonly string[]> {
  const headers = await store.groupBlocks.headers(runId);
  const numbers = headers.flatMap(({ n, header }) => (header.tier === TIER_OPEN ? [] : [n]));
  const groups = await compute.unpackGroups(await store.groupBlocks.read(runId, numbers));
  const { positions } = groups[side];
  return Array.from({ length: positions.length / 2 }, (_, k) =>
    placeOf(groups.ingestions[positions[2 * k]!] ?? '', positions[2 * k + 1]!),
  );
}
