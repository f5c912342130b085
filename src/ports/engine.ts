// The reconciliation engine as exception resolution sees it: in this process, or behind the internal routes of another
// one. Resolution holds the partner's row lease while the engine works, and names it in its calls.

import type { RematchTerms } from '../core/records/documents/decisions.ts';
import type { LateGroup, LateKey } from '../core/records/late/late-groups.ts';
import type { Side } from '../core/records/rows/columns.ts';
import type { SessionKey } from '../core/records/session-key.ts';
import type { Fenced } from './leases.ts';

export type FileUrls = Readonly<Record<Side, readonly string[]>>;

export interface Days {
  readonly fromDay: number;
  readonly toDay: number;
}

export interface DocumentToIngest {
  /** The key of the ad hoc session. */
  readonly key: SessionKey;
  readonly branchId: string | null;
  readonly urls: FileUrls;
  readonly days: Days;
}

export interface BankingMatchAsked {
  readonly tenant: string;
  readonly partner: string;
  readonly branchId: string | null;
  readonly domain: string;
  readonly type: string;
  readonly days: Days;
  readonly terms: RematchTerms;
  /** Null: all pending clusters of both not-found types of the branch. */
  readonly clusterIds: readonly string[] | null;
}

/** A match that nothing has committed yet. */
export interface ProposedMatch {
  readonly groupId: string;
  readonly tier: number;
  /** In hundredths. */
  readonly confidence: number;
  readonly differenceMinor: number;
  readonly currency: string;
  readonly days: number;
  readonly feeBasis: 'charge' | 'rate' | null;
  readonly textScore: number | null;
  readonly probability: number | null;
  readonly keysCompared: readonly LateKey[];
  readonly glRecordIds: readonly string[];
  readonly bankRecordIds: readonly string[];
  readonly clusterIds: readonly string[];
}

export interface NipMatchAsked extends Omit<DocumentToIngest, 'urls'> {
  readonly domain: string;
  readonly type: string;
  readonly urls: FileUrls;
  /** The owner of the groups that are made: the operation that asks, or the ad hoc session for a call without one. */
  readonly madeBy: string;
}

export interface NipEnrichment {
  readonly matchedRecordId: string;
  /** 1: by reference; 2: by settlement session and amount. */
  readonly pass: 1 | 2;
  readonly reference: string | null;
  readonly settlementSession: string | null;
  readonly amountMinor: number;
  readonly currency: string;
}

export interface NipMatched {
  /** Uids of the rows, equal in every session (core/records/rows/identity.ts). */
  readonly glRowUids: readonly string[];
  readonly bankRowUids: readonly string[];
  /** Enrichment by row uid. */
  readonly enrichment: Readonly<Record<string, NipEnrichment>>;
  readonly matches: readonly NipMatch[];
}

/** A confirmed group, with the clusters about its rows that were pending at the time of the call. */
export interface NipMatch {
  readonly group: LateGroup;
  readonly clusterIds: readonly string[];
}

/**
 * Every operation throws a TieoutError: a file's error (InvalidFile names the url), store_unavailable, session_busy if
 * the lease was lost, engine_unavailable if another process does not do what it was asked.
 */
export interface Engine {
  /** Answers sentences about why rows of the document may match nothing. */
  ingestDocument(document: DocumentToIngest, under: Fenced): Promise<readonly string[]>;
  /** Only reads. */
  matchBanking(asked: BankingMatchAsked, under: Fenced | null): Promise<readonly ProposedMatch[]>;
  /** Ingests, matches and reconciles. */
  matchNip(asked: NipMatchAsked, under: Fenced): Promise<Pick<NipMatched, 'glRowUids' | 'bankRowUids'>>;
  /** Throws summary_unknown if the session has no stored summary of the kind. */
  regenerateSummary(
    vertical: 'banking' | 'nip',
    of: { readonly key: SessionKey; readonly cause: string },
  ): Promise<void>;
}
