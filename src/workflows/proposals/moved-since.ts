// Finds what a proposal names that has changed since it was made, so that nobody accepts it unseen.

import { TieoutError } from '../../core/errors.ts';
import type { MovedSince, Proposal, ProposedCluster } from '../../core/people/proposal.ts';
import type { AuditRow } from '../../core/records/documents/audit.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import { whySweepsNot } from '../decisions/sweep-pattern.ts';
import { auditAbout } from '../review/audit-about.ts';
import { clustersOf } from '../review/proposal-acts.ts';
import { versionOf } from '../review/proposed-clusters.ts';
import { signedSessions } from '../sign-off/signed-sessions.ts';
import { lookAt, type Ordered, type OrderedDependencies } from './look-at-order.ts';
import { orderOf } from './stored-order.ts';

/** In order of the ids; empty: the order can be carried out as it was looked at. */
export async function movedSince(
  deps: OrderedDependencies,
  scope: PartnerScope,
  proposal: Proposal,
): Promise<readonly MovedSince[]> {
  const { store } = deps;
  const proposed = await clustersOf(store, scope, proposal.id);
  const ordered = orderOf(proposal, proposed);
  const moved = new Map<string, string>();
  for (const { id, how } of await movedClusters(deps, scope, proposed)) moved.set(id, how);
  const ids = new Set(proposed.map(({ id }) => id));
  for (const session of proposal.sessions) {
    const after = { at: proposal.at, place: Number.MAX_SAFE_INTEGER };
    for await (const row of auditAbout(store, { ...scope, session }, { ids, after }))
      if (hasDecided(row) && !moved.has(row.clusterId)) moved.set(row.clusterId, 'was decided on since');
  }
  if (moved.size === 0)
    for (const { id, how } of await refusedNow(deps, scope, { proposal, ordered, ids })) moved.set(id, how);
  return [...moved].sort(([a], [b]) => (a < b ? -1 : 1)).map(([id, how]) => ({ id, how }));
}

/** Not what was noted, or looked for and not found. */
const hasDecided = ({ decision, before, after }: AuditRow): boolean =>
  decision !== 'followed_up' && !(decision === 'reconcile' && before === after);

async function movedClusters(
  { store, digest }: OrderedDependencies,
  scope: PartnerScope,
  proposed: readonly ProposedCluster[],
): Promise<MovedSince[]> {
  const ids = proposed.map(({ id }) => id);
  const now = new Map((await store.clusters.named(scope, ids)).map((one) => [one.clusterId, one]));
  return proposed.flatMap(({ id, version, status }) => {
    const found = now.get(id);
    if (found === undefined || found.decisionStatus === null) return [{ id, how: 'is there no more' }];
    if (found.decisionStatus !== status) return [{ id, how: `is ${found.decisionStatus} now` }];
    return versionOf(found, digest) === version ? [] : [{ id, how: 'has other money or days now' }];
  });
}

/** What else the act would be refused for: rows that are matched, a match that is gone, exceptions that came since. */
async function refusedNow(
  deps: OrderedDependencies,
  scope: PartnerScope,
  of: { readonly proposal: Proposal; readonly ordered: Ordered; readonly ids: ReadonlySet<string> },
): Promise<MovedSince[]> {
  const { proposal, ordered, ids } = of;
  if (ids.size > 0) {
    const signed = await signedSessions(deps.store, scope);
    const session = proposal.sessions.find((one) => signed.has(one));
    if (session !== undefined) return [{ id: session, how: 'is signed off' }];
  }
  if (proposal.patternId !== null) {
    const why = await whySweepsNot(deps, scope, proposal.patternId);
    return why === null ? [] : [{ id: proposal.patternId, how: why }];
  }
  try {
    const { clusters } = await lookAt(deps, scope, ordered);
    // A document is matched with every exception that is open.
    const isOfDocument = ordered.kind === 'decision' && ordered.order.decision === 'reconcile';
    const came = isOfDocument ? clusters.filter(({ id }) => !ids.has(id)) : [];
    return came.map(({ id }) => ({ id, how: 'came since' }));
  } catch (error) {
    if (!(error instanceof TieoutError) || error.code === 'store_unavailable') throw error;
    return [{ id: proposal.id, how: `would be refused: ${error.sentence}` }];
  }
}
