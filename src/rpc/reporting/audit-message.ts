// A row of the audit as a message. The metadata contains what was learned, in the value field's own unit.

import type { JsonObject, MessageInitShape } from '@bufbuild/protobuf';
import type { ListedOperationSchema } from '../../../gen/tieout/reporting/v1/exceptions_pb.ts';
import type { AuditRowSchema } from '../../../gen/tieout/resolution/v1/exceptions_pb.ts';
import {
  AuditedActSchema,
  ClusterType,
  ClusterTypeSchema,
  DecisionStatusSchema,
  ResolutionMethodSchema,
} from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import type { AuditRow, LearnedValue } from '../../core/records/documents/audit.ts';
import { verticalName } from '../../core/records/documents/clusters.ts';
import type { OperationReport } from '../../workflows/reports/report-operations.ts';
import { enumNumber } from '../enum-names.ts';
import { instant } from '../plain-values.ts';
import { moneyNumber } from './json-money.ts';

export function auditMessage(row: AuditRow): MessageInitShape<typeof AuditRowSchema> {
  const status = enumNumber(DecisionStatusSchema);
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
    clusterType: row.type === '' ? ClusterType.UNSPECIFIED : enumNumber(ClusterTypeSchema)(row.type),
    decision: enumNumber(AuditedActSchema)(row.decision),
    statusBefore: status(row.before),
    statusAfter: status(row.after),
    resolutionMethod: enumNumber(ResolutionMethodSchema)(row.method),
    autoResolved: row.autoResolved,
    resolved: row.resolved,
    matched: row.matched,
    note: row.note ?? undefined,
    metadata: { ...row.metadata, ...learnedMetadata(row.learned) } as JsonObject,
    glRecordIds: [...row.glRecordIds],
    bankRecordIds: [...row.bankRecordIds],
    caller: row.caller,
    createdAt: instant(row.createdAt),
  };
}

export function operationMessage({
  operation,
  clusters,
  standing,
}: OperationReport): MessageInitShape<typeof ListedOperationSchema> {
  const { pattern_id: pattern } = operation.metadata;
  return {
    operationId: operation.operationId,
    resolutionRequestId: operation.requestId,
    decision: enumNumber(AuditedActSchema)(operation.decision),
    clusterType: operation.type === '' ? ClusterType.UNSPECIFIED : enumNumber(ClusterTypeSchema)(operation.type),
    domain: verticalName(operation),
    ...{ clusters, standing: standing ?? undefined, autoResolved: operation.autoResolved },
    patternId: operation.autoResolved && typeof pattern === 'string' ? pattern : undefined,
    note: operation.note ?? undefined,
    caller: operation.caller,
    madeAt: instant(operation.at),
  };
}

function learnedMetadata(from: LearnedValue | null): object {
  if (from === null) return {};
  const { value, currency } = from;
  return currency === null
    ? { learned_value: value }
    : { learned_value: moneyNumber(value, currency), learned_currency: currency };
}
