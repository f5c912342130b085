// Which open rows of a partner a rematch may still use: those of its own vertical, for verticals never see each other's
// rows (spec/2). A row of a statement may lie open in several sessions and among the documents that were supplied for
// decisions, and it is money once: of copies one takes part, and none where a late group holds one of them or a session
// that had the row after its document has matched it. What an exception of several open rows explains is explained, as
// across months: with one of them gone the others would be open for no reason.

import type { PartnerScope } from '../../core/records/documents/late-groups.ts';
import { NO_ID, type OpenItemColumns } from '../../core/records/documents/open-items.ts';
import { mayMeet } from '../../core/records/documents/session.ts';
import { SIDES } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { Days } from '../../ports/engine.ts';
import type { Store } from '../../ports/store.ts';
import { matchedSince, type SessionRows } from '../rows/matched-since.ts';
import { type OpenSides, openSides, withoutRecords } from './open-sides.ts';

type MatchableDependencies = SessionRows & { readonly store: Pick<Store, 'openItems' | 'lateGroups'> };

/** Of sessions of the kind. `isWanted`: of copies such a record takes part, else the one that was open first. */
export async function matchableSides(
  deps: MatchableDependencies,
  scope: PartnerScope & Days,
  { kind, isWanted }: { readonly kind: string; readonly isWanted: (recordId: string) => boolean },
): Promise<OpenSides> {
  const open = await ofKind(deps.store, scope, { kind, open: await openSides(deps.store, scope) });
  const groups = await deps.store.lateGroups.bookedWithin(scope, scope);
  const spent = new Set(explained(open, isWanted));
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

/** Rows whose exceptions have others that are open. */
function explained(open: OpenSides, isWanted: (recordId: string) => boolean): string[] {
  const rows = SIDES.flatMap((side) =>
    Array.from({ length: open[side].rows.count }, (_, row) => ({
      record: digestIdAt(open[side].recordId, row),
      cluster: digestIdAt(open[side].clusterId, row),
    })),
  );
  const counts = new Map<string, number>();
  for (const { cluster } of rows) counts.set(cluster, (counts.get(cluster) ?? 0) + 1);
  return rows.flatMap(({ record, cluster }) =>
    cluster === NO_ID || counts.get(cluster) === 1 || isWanted(record) ? [] : [record],
  );
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
