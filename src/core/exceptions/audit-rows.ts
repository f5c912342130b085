// The audit rows of an operation, from the clusters that it changed. The same operation and clusters give the same
// rows, ids and digest, so writing them again after a crash changes nothing.

import type { AuditBatch, AuditCommon, AuditEntry, LearnedValue } from '../records/documents/audit.ts';
import { type DecisionStatus, verticalName } from '../records/documents/clusters.ts';
import type { DecidedCluster, Operation } from '../records/documents/decisions.ts';
import type { Digest } from '../records/rows/identity.ts';
import type { SumsNote } from './sums-note.ts';

/** The fields of one cluster's audit row; the operation has the common ones. */
interface Audited {
  readonly cluster: DecidedCluster;
  readonly matched?: boolean;
  /** Given for a cluster that was resolved together with others. */
  readonly method?: Operation['method'];
  readonly note?: string | null;
  /** Whether the call approved it, if the status does not say so. */
  readonly resolved?: boolean;
}

export function auditBatch(operation: Operation, audited: readonly Audited[], digest: Digest): AuditBatch {
  const common = commonOf(operation);
  const entries = audited.map((each, ordinal): AuditEntry => {
    const { cluster, matched = false, method = operation.method, note = operation.note } = each;
    const { resolved = each.cluster.after === 'approved' } = each;
    const { clusterId, session, branchId, type, before, after, glRecordIds, bankRecordIds } = cluster;
    return {
      auditId: auditIdOf(operation.operationId, clusterId, digest),
      ...{ ordinal, clusterId, session, branchId, type, before, after, method },
      ...{ resolved, matched, note },
      learned: learnedOf(operation, cluster),
      ...{ glRecordIds, bankRecordIds },
    };
  });
  return { common, entries, digest: batchDigest(common, entries, digest) };
}

/** What a person's act is about: clusters, or other things, such as groups. */
export interface ActSubject extends Pick<AuditEntry, 'session' | 'matched' | 'glRecordIds' | 'bankRecordIds'> {
  /** 32 hexadecimal digits. */
  readonly id: string;
  /** '' if it is no cluster. */
  readonly type: string;
  /** Of a cluster whose status and branch are known. */
  readonly branchId?: string | null;
  readonly before?: DecisionStatus;
  readonly after?: DecisionStatus;
}

/** The audit of a person's act: it changes the status of no cluster. */
export function actBatch(operation: Operation, subjects: readonly ActSubject[], digest: Digest): AuditBatch {
  const common = commonOf(operation);
  const entries = subjects.map(({ id, session, ...of }, ordinal): AuditEntry => {
    const auditId = auditIdOf(operation.operationId, `${id} ${session}`, digest);
    const still = { branchId: null, before: 'pending', after: 'pending', resolved: false, learned: null } as const;
    return { auditId, ordinal, clusterId: id, session, ...still, ...of, method: 'manual', note: operation.note };
  });
  return { common, entries, digest: batchDigest(common, entries, digest) };
}

/**
 * The audit of a cluster that the operation changed. It notes if the cluster was resolved with others, or by sums
 * alone.
 */
export function auditedOf(operation: Operation, cluster: DecidedCluster, sumsNote: SumsNote = () => null): Audited {
  if (operation.decision !== 'reconcile') return { cluster };
  const noted = (note: string | null): string | null =>
    [note, sumsNote(cluster)].filter((part) => part !== null).join('\n') || null;
  if (cluster.type === operation.type) return { cluster, matched: true, note: noted(operation.note) };
  const byTheWay = `matched by the way while ${operation.type} was reconciled`;
  return { cluster, matched: true, method: 'auto', note: noted(byTheWay) };
}

const auditIdOf = (operationId: string, clusterId: string, digest: Digest): string =>
  digest(JSON.stringify(['audit', operationId, clusterId])).slice(0, 32);

function commonOf(operation: Operation): AuditCommon {
  const { operationId, requestId, tenant, partner, decision, isRecurring, autoResolved, caller, at } = operation;
  const domain = verticalName(operation);
  // Only Tieout writes these; a caller's metadata of their names is dropped.
  const { learned_value: _, confirmed_as: _as, four_eyes: _eyes, ...given } = operation.metadata;
  const { confirmedAs, reviewed } = operation;
  const metadata = {
    ...given,
    ...(confirmedAs !== undefined && { confirmed_as: confirmedAs }),
    ...(reviewed !== undefined && {
      four_eyes: {
        proposal_id: reviewed.proposal,
        ...{ proposed_by: reviewed.proposedBy, accepted_by: reviewed.acceptedBy },
      },
    }),
  };
  return {
    ...{ operationId, requestId, tenant, partner, domain, decision, isRecurring, autoResolved, metadata },
    ...(caller !== undefined && { caller }),
    createdAt: at,
  };
}

/** The value of a cluster that patterns learn; amounts only in banking. */
const LEARNED_FROM: Readonly<Record<string, (cluster: DecidedCluster) => LearnedValue | null>> = {
  date_difference: ({ deltaDays }) => (deltaDays === null ? null : { value: deltaDays, currency: null }),
  amount_mismatch: ({ domain, amountDeltaMinor, currency }) =>
    domain !== 'mfb' || amountDeltaMinor === null ? null : { value: amountDeltaMinor, currency },
};

/** Whether approvals of the type may teach a pattern. */
export const isLearnedFrom = ({ domain, type }: { readonly domain: string; readonly type: string }): boolean =>
  type === 'date_difference' || (type === 'amount_mismatch' && domain === 'mfb');

const learnedOf = ({ isRecurring }: Operation, cluster: DecidedCluster): LearnedValue | null =>
  isRecurring ? (LEARNED_FROM[cluster.type]?.(cluster) ?? null) : null;

/** Digest of one line for each row, in a fixed order of columns. */
const batchDigest = (common: AuditCommon, entries: readonly AuditEntry[], digest: Digest): string =>
  digest(linesOf(common, entries));

function* linesOf(common: AuditCommon, entries: readonly AuditEntry[]): Generator<string> {
  yield commonText(common, entries.length);
  for (const entry of entries) yield `\n${entryText(entry)}`;
}

/**
 * `rows`: number of rows in the batch. The caller comes last, and only where one is known: batches from before callers
 * keep their digests.
 */
export const commonText = (common: AuditCommon, rows: number): string =>
  JSON.stringify([
    ...[common.operationId, common.requestId, common.tenant, common.partner, common.domain, common.decision],
    ...[common.isRecurring, common.autoResolved, inOrderOfNames(common.metadata), common.createdAt, rows],
    ...(common.caller === undefined ? [] : [common.caller]),
  ]);

export const entryText = (one: AuditEntry): string =>
  JSON.stringify([
    ...[one.auditId, one.ordinal, one.clusterId, one.session, one.branchId, one.type, one.before, one.after],
    ...[one.method, one.resolved, one.matched, one.note, one.learned?.value ?? null, one.learned?.currency ?? null],
    ...[one.glRecordIds, one.bankRecordIds],
  ]);

/** Sorts the members of objects by name, because stores return them in other orders. */
export function inOrderOfNames(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrderOfNames);
  if (value === null || typeof value !== 'object') return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, member]) => [name, inOrderOfNames(member)]);
}
