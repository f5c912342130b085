// Decisions in MongoDB: one document for each operation, written first, and stamps in the clusters that it changes. Some
// thousands of clusters are changed at a time; the server checks the filter again for each document that it writes. Each
// write must fall within the hold on the operation, by the server's clock. So no write of a stalled caller comes after
// another caller has taken the operation.

import type { Document, Filter } from 'mongodb';
import type { SweptValues } from '../../../core/patterns/sweep.ts';
import type { DecidedCluster, Operation } from '../../../core/records/documents/decisions.ts';
import { chunksOf } from '../../../core/records/rows/chunks.ts';
import type { PartnerScope } from '../../../core/records/session-key.ts';
import type { Change, Decisions, OperationKey } from '../../../ports/decisions.ts';
import { exists } from '../connection/exists.ts';
import { namedScope } from '../contract-names.ts';
import type { ClusterDocument } from '../decision-documents.ts';
import type { Collections } from '../documents.ts';
import { actOperations } from '../people/acts.ts';
import { between } from '../stored-money.ts';
import { factsOf, NOT_VOIDED } from './cluster-documents.ts';
import { type ClusterCollection, collectionsByDomain, ofVertical } from './cluster-places.ts';
import { MOST_WRITE_MS, type OperationHolds } from './operations.ts';

/** Clusters of one write. */
const CLUSTERS = 4_096;

