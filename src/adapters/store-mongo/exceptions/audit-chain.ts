// The chain over the audit in MongoDB: links that are only ever inserted, and the batches that are chained or verified.
// Each of a tenant's batches is found by one seek in the index.

import { ObjectId } from 'mongodb';
import { type AuditLink, linkToStore, storedLink } from '../../../core/records/documents/audit-chain.ts';
import type { AuditChain, BatchKey } from '../../../ports/audit.ts';
import { unlessDuplicate } from '../connection/inserting.ts';
import { namedScope } from '../contract-names.ts';
import type { AuditLinkDocument } from '../decision-documents.ts';
import type { Collections } from '../documents.ts';
import { toRow } from './audit-documents.ts';

/** `currency`: for learned amounts without one. */
export function auditChainOperations(
  { exception_resolution: audit, audit_chain: chain }: Collections,
  currency: string,
): AuditChain {
  const inOrder = { partner_id: 1, operation_id: 1 } as const;
  const options = { sort: inOrder, projection: inOrder } as const;
  const batchAfter = async (tenant: string, after: BatchKey | null): Promise<BatchKey | null> => {
    const hinted = { ...options, hint: 'by_operation' } as const;
    const beside = after && { ...batchScope(tenant, after.partner), operation_id: { $gt: after.operationId } };
    const further = { tenant_id: tenant, partner_id: { $gt: after?.partner ?? '' } };
    const found = (beside && (await audit.findOne(beside, hinted))) ?? (await audit.findOne(further, hinted));
    return found && { tenant, partner: found.partner_id, operationId: found.operation_id ?? '' };
  };
  return {
    async rowsOf(batch, { after, limit }) {
      const rows = await audit
        .find({ ...batchFilter(batch), seq: { $gt: after ?? 0 } }, { sort: { seq: 1 }, limit, hint: 'by_operation' })
        .toArray();
      return rows.map((document) => ({ row: toRow(document, currency), place: document.seq }));
    },
    countOf: (batch) => audit.countDocuments(batchFilter(batch), { hint: 'by_operation' }),
    async batches(tenant, { after, limit }) {
      const batches: BatchKey[] = [];
      let last: BatchKey | null = after === null ? null : JSON.parse(after);
      while (batches.length < limit) {
        last = await batchAfter(tenant, last);
        if (last === null) return { batches, next: null };
        batches.push(last);
      }
      return { batches, next: JSON.stringify(last) };
    },
    async lastLink(tenant) {
      const link = await chain.findOne({ tenant }, { sort: { n: -1 }, hint: 'by_place' });
      return link && linkOf(link);
    },
    async linkOf({ tenant, partner, operationId }) {
      const link = await chain.findOne({ tenant, partner, operation_id: operationId }, { hint: 'by_batch' });
      return link && linkOf(link);
    },
    async addLink(link) {
      const { tenant, partner, n, operationId } = link;
      const content = { tenant, partner, n, operation_id: operationId, link: linkToStore(link) };
      return (await unlessDuplicate(chain.insertOne({ _id: new ObjectId(), ...content }))) !== null;
    },
    async links(tenant, { after, limit }) {
      const found = await chain
        .find({ tenant, n: { $gt: after } }, { sort: { n: 1 }, limit, hint: 'by_place' })
        .toArray();
      return found.map(linkOf);
    },
  };
}

const linkOf = ({ tenant, partner, n, operation_id: operationId, link }: AuditLinkDocument): AuditLink =>
  storedLink(link, { tenant, partner, n, operationId });

const batchScope = (tenant: string, partner: string) => namedScope({ tenant, partner });

/** Rows without an operation id form one batch, with an empty id. */
const batchFilter = ({ tenant, partner, operationId }: BatchKey) => ({
  ...batchScope(tenant, partner),
  operation_id: operationId === '' ? { $in: [null, ''] as unknown as string[] } : operationId,
});
