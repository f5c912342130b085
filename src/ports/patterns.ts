// Learned patterns: one for a tenant, partner, domain and cluster type, replaced under a guard on its version.

import type { Pattern, PatternKey } from '../core/records/documents/patterns.ts';

export type PatternScope = Pick<PatternKey, 'tenant' | 'partner'>;

/** Every operation may throw store_unavailable or store_damaged. */
export interface Patterns {
  get(key: PatternKey): Promise<Pattern | null>;

  /** The pattern of that id within a scope: another partner's is none. */
  byId(scope: PatternScope, patternId: string): Promise<Pattern | null>;

  /** Stores it where the stored version is the one before its own (none before 1). Answers whether it did. */
  put(pattern: Pattern): Promise<boolean>;

  /** In the order of ids; a page token survives writes in between. */
  page(
    scope: PatternScope,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<{ readonly patterns: readonly Pattern[]; readonly next: string | null }>;

  count(scope: PatternScope): Promise<number>;
}
