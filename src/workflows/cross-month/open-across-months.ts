// The open items that a match across months takes. By the contract's route: the ledger's of the months before the period
// and the bank's of the period. With both sides: of either side those of the months before and the session's own.

import { candidates, heldBeside } from '../../core/cross-month/open-candidates.ts';
import { isAdHoc } from '../../core/exceptions/ad-hoc-id.ts';
import { monthsBefore } from '../../core/money/calendar.ts';
import type { ClusterRows } from '../../core/records/documents/cluster-rows.ts';
import { copiedItem, joinItems } from '../../core/records/documents/item-rows.ts';
import type { OpenItemColumns } from '../../core/records/documents/open-items.ts';
import { mayMeet, type Session } from '../../core/records/documents/session.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import { dayOf } from '../../core/records/rows/row-day.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Days } from '../../ports/engine.ts';
import type { Store } from '../../ports/store.ts';
import { ofOtherMonths } from '../opened/homes.ts';
import { matchedSince, type SessionRows } from '../rows/matched-since.ts';

export interface SessionOfMonth {
  readonly key: SessionKey;
  /** Day numbers. */
  readonly periodStart: number;
  readonly periodEnd: number;
  readonly monthsBack: number;
  /** Whether the bank's items of the months before and the ledger's of the period take part too. */
  readonly bothSides: boolean;
}

export interface OpenAcrossMonths {
  /** Free items first, then items that late groups hold. */
  readonly items: Readonly<Record<Side, OpenItemColumns>>;
  readonly free: Readonly<Record<Side, number>>;
  readonly sessionOf: (ingestionId: string) => string | null;
  /** Whether a group must have rows of two sessions. */
  readonly bothSides: boolean;
  /** Clusters of the sessions that may take part: pending ones, and with both sides decided ones too. */
  readonly clusters: ClustersOfSessions;
}

type ClustersOfSessions = ReadonlyMap<string, ClusterRows>;

