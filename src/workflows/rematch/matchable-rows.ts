// Which open rows of a partner a rematch may still use: only rows of its own vertical. One row of a
// statement may be open in several sessions and among the documents for decisions, and it is money once. So one copy
// takes part, and none if a late group holds one of them, or if a session that got the row after its document has
// matched it. Rows whose exception contains several open rows are explained and left out, as across months: if one of
// them were matched, the others would be open for no reason.

import type { OpenItemColumns } from '../../core/records/documents/open-items.ts';
import { mayMeet } from '../../core/records/documents/session.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { digestIdAt, packDigestIds } from '../../core/records/rows/digest-ids.ts';
import { DIGEST_ID_WORDS, digestIdWords, KeyNumbers } from '../../core/records/rows/key-numbers.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { Days } from '../../ports/engine.ts';
import type { Store } from '../../ports/store.ts';
import { matchedSince, type SessionRows } from '../rows/matched-since.ts';
import { type OpenSides, openSides, type RowsToDrop, withoutRows } from './open-sides.ts';

type MatchableDependencies = SessionRows & { readonly store: Pick<Store, 'openItems' | 'lateGroups'> };

/**
 * Rows of sessions of the kind. `isWanted`: the copy that takes part; without one, the copy that was open first does.
 */
export async function matchableSides(
  deps: MatchableDependencies,
  scope: PartnerScope & Days,
  { kind, isWanted }: { readonly kind: string; readonly isWanted: (recordId: string) => boolean },
): Promise<OpenSides> {
  const open = await ofKind(deps.store, scope, { kind, open: await openSides(deps.store, scope) });
  const groups = await deps.store.lateGroups.bookedWithin(scope, scope);
  const spent = explained(open, isWanted);
  for (const side of SIDES) {
    const held = groups.flatMap((group) => group[side].flatMap(({ uid }) => uid ?? []));
    spendCopies(open[side], { held, isWanted, spent: spent[side] });
    const since = new Set(await matchedSince(deps, scope, open[side]));
    if (since.size > 0) spendRecords(open[side], since, spent[side]);
  }
  return withoutRows(open, spent);
}

async function ofKind(
  { sessions }: Pick<Store, 'sessions'>,
  scope: PartnerScope,
  { kind, open }: { readonly kind: string; readonly open: OpenSides },
): Promise<OpenSides> {
  const strangers = new Set(
    (await sessions.list(scope)).filter((session) => !mayMeet(session, kind)).map(({ key }) => key.session),
  );
  const of = ({ rows, ingestion, sessions: names = [] }: OpenItemColumns) => {
    const isStranger = names.map((name) => strangers.has(name));
    return new Uint8Array(rows.count).map((_, row) => (isStranger[ingestion[row]] ? 1 : 0));
  };
  return withoutRows(open, { gl: of(open.gl), bank: of(open.bank) });
}

/** Rows whose exceptions contain other open rows. */
function explained(open: OpenSides, isWanted: (recordId: string) => boolean): RowsToDrop {
  const clusters = new KeyNumbers(DIGEST_ID_WORDS);
  const counts: number[] = [];
  const words = { gl: digestIdWords(open.gl.clusterId), bank: digestIdWords(open.bank.clusterId) };
  // Most rows have no cluster.
  const noCluster = clusters.add(new Uint32Array(DIGEST_ID_WORDS), 0);
  for (const side of SIDES) {
    for (let row = 0; row < open[side].rows.count; row++) {
      const cluster = clusters.add(words[side], row);
      counts[cluster] = (counts[cluster] ?? 0) + 1;
    }
  }
  const of = (side: Side) =>
    new Uint8Array(open[side].rows.count).map((_, row) => {
      const cluster = clusters.numberOf(words[side], row);
      if (cluster === noCluster || counts[cluster] === 1) return 0;
      return isWanted(digestIdAt(open[side].recordId, row)) ? 0 : 1;
    });
  return { gl: of('gl'), bank: of('bank') };
}

/** Marks all but one of each row's copies as spent, and all of them if one is held. */
function spendCopies(
  items: OpenItemColumns,
  {
    held,
    isWanted,
    spent,
  }: {
    readonly held: readonly string[];
    readonly isWanted: (recordId: string) => boolean;
    readonly spent: Uint8Array;
  },
): void {
  const uids = new KeyNumbers(DIGEST_ID_WORDS, items.rows.count);
  const noUid = uids.add(new Uint32Array(DIGEST_ID_WORDS), 0);
  const words = digestIdWords(items.uid);
  const wanted = (row: number) => isWanted(digestIdAt(items.recordId, row));
  // The row that takes part, for each uid: the first wanted one, else the first.
  const kept = new Int32Array(items.rows.count + 1).fill(-1);
  const keptIsWanted = new Uint8Array(items.rows.count + 1);
  const isCopied = new Uint8Array(items.rows.count + 1);
  for (let row = 0; row < items.rows.count; row++) {
    const uid = uids.add(words, row);
    if (uid === noUid) continue;
    if (kept[uid] === -1) {
      kept[uid] = row;
      continue;
    }
    if (!isCopied[uid]) keptIsWanted[uid] = wanted(kept[uid]) ? 1 : 0;
    isCopied[uid] = 1;
    if (keptIsWanted[uid] || !wanted(row)) continue;
    kept[uid] = row;
    keptIsWanted[uid] = 1;
  }
  const heldWords = digestIdWords(packDigestIds(held));
  for (let i = 0; i < held.length; i++) {
    const uid = uids.numberOf(heldWords, i);
    // Marks a uid none of whose rows takes part.
    if (uid >= 0 && uid !== noUid) kept[uid] = items.rows.count;
  }
  for (let row = 0; row < items.rows.count; row++) {
    const uid = uids.numberOf(words, row);
    if (uid !== noUid && kept[uid] !== row) spent[row] = 1;
  }
}

function spendRecords(items: OpenItemColumns, records: ReadonlySet<string>, spent: Uint8Array): void {
  for (let row = 0; row < items.rows.count; row++) {
    if (records.has(digestIdAt(items.recordId, row))) spent[row] = 1;
  }
}
