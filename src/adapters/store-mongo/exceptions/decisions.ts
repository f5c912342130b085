// Decisions in MongoDB: one document for each operation, written first, and stamps in the clusters that it changes. The
// change is made some thousands of clusters at a time; its filter is the guard, which the server asks again of each
// document that it writes. Each of these writes is within the hold on the operation, by the server's clock, so that none
// of a caller that stood still comes after whoever took the operation from it.

import type { Document, Filter } from 'mongodb';
import type { SweptValues } from '../../../core/patterns/sweep.ts';
import type { ClusterFacts, DecidedCluster, Operation } from '../../../core/records/documents/decisions.ts';
import { digestIdAt, packDigestIds } from '../../../core/records/rows/digest-ids.ts';
import type { Change, Decisions, OperationKey } from '../../../ports/decisions.ts';
import { chunksOf } from '../connection/in-order.ts';
import type { ClusterDocument } from '../decision-documents.ts';
import type { Collections } from '../documents.ts';
import { clusterIdAt } from './cluster-documents.ts';
import { type ClusterCollection, collectionsByDomain } from './clusters.ts';
import { beginOperation, MOST_WRITE_MS, operationOperations, requireHeld } from './operations.ts';

const DIGEST_ID = /^[0-9a-f]{32}$/;

/** Clusters of one write. */
const CLUSTERS = 4_096;

export function decisionOperations(collections: Collections): Decisions {
  const { operations } = collections;
  const ofDomain = collectionsByDomain(collections);
  const alone = operationOperations(collections);
  const stamped = async ({ tenant, partner, operationId }: OperationKey) => {
    const found = await alone.get(operationId);
    const clusters = found && ofDomain[found.operation.domain];
    return clusters && { clusters, filter: { tenant, partner, 'stamps.op': operationId } };
  };

  return {
    ...alone,
    async decide(operation, change, by) {
      const { to, clusterIds, matched } = change;
      const held = 'fence' in by ? by : await beginOperation(collections, operation, by);
      if (held === null) return null;
      const filter = scopeOf(operation, change);
      const clusters = ofDomain[operation.domain];
      const inScope = () => clusters.find(filter, { projection: { _id: 1 }, hint: 'by_type' }).toArray();
      const ids = clusterIds === null ? (await inScope()).map(({ _id }) => _id) : idsOf(clusterIds);
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
            ...(to === 'pending' && { is_reconciled: false }),
            ...(matched && { is_reconciled: true, agent_invoked: true }),
          },
        },
      ];
      let changed = 0;
      for (const some of chunksOf(ids, CLUSTERS)) {
        const before = await requireHeld(collections, held);
        const guard = { ...filter, _id: { $in: some }, $expr: { $lt: ['$$NOW', before] } } as Filter<ClusterDocument>;
        changed += (await clusters.updateMany(guard, update, { maxTimeMS: MOST_WRITE_MS, hint: '_id_' })).modifiedCount;
      }
      return { held, changed };
    },
    async hasSwept(operation, change) {
      const { clusterIds } = change;
      const ids = clusterIds === null ? [null] : chunksOf(idsOf(clusterIds), CLUSTERS);
      for (const some of ids) {
        const swept = {
          ...scopeOf(operation, change),
          ...(change.sweptBy === undefined && { swept_by: { $type: 'string' } }),
          ...(some !== null && { _id: { $in: some } }),
        } as Filter<ClusterDocument>;
        const options = { projection: { _id: 1 }, ...(some === null && { hint: 'by_type' }) };
        if ((await ofDomain[operation.domain].findOne(swept, options)) !== null) return true;
      }
      return false;
    },
    async pending({ tenant, partner, domain, types }) {
      const scope = { tenant, partner, domain, cluster_type: oneOf(types), decision_status: 'pending', voided: false };
      const found = await ofDomain[domain]
        .find(scope as Filter<ClusterDocument>, { projection: OF_DECIDED, hint: 'by_type' })
        .toArray();
      return found
        .sort((a, b) => a.seq - b.seq)
        .map((document) => ({ ...factsOf(document), isBeingFreed: isBeingFreed(document) }));
    },
    async unreconcile({ tenant, partner, domain }, { clusterIds, at }, held) {
      await requireHeld(collections, held);
      const which = { tenant, partner, domain, _id: { $in: idsOf(clusterIds) }, is_reconciled: true } as const;
      const found = await ofDomain[domain].find(which, { projection: OF_DECIDED }).toArray();
      const change = { $set: { is_reconciled: false, updated_at: new Date(at) } };
      await ofDomain[domain].updateMany(which, change);
      return found.map((document) => ({ ...factsOf(document), status: document.decision_status }));
    },
    async changedBy(key) {
      const found = await stamped(key);
      if (found === null) return [];
      const changed: DecidedCluster[] = [];
      const documents = found.clusters.find(found.filter, { sort: { seq: 1 }, projection: OF_DECIDED });
      for await (const document of documents) changed.push(toDecided(document, key.operationId));
      return changed;
    },
    async finish(held) {
      await requireHeld(collections, held);
      const found = await stamped(held);
      if (found !== null) await takeOff(found.clusters, found.filter, held.operationId);
      const { operationId: _id, fence } = held;
      await operations.updateOne({ _id, fence }, { $unset: { unfinished: '', holder: '', held_until: '' } });
    },
    async withdraw(held) {
      await requireHeld(collections, held);
      const found = await stamped(held);
      if (found === null || (await found.clusters.findOne(found.filter, { projection: { _id: 1 } })) !== null) return;
      await operations.deleteOne({ _id: held.operationId, fence: held.fence, unfinished: true });
    },
  };
}