export async function openAcrossMonths(
  deps: SessionRows & { readonly store: Store },
  { key, periodStart, periodEnd, monthsBack, bothSides }: SessionOfMonth,
): Promise<OpenAcrossMonths> {
  const { store } = deps;
  const { tenant, partner, session } = key;
  const sessions = await store.sessions.list({ tenant, partner });
  const own = sessions.find((one) => one.key.session === session) ?? null;
  const places = new Map(sessions.flatMap((one) => one.ingestions.map((id) => [id, one] as const)));
  const nameOf = (ingestionId: string): string => places.get(ingestionId)?.key.session ?? '';
  const isOfKind = (ingestionId: string): boolean => {
    const of = places.get(ingestionId);
    if (of === undefined) return false;
    if (!isAdHoc(of.key.session)) return of.kind === own?.kind;
    return own === null || own.kind === null || mayMeet(of, own.kind);
  };
  const ofKind = (id: string): string | null => (isOfKind(id) ? nameOf(id) : null);
  // Rows that were uploaded for a decision belong to no month's session.
  const ofSession = (id: string): string | null =>
    nameOf(id) === session || (isAdHoc(nameOf(id)) && isOfKind(id)) ? nameOf(id) : null;
  const scope = { tenant, partner };
  const fromDay = monthsBefore(periodStart, monthsBack);
  const before = { fromDay, toDay: periodStart - 1, sessionOf: ofKind };
  const within = { fromDay: periodStart, toDay: periodEnd, sessionOf: ofSession };
  const parts: Readonly<Record<Side, readonly (Days & { readonly sessionOf: typeof ofKind })[]>> = {
    gl: bothSides ? [before, within] : [before],
    bank: bothSides ? [before, within] : [within],
  };
  const held = new Set(await store.lateGroups.heldUids(scope, { fromDay, toDay: periodEnd }));
  const read = (side: Side, isHeld: boolean) =>
    Promise.all(
      parts[side].map(async ({ sessionOf, ...days }) => ({
        items: await store.openItems.columns({ ...scope, side, ...days, held: isHeld }),
        sessionOf,
        days,
      })),
    );
  const [gl, bank, heldGl, heldBank] = await Promise.all([
    read('gl', false),
    read('bank', false),
    read('gl', true),
    read('bank', true),
  ]);
  // A partner has years of exceptions: only those of sessions that may take part are read.
  const taking = new Set([session]);
  for (const { items } of bothSides ? [...gl, ...bank] : gl) {
    for (const name of items.ingestions.map(nameOf)) if (name !== '') taking.add(name);
  }
  const clusters = new Map<string, ClusterRows>();
  for (const name of taking)
    clusters.set(name, await store.clusters.rows({ ...scope, session: name }, { decided: bothSides }));
  const order = sessions.map((one) => one.key.session);
  const ofOthers = new Set<string>();
  for (const { items } of bothSides ? [...gl, ...bank] : []) {
    for (const id of await ofOtherSessions(deps, items, { sessions, nameOf })) ofOthers.add(id);
  }
  const inClusters = clustersIn(clusters, ofOthers);
  const free = async (of: typeof gl): Promise<OpenItemColumns> => {
    const found: OpenItemColumns[] = [];
    for (const { items, sessionOf, days } of of) {
      const spent = new Set([...ofOthers, ...(await matchedSince(deps, { ...scope, ...days }, items))]);
      found.push(candidates(items, { sessionOf, order, held, ...inClusters, spent }));
    }
    const [first, ...others] = found;
    return joinItems([first!, ...others]);
  };
  const freeItems = { gl: await free(gl), bank: await free(bank) };
  const beside = (of: typeof gl) => of.map(({ items, sessionOf }) => heldBeside(items, { sessionOf }));
  return {
    items: {
      gl: joinItems([freeItems.gl, ...beside(heldGl)]),
      bank: joinItems([freeItems.bank, ...beside(heldBank)]),
    },
    free: { gl: freeItems.gl.rows.count, bank: freeItems.bank.rows.count },
    sessionOf: nameOf,
    bothSides,
    clusters,
  };
}

/** All clusters, and those of several rows; `ofOthers`: record ids of rows that do not count. */
function clustersIn(
  clusters: ClustersOfSessions,
  ofOthers: ReadonlySet<string>,
): {
  readonly known: ReadonlySet<string>;
  readonly shared: ReadonlySet<string>;
} {
  const [all, shared] = [new Set<string>(), new Set<string>()];
  for (const { count, clusterId, offsets, recordId } of clusters.values()) {
    for (let i = 0; i < count; i++) {
      const id = digestIdAt(clusterId, i);
      all.add(id);
      let own = offsets[i + 1] - offsets[i];
      for (let k = offsets[i]; own > 1 && k < offsets[i + 1]; k++) if (ofOthers.has(digestIdAt(recordId, k))) own--;
      if (own > 1) shared.add(id);
    }
  }
  return { known: all, shared };
}

/** Record ids of the items beside their session's period of which the session of their own month decides. */
async function ofOtherSessions(
  deps: SessionRows,
  items: OpenItemColumns,
  { sessions, nameOf }: { readonly sessions: readonly Session[]; readonly nameOf: (ingestionId: string) => string },
): Promise<readonly string[]> {
  const months = sessions.filter((one) => !isAdHoc(one.key.session));
  const byName = new Map(months.map((one) => [one.key.session, one]));
  const rows = Array.from({ length: items.rows.count }, (_, item) => item)
    .filter((item) => {
      const of = byName.get(nameOf(items.ingestions[items.ingestion[item]]));
      const day = dayOf(items.rows, item);
      return of !== undefined && ((of.periodStart ?? day) > day || (of.periodEnd ?? day) < day);
    })
    .map((item) => copiedItem(items, item, nameOf));
  return [...(await ofOtherMonths(deps, rows, months))].map(({ recordId }) => recordId);
}
