// Makes matches count: late groups of the operation are proposed, then their rows are claimed and the groups confirmed,
// under the partner's row lease. Rows are copied from the open items of this moment; a match with a row that is no
// longer open is dropped, and one of rows that people set apart.

import { isTogether } from '../../core/people/set-apart.ts';
import type { Operation } from '../../core/records/documents/decisions.ts';
import { copiedItem } from '../../core/records/documents/item-rows.ts';
import { NO_ID, type OpenItemColumns } from '../../core/records/documents/open-items.ts';
import type { LateGroup, LateRow } from '../../core/records/late/late-groups.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { ProposedMatch } from '../../ports/engine.ts';
import type { Fenced } from '../../ports/leases.ts';
import type { Store } from '../../ports/store.ts';
import { apartInForce } from '../constraints/apart-in-force.ts';
import type { OpenSides } from './open-sides.ts';
import { MATCHED_BY_DECISION } from './void-groups.ts';

export type MatchToCommit = Omit<ProposedMatch, 'groupId' | 'currency' | 'clusterIds'>;

interface CommitDependencies {
  readonly store: Pick<Store, 'lateGroups' | 'clusters' | 'acts'>;
  readonly digest: Digest;
  readonly clock: () => number;
}

/** Answers how many groups were proposed; the operation's groups tell which were confirmed. */
export async function commitMatches(
  { store, digest, clock }: CommitDependencies,
  {
    operation: { operationId, tenant, partner, at, salt = '' },
    matches,
    open,
    under,
  }: {
    /** `salt`: for a group that may be made again after it was voided. */
    readonly operation: Pick<Operation, 'operationId' | 'tenant' | 'partner' | 'at'> & { readonly salt?: string };
    readonly matches: readonly MatchToCommit[];
    readonly open: OpenSides;
    readonly under: Fenced;
  },
): Promise<number> {
  const places = { gl: rowsByRecordId(open.gl), bank: rowsByRecordId(open.bank) };
  const sessionOf = { gl: sessionsIn(open.gl), bank: sessionsIn(open.bank) };
  const rowsOf = (side: Side, ids: readonly string[]): LateRow[] =>
    ids.flatMap((id) => {
      const place = places[side].get(id);
      return place === undefined ? [] : [copiedItem(open[side], place, sessionOf[side])];
    });
  const made = matches.flatMap((match): LateGroup[] => {
    const { glRecordIds, bankRecordIds, tier, confidence, differenceMinor, days, feeBasis } = match;
    const [gl, bank] = [rowsOf('gl', glRecordIds), rowsOf('bank', bankRecordIds)];
    if (gl.length < glRecordIds.length || bank.length < bankRecordIds.length) return [];
    // A group of this call alone: the group of another call may be void by now.
    const name = ['late', operationId, salt, [...glRecordIds].sort(), [...bankRecordIds].sort()];
    const { textScore, probability, keysCompared } = match;
    return [
      {
        groupId: digest(JSON.stringify(name)).slice(0, 32),
        ...{ origin: 'decision', operation: operationId, tier, confidence, differenceMinor, days, feeBasis },
        ...{ textScore, probability, keysCompared, gl, bank, createdAt: at },
      },
    ];
  });
  const scope = { tenant, partner };
  const apart = made.length === 0 ? [] : await apartInForce(store, scope);
  const groups = made.filter((group) => !isTogether(group, apart));
  await store.lateGroups.propose(scope, { groups, under });
  await store.lateGroups.settle(scope, { at: clock(), under });
  return groups.length;
}

/** Pending clusters of other types with rows that are matched now, to be voided, by session. */
export async function voidOthers(
  { store, clock }: CommitDependencies,
  {
    scope,
    groups,
    open,
    decided,
    under,
  }: {
    readonly scope: { readonly tenant: string; readonly partner: string };
    readonly groups: readonly LateGroup[];
    readonly open: OpenSides;
    /** Clusters that the decision is about. */
    readonly decided: ReadonlySet<string>;
    readonly under: Fenced;
  },
): Promise<void> {
  const bySession = new Map<string, string[]>();
  for (const side of SIDES) {
    const places = rowsByRecordId(open[side]);
    for (const { recordId, session } of groups.flatMap((group) => group[side])) {
      const row = places.get(recordId);
      const cluster = row === undefined ? NO_ID : digestIdAt(open[side].clusterId, row);
      if (cluster === NO_ID || decided.has(cluster)) continue;
      bySession.set(session, [...(bySession.get(session) ?? []), cluster]);
    }
  }
  for (const [session, clusterIds] of bySession) {
    await store.clusters.voidSome(
      { ...scope, session },
      { clusterIds, reason: MATCHED_BY_DECISION, at: clock(), under },
    );
  }
}

const rowsByRecordId = ({ recordId, rows }: OpenItemColumns): Map<string, number> =>
  new Map(Array.from({ length: rows.count }, (_, row) => [digestIdAt(recordId, row), row]));

/** The session of each ingestion. */
function sessionsIn({ ingestions, sessions = [] }: OpenItemColumns): (ingestionId: string) => string | undefined {
  const names = new Map(ingestions.map((id, place) => [id, sessions[place]]));
  return (ingestionId) => names.get(ingestionId);
}