/** `currency`: for clusters without one. */
export function decisionOperations(
  collections: Collections,
  { holds, currency }: { readonly holds: OperationHolds; readonly currency: string },
): Decisions {
  const { operations } = collections;
  const ofDomain = collectionsByDomain(collections);
  const { last } = actOperations(collections);
  const { require: requireHeld, ...alone } = holds;
  const signedOf = async (scope: PartnerScope): Promise<readonly string[]> =>
    (await last(scope, { kind: 'sign_off', verbs: ['reviewed'] })).map(({ thing }) => thing);
  const stamped = async ({ tenant, partner, operationId }: OperationKey) => {
    const found = await alone.get(operationId);
    const clusters = found && ofDomain[found.operation.domain];
    return clusters && { clusters, filter: { ...namedScope({ tenant, partner }), 'stamps.op': operationId } };
  };

  return {
    ...alone,
    async decide(operation, change, by) {
      const { to, clusterIds, matched } = change;
      const held = 'fence' in by ? by : await alone.begin(operation, by);
      if (held === null) return null;
      const signedNames = await signedOf(operation);
      const all = scopeOf(operation, change, currency);
      const filter = withoutSessions(all, signedNames);
      const clusters = ofDomain[operation.domain];
      const update = [
        {
          $set: {
            decision_status: to,
            stamps: {
              $concatArrays: [
                { $ifNull: ['$stamps', []] },
                [
                  {
                    op: { $literal: operation.operationId },
                    before: '$decision_status',
                    after: to,
                    reconciled: { $ifNull: ['$is_reconciled', null] },
                    swept: { $ne: [{ $ifNull: ['$swept_by', null] }, null] },
                  },
                ],
              ],
            },
            updated_at: new Date(operation.at),
            swept_by: operation.autoResolved ? { $literal: operation.operationId } : null,
            decided_by: { $literal: operation.operationId },
            ...(to === 'pending' && { is_reconciled: false }),
            ...(matched && { is_reconciled: true, agent_invoked: true }),
          },
        },
      ];
      const portions = await portionsOf(clusters, { filter, clusterIds });
      let changed = 0;
      for (const portion of portions) {
        const inTime = await requireHeld(held);
        const guard = { $and: [filter, portion, inTime] } as Filter<ClusterDocument>;
        changed += (await clusters.updateMany(guard, update, { maxTimeMS: MOST_WRITE_MS })).modifiedCount;
      }
      let signed = 0;
      const signedSessions = new Set<string>();
      if (signedNames.length > 0) {
        const ofSigned = { session_id: { $in: [...signedNames] } } as Filter<ClusterDocument>;
        for (const some of clusterIds === null ? [null] : chunksOf(idsIn(clusterIds), CLUSTERS)) {
          const named = some === null ? [] : [{ cluster_id: { $in: some } }];
          const left = await clusters
            .aggregate<{ readonly _id: string; readonly n: number }>([
              { $match: { $and: [all, ofSigned, ...named] } },
              { $group: { _id: '$session_id', n: { $sum: 1 } } },
            ])
            .toArray();
          for (const { _id: session, n } of left) {
            signed += n;
            signedSessions.add(session);
          }
        }
      }
      return { held, changed, signed, signedSessions: [...signedSessions].sort() };
    },
    async hasSwept(operation, change) {
      const filter = withoutSessions(scopeOf(operation, change, currency), await signedOf(operation));
      const clusters = ofDomain[operation.domain];
      const swept = { swept_by: { $type: 'string' } } as Filter<ClusterDocument>;
      const named = change.clusterIds && chunksOf(idsIn(change.clusterIds), CLUSTERS);
      for (const some of named ?? [null]) {
        const asked = { $and: [filter, swept, ...(some === null ? [] : [{ cluster_id: { $in: some } }])] };
        const options = { projection: { _id: 1 }, ...(some === null && { hint: 'by_type' }) };
        if ((await clusters.findOne(asked as Filter<ClusterDocument>, options)) !== null) return true;
      }
      return false;
    },
    async pending({ tenant, partner, domain, types }) {
      const of = { ...namedScope({ tenant, partner }), domain, cluster_type: oneOf(types) };
      const scope = { ...of, decision_status: 'pending', voided: NOT_VOIDED };
      const found = await ofDomain[domain]
        .find(withoutSessions(scope as Filter<ClusterDocument>, await signedOf({ tenant, partner })), {
          projection: OF_DECIDED,
          hint: 'by_type',
        })
        .toArray();
      return found
        .sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
        .map((document) => ({ ...factsOf(document, currency), isBeingFreed: isBeingFreed(document) }));
    },
    async unreconcile({ tenant, partner, domain }, { clusterIds, at }, held) {
      await requireHeld(held);
      const of = { ...namedScope({ tenant, partner }), domain };
      const which = { ...of, cluster_id: { $in: idsIn(clusterIds) }, is_reconciled: true } as const;
      const found = await ofDomain[domain].find(which, { projection: OF_DECIDED }).toArray();
      const change = { $set: { is_reconciled: false, updated_at: new Date(at) } };
      await ofDomain[domain].updateMany(which, change);
      return found.map((document) => ({ ...factsOf(document, currency), status: document.decision_status }));
    },
    async changedBy(key) {
      const found = await stamped(key);
      if (found === null) return [];
      const changed: DecidedCluster[] = [];
      const toDecided = (document: ClusterDocument): DecidedCluster => ({
        ...factsOf(document, currency),
        ...foundBy(document, key.operationId),
      });
      const documents = found.clusters.find(found.filter, { sort: { seq: 1 }, projection: OF_DECIDED });
      for await (const document of documents) changed.push(toDecided(document));
      return changed;
    },
    async finish(held) {
      await requireHeld(held);
      const found = await stamped(held);
      if (found !== null) await removeStamps(found.clusters, found.filter, held.operationId);
      const { operationId: _id, fence } = held;
      await operations.updateOne({ _id, fence }, { $unset: { unfinished: '', holder: '', held_until: '' } });
    },
    async withdraw(held) {
      await requireHeld(held);
      const found = await stamped(held);
      if (found === null || (await exists(found.clusters, found.filter))) return;
      await operations.deleteOne({ _id: held.operationId, fence: held.fence, unfinished: true });
    },
  };
}

