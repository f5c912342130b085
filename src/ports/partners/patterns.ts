// Learned patterns: one for each tenant, partner, domain and cluster type, replaced under a guard on its version.

import type { Pattern, PatternKey } from '../../core/records/documents/patterns.ts';

export type PatternScope = Pick<PatternKey, 'tenant' | 'partner'>;

/** Every operation may throw store_unavailable or store_damaged. */
export interface Patterns {
  get(key: PatternKey): Promise<Pattern | null>;

  /** The pattern with that id in a scope; null for another partner's pattern. */
  byId(scope: PatternScope, patternId: string): Promise<Pattern | null>;

  /** Stores the pattern if the stored version is its own minus one (none for version 1). Answers whether it did. */
  put(pattern: Pattern): Promise<boolean>;

  /** In order of id; a page token survives writes in between. */
  page(
    scope: PatternScope,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<{ readonly patterns: readonly Pattern[]; readonly next: string | null }>;

  count(scope: PatternScope): Promise<number>;
}
