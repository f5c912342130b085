// Exception clusters as stored. New ones come as columns, thousands at a time; those read for people are records. A
// cluster's id is derived from session, type and record ids, so a run that finds the same exception again finds the
// same cluster, decided or not.

import type { FollowUp } from '../follow-up.ts';
import type { Side, TextColumn } from '../rows/columns.ts';

/**
 * The domain of a cluster. mfb: banking runs. nip: commercial runs of the service nip. atm: commercial runs of any
 * other service, named by the cluster's `service`. asset: holdings.
 */
const DOMAINS = ['mfb', 'nip', 'atm', 'asset'] as const;
export type Domain = (typeof DOMAINS)[number];

export const isDomain = (text: string): text is Domain => (DOMAINS as readonly string[]).includes(text);

/** The service of clusters of the domain atm that name none. */
export const UNNAMED_SERVICE = 'atm';

/** Names the clusters of one vertical. */
export interface Vertical {
  readonly domain: string;
  /** Null except in the domain atm, which services share. */
  readonly service: string | null;
}

/** The vertical by the word in requests: mfb, or a service. */
export const verticalNamed = (name: string): Vertical & { readonly domain: Domain } =>
  name === 'mfb' || name === 'nip' ? { domain: name, service: null } : { domain: 'atm', service: name };

/** The word for a vertical in requests. */
export const verticalName = ({ domain, service }: Vertical): string =>
  domain === 'atm' ? (service ?? UNNAMED_SERVICE) : domain;

/** deltaDays and amountDelta of a cluster without one. Deltas are unsigned. */
export const NO_DELTA = -1;

/** Rows of clusters: cluster c has members offsets[c] <= k < offsets[c + 1]. */
interface ClusterMembers {
  /** Length clusters + 1. */
  readonly offsets: Uint32Array;
  /** Index into SIDES: 0 gl, 1 bank. */
  readonly side: Uint8Array;
  /** 16 bytes each (digest-ids.ts). */
  readonly recordId: Uint8Array;
  /** Index into ingestions. With the ordinal it is the member's position. */
  readonly ingestion: Uint32Array;
  readonly ordinal: Uint32Array;
}

/** A hint (classification/hints): a likely explanation for people, never a decision. */
export interface LooksLike {
  readonly kind: string;
  readonly recordIds: readonly string[];
  readonly sentence: string;
}

export interface ClusterColumns {
  readonly count: number;
  readonly domain: Domain;
  /** The service of a commercial run; null for others. */
  readonly service: string | null;
  readonly branchId: string | null;
  /** 16 bytes each. */
  readonly clusterId: Uint8Array;
  /** Index into types. */
  readonly type: Uint8Array;
  readonly rule: Uint8Array;
  readonly currency: Uint8Array;
  readonly reason: TextColumn;
  /** Day of the first ledger row, NO_DAY if there is none. */
  readonly sampleGlDay: Int32Array;
  readonly sampleBankDay: Int32Array;
  readonly deltaDays: Int32Array;
  /** Minor units. */
  readonly amountDelta: Float64Array;
  /** Signed minor units. */
  readonly amount: Float64Array;
  /** Hints by cluster index; few clusters have any. */
  readonly looksLike: ReadonlyMap<number, readonly LooksLike[]>;
  readonly members: ClusterMembers;
  readonly types: readonly string[];
  readonly rules: readonly string[];
  readonly currencies: readonly string[];
  readonly ingestions: readonly string[];
}

/** Statuses in the order of every list. */
export const DECISION_STATUSES = ['pending', 'approved', 'rejected', 'escalated'] as const;
export type DecisionStatus = (typeof DECISION_STATUSES)[number];

export interface ClusterMember {
  readonly side: Side;
  readonly recordId: string;
  readonly ingestionId: string;
  readonly ordinal: number;
}

export interface Cluster {
  readonly clusterId: string;
  readonly session: string;
  /** Null for clusters of another program. */
  readonly runId: string | null;
  readonly domain: string;
  readonly service: string | null;
  readonly branchId: string | null;
  readonly type: string;
  readonly rule: string;
  readonly reason: string;
  readonly decisionStatus: DecisionStatus;
  /** Whether a match of its transactions was confirmed, also by resolution; null in rows of an older platform. */
  readonly isReconciled: boolean | null;
  readonly agentInvoked: boolean | null;
  readonly sampleGlDay: number | null;
  readonly sampleBankDay: number | null;
  readonly deltaDays: number | null;
  readonly amountDeltaMinor: number | null;
  /** Null for clusters of another program without an amount. */
  readonly amountMinor: number | null;
  readonly currency: string;
  readonly members: readonly ClusterMember[];
  /** Empty for clusters that are older than hints. */
  readonly looksLike: readonly LooksLike[];
  /** Null: nobody noted anything. */
  readonly followUp: FollowUp | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface ClusterCount {
  readonly type: string;
  readonly decisionStatus: DecisionStatus;
  readonly clusters: number;
}
