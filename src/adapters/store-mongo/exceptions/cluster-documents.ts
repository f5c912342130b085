// Clusters as documents and back. Record ids stand in the two lists of the contract; where the records lie is one piece
// of bytes beside them, for it is read with the cluster and never searched by.

import { NO_DAY } from '../../../core/money/calendar.ts';
import {
  type Cluster,
  type ClusterColumns,
  type ClusterMember,
  NO_DELTA,
} from '../../../core/records/documents/clusters.ts';
import { SIDES } from '../../../core/records/rows/columns.ts';
import { DIGEST_ID_BYTES, digestIdAt } from '../../../core/records/rows/digest-ids.ts';
import type { ClusterDocument } from '../decision-documents.ts';

/** What a run says of a cluster: what is written anew when a later run finds it again. */
type ClusterContent = Pick<
  ClusterDocument,
  | 'rule'
  | 'reason'
  | 'sample_gl_day'
  | 'sample_bank_day'
  | 'date_delta_days'
  | 'amount_delta_minor'
  | 'amount_minor'
  | 'currency'
  | 'gl_record_ids'
  | 'bank_record_ids'
  | 'looks_like'
  | 'ingestions'
  | 'positions'
>;

export const clusterIdAt = (ids: Uint8Array, i: number): Uint8Array =>
  ids.subarray(i * DIGEST_ID_BYTES, (i + 1) * DIGEST_ID_BYTES);

/** `reason`: its text. */
export function contentAt(clusters: ClusterColumns, i: number, reason: string): ClusterContent {
  const day = (value: number) => (value === NO_DAY ? null : value);
  const delta = (value: number) => (value === NO_DELTA ? null : value);
  return {
    rule: clusters.rules[clusters.rule[i]!]!,
    reason,
    sample_gl_day: day(clusters.sampleGlDay[i]!),
    sample_bank_day: day(clusters.sampleBankDay[i]!),
    date_delta_days: delta(clusters.deltaDays[i]!),
    amount_delta_minor: delta(clusters.amountDelta[i]!),
    amount_minor: clusters.amount[i]!,
    currency: clusters.currencies[clusters.currency[i]!]!,
    looks_like: clusters.looksLike.get(i) ?? [],
    ...membersAt(clusters, i),
  };
}

// A position is the record's side in one byte, and the place of its ingestion in `ingestions` and its ordinal in four
// bytes each, in the order of the members.
const POSITION_BYTES = 9;

function membersAt(
  { members, ingestions }: ClusterColumns,
  i: number,
): Pick<ClusterContent, 'gl_record_ids' | 'bank_record_ids' | 'ingestions' | 'positions'> {
  const from = members.offsets[i]!;
  const to = members.offsets[i + 1]!;
  const ids: [Uint8Array[], Uint8Array[]] = [[], []];
  const named: string[] = [];
  const positions = new Uint8Array((to - from) * POSITION_BYTES);
  const view = new DataView(positions.buffer);
  for (let k = from, at = 0; k < to; k++, at += POSITION_BYTES) {
    const side = members.side[k]!;
    ids[side]!.push(clusterIdAt(members.recordId, k));
    const ingestion = ingestions[members.ingestion[k]!]!;
    let place = named.indexOf(ingestion);
    if (place < 0) place = named.push(ingestion) - 1;
    positions[at] = side;
    view.setUint32(at + 1, place, true);
    view.setUint32(at + 5, members.ordinal[k]!, true);
  }
  return { gl_record_ids: ids[0], bank_record_ids: ids[1], ingestions: named, positions };
}

/** `isThere`: whether an ingestion was not removed since. */
export function toCluster(document: ClusterDocument, isThere: (ingestionId: string) => boolean): Cluster {
  return {
    clusterId: digestIdAt(document._id, 0),
    session: document.session,
    runId: document.run_id,
    domain: document.domain,
    service: document.service ?? null,
    branchId: document.branch_id,
    type: document.cluster_type,
    rule: document.rule,
    reason: document.reason,
    decisionStatus: document.decision_status,
    isReconciled: document.is_reconciled ?? null,
    agentInvoked: document.agent_invoked ?? null,
    sampleGlDay: document.sample_gl_day,
    sampleBankDay: document.sample_bank_day,
    deltaDays: document.date_delta_days,
    amountDeltaMinor: document.amount_delta_minor,
    amountMinor: document.amount_minor,
    currency: document.currency,
    members: toMembers(document, isThere),
    looksLike: document.looks_like ?? [],
    createdAt: document.created_at.getTime(),
    updatedAt: document.updated_at.getTime(),
  };
}

function toMembers(document: ClusterDocument, isThere: (ingestionId: string) => boolean): ClusterMember[] {
  const { positions, gl_record_ids, bank_record_ids } = document;
  const ingestions = document.ingestions.map((id) => (isThere(id) ? id : ''));
  const ids = [gl_record_ids.values(), bank_record_ids.values()] as const;
  const view = new DataView(positions.buffer, positions.byteOffset, positions.length);
  const members: ClusterMember[] = [];
  for (let at = 0; at < positions.length; at += POSITION_BYTES) {
    const side = positions[at]!;
    members.push({
      side: SIDES[side]!,
      recordId: digestIdAt(ids[side]!.next().value!, 0),
      ingestionId: ingestions[view.getUint32(at + 1, true)]!,
      ordinal: view.getUint32(at + 5, true),
    });
  }
  return members;
}