/** What a change looks for; ids are asked some at a time. */
function scopeOf(
  { operationId, tenant, partner, domain, service, type }: Operation,
  { from, types = [type], values, sweptBy }: Change,
): Filter<ClusterDocument> {
  return {
    ...{ tenant, partner, domain, cluster_type: oneOf(types), voided: false },
    decision_status: oneOf(from),
    // A call that is made again has its clusters already.
    'stamps.op': { $ne: operationId },
    ...(service !== null && { service }),
    ...(sweptBy !== undefined && { swept_by: sweptBy }),
    ...(values !== undefined && within(values)),
  } as Filter<ClusterDocument>;
}

const isBeingFreed = ({ stamps = [] }: ClusterDocument): boolean =>
  stamps.some(({ after, reconciled }) => after === 'pending' && reconciled === true);

const within = ({ type, min, max, currency }: SweptValues): Filter<ClusterDocument> => ({
  [type === 'date_difference' ? 'date_delta_days' : 'amount_delta_minor']: { $gte: min, $lte: max },
  ...(currency !== null && { currency }),
});

const oneOf = <T extends string>(values: readonly T[]) => (values.length === 1 ? values[0]! : { $in: [...values] });

function idsOf(clusterIds: readonly string[]): Uint8Array[] {
  const ids = clusterIds.filter((id) => DIGEST_ID.test(id));
  const packed = packDigestIds(ids);
  return ids.map((_, i) => clusterIdAt(packed, i));
}

const OF_DECIDED = {
  ...{ session: 1, domain: 1, cluster_type: 1, branch_id: 1, stamps: 1, gl_record_ids: 1, bank_record_ids: 1 },
  ...{ date_delta_days: 1, amount_delta_minor: 1, currency: 1, sample_gl_day: 1, sample_bank_day: 1, seq: 1 },
  decision_status: 1,
} as const;

function toDecided(document: ClusterDocument, operationId: string): DecidedCluster {
  const stamp = document.stamps!.find(({ op }) => op === operationId)!;
  return {
    ...factsOf(document),
    before: stamp.before,
    after: stamp.after,
    wasReconciled: stamp.reconciled,
    wasSwept: stamp.swept ?? false,
  };
}

function factsOf(document: ClusterDocument): ClusterFacts {
  return {
    clusterId: digestIdAt(document._id, 0),
    session: document.session,
    domain: document.domain,
    type: document.cluster_type,
    branchId: document.branch_id ?? null,
    glRecordIds: document.gl_record_ids.map((id) => digestIdAt(id, 0)),
    bankRecordIds: document.bank_record_ids.map((id) => digestIdAt(id, 0)),
    sampleGlDay: document.sample_gl_day ?? null,
    sampleBankDay: document.sample_bank_day ?? null,
    deltaDays: document.date_delta_days ?? null,
    amountDeltaMinor: document.amount_delta_minor ?? null,
    currency: document.currency,
  };
}

/** The last stamp goes with its field, which leaves the index. */
async function takeOff(clusters: ClusterCollection, filter: Document, operationId: string): Promise<void> {
  const left = { $filter: { input: '$stamps', cond: { $ne: ['$$this.op', { $literal: operationId }] } } };
  await clusters.updateMany(filter, [
    { $set: { stamps: { $let: { vars: { left }, in: { $cond: [{ $eq: ['$$left', []] }, '$$REMOVE', '$$left'] } } } } },
  ]);
}
