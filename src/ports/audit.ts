// The audit of decisions: rows that are only ever added.

import type { AuditBatch, AuditRow } from '../core/records/documents/audit.ts';
import type { LearnedPoint, PatternKey } from '../core/records/documents/patterns.ts';
import type { SessionKey } from '../core/records/documents/session.ts';

export type AuditScope = Pick<SessionKey, 'tenant' | 'partner'>;

/** What is left out does not narrow. */
export interface AuditFilter {
  readonly session?: string | undefined;
  readonly clusterId?: string | undefined;
  readonly requestId?: string | undefined;
}

/** Every operation may throw store_unavailable or store_damaged. */
export interface Audit {
  /** Adds those that are not there, by their ids; a row that is there is left as it is. */
  insertIfAbsent(batch: AuditBatch): Promise<void>;

  /** In the order of their making; a page token survives writes in between. */
  page(
    scope: AuditScope,
    page: AuditFilter & { readonly after: number | null; readonly limit: number },
  ): Promise<{ readonly rows: readonly AuditRow[]; readonly next: number | null }>;

  /**
   * What rows of people's recurring approvals of a type taught in a domain and, of amounts, a currency: all there are,
   * in no order. A pattern learns from nothing else.
   */
  taggedRecurring(of: PatternKey & { readonly currency: string | null }): Promise<readonly LearnedPoint[]>;

  count(scope: AuditScope, filter: AuditFilter): Promise<number>;
}
