// Clusters as documents and back. The records' ids are two lists, and their positions one piece of bytes, because
// positions are never searched. Another program's cluster has no positions, and any other field may be missing, null or
// of another type.

import { ObjectId } from 'mongodb';
import { NO_DAY } from '../../../core/money/calendar.ts';
import { decodeMembers, encodeMembers } from '../../../core/records/blocks/member-codec.ts';
import {
  type Cluster,
  type ClusterColumns,
  type ClusterMember,
  type LooksLike,
  NO_DELTA,
} from '../../../core/records/documents/clusters.ts';
import type { ClusterFacts } from '../../../core/records/documents/decisions.ts';
import type { FollowUp } from '../../../core/records/follow-up.ts';
import { SIDES } from '../../../core/records/rows/columns.ts';
import { digestIdAt } from '../../../core/records/rows/digest-ids.ts';
import type { TableRow } from '../../../core/worklist/cluster-table.ts';
import { countOf, dateOfDay, dayOf, flagOf, instantOf, textOf, textsOf } from '../contract-names.ts';
import type { ClusterDocument, FollowUpDocument } from '../decision-documents.ts';
import { magnitudeOf, minorOf, unitsOf } from '../stored-money.ts';
import { verticalOf } from './cluster-places.ts';

/** The fields that each run writes again when it finds the cluster. */
type ClusterContent = Pick<
  ClusterDocument,
  | 'rule'
  | 'reason'
  | 'sample_gl_transaction_date'
  | 'sample_bank_transaction_date'
  | 'date_delta_days'
  | 'amount_delta'
  | 'amount'
  | 'currency'
  | 'gl_record_ids'
  | 'bank_record_ids'
  | 'looks_like'
  | 'ingestions'
  | 'positions'
>;

/** The value of `voided` in a cluster that nobody voided. Another program's cluster may lack the field. */
export const NOT_VOIDED = { $ne: true } as const;

/** A document as it is read: any field may be missing. */
type StoredCluster = Pick<ClusterDocument, '_id'> & {
  readonly [Name in Exclude<keyof ClusterDocument, '_id'>]?: ClusterDocument[Name] | null | undefined;
};

/** The content of cluster i. */
export function contentAt(clusters: ClusterColumns, i: number, reason: string): ClusterContent {
  const date = (day: number) => (day === NO_DAY ? null : dateOfDay(day));
  const days = clusters.deltaDays[i];
  const delta = clusters.amountDelta[i];
  const currency = clusters.currencies[clusters.currency[i]];
  const looksLike = clusters.looksLike.get(i) ?? [];
  return {
    rule: clusters.rules[clusters.rule[i]],
    reason,
    sample_gl_transaction_date: date(clusters.sampleGlDay[i]),
    sample_bank_transaction_date: date(clusters.sampleBankDay[i]),
    date_delta_days: days === NO_DELTA ? null : days,
    amount_delta: delta === NO_DELTA ? null : unitsOf(delta, currency),
    amount: unitsOf(clusters.amount[i], currency),
    currency,
    looks_like: looksLike.map(hintToStore),
    ...membersAt(clusters, i),
  };
}

/** The form of stored positions. An ingestion's number is its place in `ingestions`. */
const WITHOUT_IDS = { withIds: false };

function membersAt(
  columns: ClusterColumns,
  i: number,
): Pick<ClusterContent, 'gl_record_ids' | 'bank_record_ids' | 'ingestions' | 'positions'> {
  const { members, ingestions } = columns;
  const ids: [string[], string[]] = [[], []];
  for (let k = members.offsets[i]; k < members.offsets[i + 1]; k++) {
    ids[members.side[k]].push(digestIdAt(members.recordId, k));
  }
  const named: string[] = [];
  const ingestionNumber = (place: number): number => {
    const ingestion = ingestions[place];
    const known = named.indexOf(ingestion);
    return known < 0 ? named.push(ingestion) - 1 : known;
  };
  const positions = encodeMembers(columns, i, { ...WITHOUT_IDS, ingestionNumber });
  return { gl_record_ids: ids[0], bank_record_ids: ids[1], ingestions: named, positions };
}

/** The cluster's own id, or the document's if it has none. */
const clusterIdOf = ({ _id, cluster_id }: StoredCluster): string => textOf(cluster_id) || (textOf(_id) ?? '');

/** `currency`: for clusters without one. */
export function factsOf(document: StoredCluster, currency: string): ClusterFacts {
  const own = document.currency || currency;
  return {
    clusterId: clusterIdOf(document),
    session: textOf(document.session_id) ?? '',
    runId: document.run_id ?? null,
    domain: verticalOf(document).domain,
    type: textOf(document.cluster_type) ?? '',
    branchId: textOf(document.branch_id),
    glRecordIds: textsOf(document.gl_record_ids),
    bankRecordIds: textsOf(document.bank_record_ids),
    sampleGlDay: dayOf(document.sample_gl_transaction_date),
    sampleBankDay: dayOf(document.sample_bank_transaction_date),
    deltaDays: countOf(document.date_delta_days),
    amountDeltaMinor: magnitudeOf(document.amount_delta, own),
    currency: own,
  };
}

