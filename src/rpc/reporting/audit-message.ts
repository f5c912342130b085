// A row of the audit as a message. The metadata contains what was learned, in the value field's own unit.

import type { JsonObject, MessageInitShape } from '@bufbuild/protobuf';
import type { AuditRowSchema } from '../../../gen/tieout/resolution/v1/exceptions_pb.ts';
import {
  type ClusterType,
  ClusterTypeSchema,
  type DecisionStatus,
  DecisionStatusSchema,
  type DecisionType,
  DecisionTypeSchema,
  type ResolutionMethod,
  ResolutionMethodSchema,
} from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import type { AuditRow, LearnedValue } from '../../core/records/documents/audit.ts';
import { enumNames } from '../enum-names.ts';
import { moneyNumber } from './json-money.ts';
import { instant } from './reporting-messages.ts';

export function auditMessage(row: AuditRow): MessageInitShape<typeof AuditRowSchema> {
  const status = enumNames(DecisionStatusSchema).numbers;
  return {
    auditId: row.auditId,
    operationId: row.operationId,
    batchDigest: row.batchDigest ?? undefined,
    isRecurring: row.isRecurring,
    resolutionRequestId: row.requestId,
    clusterId: row.clusterId,
    sessionId: row.session,
    tenantId: row.tenant,
    partnerId: row.partner,
    branchId: row.branchId ?? undefined,
    domain: row.domain,
    clusterType: enumNames(ClusterTypeSchema).numbers.get(row.type) as ClusterType,
    decision: enumNames(DecisionTypeSchema).numbers.get(row.decision) as DecisionType,
    statusBefore: status.get(row.before) as DecisionStatus,
    statusAfter: status.get(row.after) as DecisionStatus,
    resolutionMethod: enumNames(ResolutionMethodSchema).numbers.get(row.method) as ResolutionMethod,
    autoResolved: row.autoResolved,
    resolved: row.resolved,
    matched: row.matched,
    note: row.note ?? undefined,
    metadata: { ...row.metadata, ...learned(row.learned) } as JsonObject,
    glRecordIds: [...row.glRecordIds],
    bankRecordIds: [...row.bankRecordIds],
    createdAt: instant(row.createdAt),
  };
}

function learned(from: LearnedValue | null): object {
  if (from === null) return {};
  const { value, currency } = from;
  return currency === null
    ? { learned_value: value }
    : { learned_value: moneyNumber(value, currency), learned_currency: currency };
}
