// Exception clusters as they are stored. New ones come as columns, thousands at a time; what is read back for people
// is a record each. A cluster's id is derived from session, type and record ids, so that a run that finds the
// same exception again finds the same cluster, decided or not.

import type { Side, TextColumn } from '../rows/columns.ts';

/**
 * The domain of a cluster. mfb: banking runs. nip: commercial runs of the service nip. atm: commercial runs of any
 * other service, which is then the cluster's `service`. asset: holdings.
 */
const DOMAINS = ['mfb', 'nip', 'atm', 'asset'] as const;
export type Domain = (typeof DOMAINS)[number];

export const isDomain = (text: string): text is Domain => (DOMAINS as readonly string[]).includes(text);

/** The service of clusters of the domain atm that name none (spec/1, CommercialReconcileRequest). */
export const UNNAMED_SERVICE = 'atm';

/** Where the clusters of one vertical are. */
export interface Vertical {
  readonly domain: string;
  /** Only in domain atm, which services share. */
  readonly service: string | null;
}

/** The domain by the one word that requests name it with (spec/2, Derived value `domain`): mfb, or a service. */
export const verticalNamed = (name: string): Vertical & { readonly domain: Domain } =>
  name === 'mfb' || name === 'nip' ? { domain: name, service: null } : { domain: 'atm', service: name };

/** The word by which requests name a domain. */
export const verticalName = ({ domain, service }: Vertical): string =>
  domain === 'atm' ? (service ?? UNNAMED_SERVICE) : domain;

/** Value of deltaDays and amountDelta of a cluster without one. Deltas are unsigned magnitudes. */
export const NO_DELTA = -1;

/** The rows of clusters, cluster by cluster: cluster c has members offsets[c] <= k < offsets[c + 1]. */
interface ClusterMembers {
  /** Length clusters + 1. */
  readonly offsets: Uint32Array;
  /** 0 gl, 1 bank: the place in SIDES. */
  readonly side: Uint8Array;
  /** 16 bytes a member (digest-ids.ts). */
  readonly recordId: Uint8Array;
  /** Index into ingestions; with the ordinal the member's position. */
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
  /** The service of a commercial run (spec/1, ServiceType); null for others. */
  readonly service: string | null;
  readonly branchId: string | null;
  /** 16 bytes a cluster. */
  readonly clusterId: Uint8Array;
  /** Indexes into types, rules and currencies. */
  readonly type: Uint8Array;
  readonly rule: Uint8Array;
  readonly currency: Uint8Array;
  readonly reason: TextColumn;
  /** Dates of the first row of each side, NO_DAY where a side has none. */
  readonly sampleGlDay: Int32Array;
  readonly sampleBankDay: Int32Array;
  readonly deltaDays: Int32Array;
  /** Minor units. */
  readonly amountDelta: Float64Array;
  /** Signed minor units. */
  readonly amount: Float64Array;
  /** Hints by the cluster's place in these columns; few clusters have some. */
  readonly looksLike: ReadonlyMap<number, readonly LooksLike[]>;
  readonly members: ClusterMembers;
  readonly types: readonly string[];
  readonly rules: readonly string[];
  readonly currencies: readonly string[];
  readonly ingestions: readonly string[];
}

/** Statuses, in the order in which they are always listed. */
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
  /** Null for clusters that another program wrote. */
  readonly runId: string | null;
  readonly domain: string;
  readonly service: string | null;
  readonly branchId: string | null;
  readonly type: string;
  readonly rule: string;
  readonly reason: string;
  readonly decisionStatus: DecisionStatus;
  /** Whether a match of its transactions was confirmed, and by resolution; null in rows of an older platform. */
  readonly isReconciled: boolean | null;
  readonly agentInvoked: boolean | null;
  readonly sampleGlDay: number | null;
  readonly sampleBankDay: number | null;
  readonly deltaDays: number | null;
  readonly amountDeltaMinor: number | null;
  /** Null for clusters that another program wrote without an amount. */
  readonly amountMinor: number | null;
  readonly currency: string;
  readonly members: readonly ClusterMember[];
  /** Empty for clusters that were stored before there were hints. */
  readonly looksLike: readonly LooksLike[];
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface ClusterCount {
  readonly type: string;
  readonly decisionStatus: DecisionStatus;
  readonly clusters: number;
}