interface ClusterReading {
  /** False if the ingestion was removed since. */
  readonly isThere: (ingestionId: string) => boolean;
  /** The currency of clusters that name none. */
  readonly currency: string;
}

export function toCluster(document: StoredCluster, { isThere, currency }: ClusterReading): Cluster {
  const { glRecordIds, bankRecordIds, ...facts } = factsOf(document, currency);
  return {
    ...facts,
    service: verticalOf(document).service,
    rule: textOf(document.rule) ?? '',
    reason: textOf(document.reason) ?? '',
    decisionStatus: document.decision_status!,
    isReconciled: flagOf(document.is_reconciled),
    agentInvoked: flagOf(document.agent_invoked),
    amountMinor: minorOf(document.amount, facts.currency),
    members: toMembers(document, { glRecordIds, bankRecordIds }, isThere),
    looksLike: toHints(document.looks_like),
    followUp: followUpOf(document),
    ...timesOf(document),
  };
}

export const followUpOf = ({ follow_up: noted }: Pick<StoredCluster, 'follow_up'>): FollowUp | null =>
  noted ? (JSON.parse(noted.state) as FollowUp) : null;

export const followUpToStore = (noted: FollowUp, v: number): FollowUpDocument => ({
  ...{ v, owner: noted.owner?.value ?? null, due_day: dateOfDay(noted.dueDay?.value ?? null) },
  ...{ has_note: noted.hasNote, state: JSON.stringify(noted) },
});
/** The fields that tableRowOf reads, and the place. */
export const TABLED = {
  ...{ seq: 1, cluster_id: 1, session_id: 1, cluster_type: 1, domain: 1, service: 1, rule: 1, decision_status: 1 },
  ...{ currency: 1, amount: 1, sample_gl_transaction_date: 1, sample_bank_transaction_date: 1 },
  follow_up: 1,
} as const;

/** `currency`: for clusters without one. */
export function tableRowOf(document: StoredCluster, currency: string): TableRow {
  const own = document.currency || currency;
  return {
    ...verticalOf(document),
    clusterId: clusterIdOf(document),
    session: textOf(document.session_id) ?? '',
    type: textOf(document.cluster_type) ?? '',
    rule: textOf(document.rule) ?? '',
    status: document.decision_status!,
    currency: own,
    amountMinor: minorOf(document.amount, own),
    glDay: dayOf(document.sample_gl_transaction_date),
    bankDay: dayOf(document.sample_bank_transaction_date),
    owner: textOf(document.follow_up?.owner),
    dueDay: dayOf(document.follow_up?.due_day),
    hasNote: document.follow_up?.has_note === true,
  };
}

export const toHints = (stored: StoredCluster['looks_like']): LooksLike[] =>
  (stored ?? []).map(({ kind, record_ids, sentence }) => ({ kind, recordIds: record_ids, sentence }));

/** A cluster without a creation time counts as made when it was changed or inserted. */
function timesOf({ _id, created_at, updated_at }: StoredCluster): Pick<Cluster, 'createdAt' | 'updatedAt'> {
  const inserted = (_id as unknown) instanceof ObjectId ? (_id as unknown as ObjectId).getTimestamp().getTime() : 0;
  const [created, updated] = [instantOf(created_at), instantOf(updated_at)];
  return { createdAt: created ?? updated ?? inserted, updatedAt: updated ?? created ?? inserted };
}

function toMembers(
  document: StoredCluster,
  { glRecordIds, bankRecordIds }: Pick<ClusterFacts, 'glRecordIds' | 'bankRecordIds'>,
  isThere: (ingestionId: string) => boolean,
): ClusterMember[] {
  const ids = [glRecordIds, bankRecordIds] as const;
  const { positions } = document;
  if (!positions) {
    const nowhere = { ingestionId: '', ordinal: 0 };
    return SIDES.flatMap((side, place) => ids[place].map((recordId) => ({ side, recordId, ...nowhere })));
  }
  const ingestions = (document.ingestions ?? []).map((id) => (isThere(id) ? id : ''));
  const next = { gl: glRecordIds.values(), bank: bankRecordIds.values() };
  return decodeMembers(positions, WITHOUT_IDS).map(({ side, ingestion, ordinal }) => ({
    side,
    recordId: next[side].next().value!,
    ingestionId: ingestions[ingestion],
    ordinal,
  }));
}

export const hintToStore = ({ kind, recordIds, sentence }: LooksLike) => ({ kind, record_ids: recordIds, sentence });
