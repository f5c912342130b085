// The audit of decisions: rows that are only ever added, and the chain over their batches, of which each link is added
// once.

import type { PlacedRow } from '../core/exceptions/audit-chain.ts';
import type { AuditBatch, AuditRow } from '../core/records/documents/audit.ts';
import type { AuditLink } from '../core/records/documents/audit-chain.ts';
import type { LearnedPoint, PatternKey } from '../core/records/documents/patterns.ts';
import type { SessionKey } from '../core/records/session-key.ts';
import type { HeldOperation } from './decisions.ts';

export type AuditScope = Pick<SessionKey, 'tenant' | 'partner'>;

/** Where a row is listed: by the time of its call, then by its place among the partner's rows. */
export interface AuditPlace {
  readonly at: number;
  readonly place: number;
}

/** What is left out does not narrow. */
export interface AuditFilter {
  readonly session?: string | undefined;
  readonly clusterId?: string | undefined;
  readonly requestId?: string | undefined;
}

/** The rows of one call: what its operation id, a tenant and a partner name. */
export type BatchKey = AuditScope & { readonly operationId: string };

/** Every operation may throw store_unavailable or store_damaged. */
export interface Audit extends AuditChain {
  /**
   * Adds those that are not there, by their ids; a row that is there is left as it is. `held`: the operation that they
   * are rows of. Throws decision_taken where it is somebody else's or finished, also for no rows.
   */
  insertIfAbsent(batch: AuditBatch, held: HeldOperation): Promise<void>;

  /**
   * In the order of the calls, by when each was made; a page token survives writes in between. What a call that ended in
   * the middle had decided is audited later, and stands where its call stands.
   */
  page(
    scope: AuditScope,
    page: AuditFilter & { readonly after: AuditPlace | null; readonly limit: number },
  ): Promise<{ readonly rows: readonly AuditRow[]; readonly next: AuditPlace | null }>;

  /**
   * What rows of people's recurring approvals of a type taught in a domain and, of amounts, a currency: all there are,
   * in no order. A pattern learns from nothing else.
   */
  taggedRecurring(of: PatternKey & { readonly currency: string | null }): Promise<readonly LearnedPoint[]>;

  count(scope: AuditScope, filter: AuditFilter): Promise<number>;
}

/** Batches as they are chained and verified, and the links over them. */
export interface AuditChain {
  /** The rows of a batch, in the order of their places; `after` is a place. */
  rowsOf(
    batch: BatchKey,
    page: { readonly after: number | null; readonly limit: number },
  ): Promise<readonly PlacedRow[]>;

  countOf(batch: BatchKey): Promise<number>;

  /** Every batch of which a tenant has a row, once, in an order of the store's own. */
  batches(
    tenant: string,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<{ readonly batches: readonly BatchKey[]; readonly next: string | null }>;

  /** The end of a tenant's chain; null where it has not begun. */
  lastLink(tenant: string): Promise<AuditLink | null>;

  linkOf(batch: BatchKey): Promise<AuditLink | null>;

  /** False where another link has its place, or its batch is chained. */
  addLink(link: AuditLink): Promise<boolean>;

  /** Links of a tenant by their place; `after` is one. */
  links(tenant: string, page: { readonly after: number; readonly limit: number }): Promise<readonly AuditLink[]>;
}
