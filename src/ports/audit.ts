// The audit of decisions: rows that are only ever added, and the chain of links over their batches. Each link is added
// once.

import type { PlacedRow } from '../core/exceptions/audit-chain.ts';
import type { AuditBatch, AuditRow } from '../core/records/documents/audit.ts';
import type { AuditLink } from '../core/records/documents/audit-chain.ts';
import type { DecisionStatus } from '../core/records/documents/clusters.ts';
import type { LearnedPoint, PatternKey } from '../core/records/documents/patterns.ts';
import type { SessionKey } from '../core/records/session-key.ts';
import type { HeldOperation } from './decisions.ts';

export type AuditScope = Pick<SessionKey, 'tenant' | 'partner'>;

/** Where a row is listed: by the time of its call, then by its place among the partner's rows. */
export interface AuditPlace {
  readonly at: number;
  readonly place: number;
}

/** A field that is left out does not narrow. */
export interface AuditFilter {
  readonly session?: string | undefined;
  readonly clusterId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly caller?: string | undefined;
  /** The class of the exceptions. */
  readonly type?: string | undefined;
}

/** The rows of one call, named by operation id, tenant and partner. */
export type BatchKey = AuditScope & { readonly operationId: string };

/** Every operation may throw store_unavailable or store_damaged. */
export interface Audit extends AuditChain {
  /**
   * Adds new rows, known by their ids; a stored row stays as it is. `held`: the operation that the rows belong to.
   * Throws decision_taken, also for no rows, if another caller holds the operation or if it is finished.
   */
  insertIfAbsent(batch: AuditBatch, held: HeldOperation): Promise<void>;

  /**
   * Rows in the order of their calls, by when each call was made; a page token survives writes in between. Decisions of
   * a call that ended in the middle are audited later, and stand where their call stands.
   */
  page(
    scope: AuditScope,
    page: AuditFilter & { readonly after: AuditPlace | null; readonly limit: number },
  ): Promise<{ readonly rows: readonly AuditRow[]; readonly next: AuditPlace | null }>;

  /**
   * All rows in which people's recurring approvals taught a type in a domain and, for amounts, a currency; in no order.
   * A pattern learns from nothing else.
   */
  taggedRecurring(of: PatternKey & { readonly currency: string | null }): Promise<readonly LearnedPoint[]>;

  count(scope: AuditScope, filter: AuditFilter): Promise<number>;

  /**
   * The clusters of a batch that stand as it left them: it changed their status, no later call did, and they are not
   * voided. In order of their ids.
   */
  standing(batch: BatchKey): Promise<readonly StandingDecision[]>;
}

export interface StandingDecision {
  readonly clusterId: string;
  readonly type: string;
  readonly status: DecisionStatus;
}

/** Batches as they are chained and verified, and the links over them. */
export interface AuditChain {
  /** The rows of a batch, in the order of their places; `after` is a place. */
  rowsOf(
    batch: BatchKey,
    page: { readonly after: number | null; readonly limit: number },
  ): Promise<readonly PlacedRow[]>;

  countOf(batch: BatchKey): Promise<number>;

  /** Each batch that has a row of the tenant, once, in the store's own order. */
  batches(
    tenant: string,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<{ readonly batches: readonly BatchKey[]; readonly next: string | null }>;

  /** The end of a tenant's chain; null where it has not begun. */
  lastLink(tenant: string): Promise<AuditLink | null>;

  linkOf(batch: BatchKey): Promise<AuditLink | null>;

  /** False if another link has that place, or if the batch is already chained. */
  addLink(link: AuditLink): Promise<boolean>;

  /** A tenant's links by their place; `after` is a place. */
  links(tenant: string, page: { readonly after: number; readonly limit: number }): Promise<readonly AuditLink[]>;
}