/** The filter of a change, without ids, which are added in portions. */
function scopeOf(
  { operationId, tenant, partner, domain, service, type }: Operation,
  { from, types = [type], values, sweptBy, standsBy }: Change,
  currency: string,
): Filter<ClusterDocument> {
  return {
    ...{ ...namedScope({ tenant, partner }), cluster_type: oneOf(types), voided: NOT_VOIDED },
    ...ofVertical({ domain, service }),
    decision_status: oneOf(from),
    // A repeated call does not change a cluster twice.
    'stamps.op': { $ne: operationId },
    ...(sweptBy !== undefined && { swept_by: sweptBy }),
    ...(standsBy !== undefined && { decided_by: { $in: [standsBy, null] } }),
    ...(values !== undefined && sweptFilter(values, currency)),
  } as Filter<ClusterDocument>;
}

/** A partner has few sessions. */
const withoutSessions = (filter: Filter<ClusterDocument>, sessions: readonly string[]): Filter<ClusterDocument> =>
  sessions.length === 0 ? filter : ({ ...filter, session_id: { $nin: [...sessions] } } as Filter<ClusterDocument>);

/** Filters for some thousands of clusters each: the named ones, or all that the scope has now. */
async function portionsOf(
  clusters: ClusterCollection,
  { filter, clusterIds }: { readonly filter: Filter<ClusterDocument>; readonly clusterIds: readonly string[] | null },
): Promise<Filter<ClusterDocument>[]> {
  if (clusterIds !== null) {
    return chunksOf(idsIn(clusterIds), CLUSTERS).map((some) => ({ cluster_id: { $in: some } }));
  }
  const found = await clusters.find(filter, { projection: { _id: 1 }, hint: 'by_type' }).toArray();
  const ids = found.map(({ _id }) => _id);
  return chunksOf(ids, CLUSTERS).map((some) => ({ _id: { $in: some } }) as Filter<ClusterDocument>);
}

const isBeingFreed = ({ stamps = [] }: ClusterDocument): boolean =>
  stamps.some(({ after, reconciled }) => after === 'pending' && reconciled === true);

/** `unnamed`: the currency of clusters without one. */
function sweptFilter({ type, min, max, currency }: SweptValues, unnamed: string): Filter<ClusterDocument> {
  if (type === 'date_difference' || currency === null) return { date_delta_days: { $gte: min, $lte: max } };
  const named = currency === unnamed ? { $in: [currency, null, ''] } : currency;
  return { currency: named, $expr: between('$amount_delta', { min, max, currency }) } as Filter<ClusterDocument>;
}

const oneOf = <T extends string>(values: readonly T[]) => (values.length === 1 ? values[0] : { $in: [...values] });

/** Ids that are not empty: the index has no empty ids. */
const idsIn = (clusterIds: readonly string[]): string[] => clusterIds.filter((id) => id !== '');

const OF_DECIDED = {
  ...{ cluster_id: 1, session_id: 1, run_id: 1, domain: 1, service: 1, cluster_type: 1, branch_id: 1, stamps: 1 },
  ...{ gl_record_ids: 1, bank_record_ids: 1, date_delta_days: 1, amount_delta: 1, currency: 1 },
  ...{ sample_gl_transaction_date: 1, sample_bank_transaction_date: 1, seq: 1, decision_status: 1 },
} as const;

/** The state that the operation found and left, from its stamp. */
function foundBy({ stamps }: ClusterDocument, operationId: string) {
  const stamp = stamps!.find(({ op }) => op === operationId)!;
  return {
    ...{ before: stamp.before, after: stamp.after },
    ...{ wasReconciled: stamp.reconciled, wasSwept: stamp.swept ?? false },
  };
}

/** Removes the operation's stamps. The field goes with the last stamp, so that the cluster leaves the index. */
async function removeStamps(clusters: ClusterCollection, filter: Document, operationId: string): Promise<void> {
  const left = { $filter: { input: '$stamps', cond: { $ne: ['$$this.op', { $literal: operationId }] } } };
  await clusters.updateMany(filter, [
    { $set: { stamps: { $let: { vars: { left }, in: { $cond: [{ $eq: ['$$left', []] }, '$$REMOVE', '$$left'] } } } } },
  ]);
}
