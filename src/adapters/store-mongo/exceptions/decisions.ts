// Decisions in MongoDB: one document for each operation, written first, and stamps in the clusters that it changes. The
// change is one update of many whose filter is the guard: the server asks it again of each document that it writes.

import type { Document, Filter } from 'mongodb';
import type { SweptValues } from '../../../core/patterns/sweep.ts';
import type { ClusterFacts, DecidedCluster, Operation } from '../../../core/records/documents/decisions.ts';
import { digestIdAt, packDigestIds } from '../../../core/records/rows/digest-ids.ts';
import type { Decisions, OperationKey } from '../../../ports/decisions.ts';
import type { ClusterDocument } from '../decision-documents.ts';
import type { Collections } from '../documents.ts';
import { clusterIdAt } from './cluster-documents.ts';
import { type ClusterCollection, collectionsByDomain, ofService } from './clusters.ts';

const DIGEST_ID = /^[0-9a-f]{32}$/;

export function decisionOperations(collections: Collections): Decisions {
  const { operations } = collections;
  const ofDomain = collectionsByDomain(collections);
  const known = async (operationId: string) => {
    const found = await operations.findOne({ _id: operationId });
    return found && { operation: JSON.parse(found.operation) as Operation, isFinished: found.unfinished !== true };
  };
  const stamped = async ({ tenant, partner, operationId }: OperationKey) => {
    const found = await known(operationId);
    const clusters = found && ofDomain[found.operation.domain];
    return clusters && { clusters, filter: { tenant, partner, 'stamps.op': operationId } };
  };

  return {
    begin: (operation) => storeOperation(collections, operation),
    async decide(operation, { from, to, clusterIds, matched, types = [operation.type], values, sweptBy }) {
      await storeOperation(collections, operation);
      const { tenant, partner, domain, service } = operation;
      const filter: Filter<ClusterDocument> = {
        ...{ tenant, partner, domain, cluster_type: oneOf(types), voided: false },
        decision_status: oneOf(from),
        // A call that is made again has its clusters already.
        'stamps.op': { $ne: operation.operationId },
        ...(service !== null && { service: ofService(service) }),
        ...(sweptBy !== undefined && { swept_by: sweptBy }),
        ...(values !== undefined && within(values)),
        ...(clusterIds !== null && { _id: { $in: idsOf(clusterIds) } }),
      };
      const hint = clusterIds === null ? { hint: 'by_type' } : {};
      const change = [
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
      return (await ofDomain[domain].updateMany(filter, change, hint)).modifiedCount;
    },
    async pending({ tenant, partner, domain, types }) {
      const scope = { tenant, partner, domain, cluster_type: oneOf(types), decision_status: 'pending', voided: false };
      const found = await ofDomain[domain]
        .find(scope as Filter<ClusterDocument>, { projection: OF_DECIDED, hint: 'by_type' })
        .toArray();
      return found.sort((a, b) => a.seq - b.seq).map(factsOf);
    },
    async unreconcile({ tenant, partner, domain }, { clusterIds, at }) {
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
    get: known,
    async finish(key) {
      const found = await stamped(key);
      if (found === null) return;
      await takeOff(found.clusters, found.filter, key.operationId);
      await operations.updateOne({ _id: key.operationId }, { $unset: { unfinished: '' } });
    },
    async withdraw(key) {
      const found = await stamped(key);
      if (found === null || (await found.clusters.findOne(found.filter, { projection: { _id: 1 } })) !== null) return;
      await operations.deleteOne({ _id: key.operationId, unfinished: true });
    },
    async unfinished({ forMs, limit }) {
      const before = { $expr: { $lte: ['$begun_at', { $subtract: ['$$NOW', forMs] }] } };
      const found = await operations.find({ unfinished: true, ...before }, { sort: { begun_at: 1 }, limit }).toArray();
      return found.map(({ operation }) => JSON.parse(operation));
    },
  };
}

const within = ({ type, min, max, currency }: SweptValues): Filter<ClusterDocument> => ({
  [type === 'date_difference' ? 'date_delta_days' : 'amount_delta_minor']: { $gte: min, $lte: max },
  ...(currency !== null && { currency }),
});

const oneOf = <T extends string>(values: readonly T[]) => (values.length === 1 ? values[0]! : { $in: [...values] });

/** Before any cluster carries its stamp, at the server's time. One that is there stays as it is. */
async function storeOperation({ operations }: Collections, operation: Operation): Promise<void> {
  const { operationId: _id, tenant, partner } = operation;
  const first = { tenant, partner, operation: JSON.stringify(operation), unfinished: true };
  const set = Object.entries(first).map(([name, value]) => [
    name,
    { $cond: [{ $ifNull: ['$begun_at', false] }, `$${name}`, { $literal: value }] },
  ]);
  const begun = { $set: { ...Object.fromEntries(set), begun_at: { $ifNull: ['$begun_at', '$$NOW'] } } };
  await operations.updateOne({ _id }, [begun], { upsert: true });
}

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
