// Makes a pattern again from everything that people's approvals taught, once for each call that teaches. A faster caller
// may have made it from less: then it is made again on top of theirs, under the guard on its version.

import { learn } from '../../core/patterns/learn.ts';
import { answeredOf } from '../../core/patterns/suspension.ts';
import { type Vertical, verticalName } from '../../core/records/documents/clusters.ts';
import type { Operation } from '../../core/records/documents/decisions.ts';
import { type Pattern, type PatternType, VALUE_FIELDS } from '../../core/records/documents/patterns.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { PatternScope } from '../../ports/partners/patterns.ts';
import type { Store } from '../../ports/store.ts';

export interface PatternDependencies {
  readonly store: Pick<Store, 'audit' | 'patterns'>;
  readonly digest: Digest;
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number;
  /** Amounts are learned and swept only in this currency. */
  readonly currency: string;
}

/** The key of the pattern for an operation's clusters; null if no pattern learns from them. */
export function patternKeyOf({
  tenant,
  partner,
  type,
  ...vertical
}: PatternScope & Vertical & { readonly type: string }) {
  const domain = verticalName(vertical);
  if (!(type in VALUE_FIELDS) || (type === 'amount_mismatch' && domain !== 'mfb')) return null;
  return { tenant, partner, domain, type: type as PatternType };
}

/** Null if nothing was ever taught. Throws store_unavailable or store_damaged. */
export async function refreshPattern(deps: PatternDependencies, operation: Operation): Promise<Pattern | null> {
  const key = patternKeyOf(operation);
  if (key === null) return null;
  const { store, digest, clock } = deps;
  const currency = key.type === 'amount_mismatch' ? deps.currency : null;
  for (;;) {
    const known = await store.patterns.get(key);
    const figures = learn(await store.audit.taggedRecurring({ ...key, currency }));
    if (figures === null) return known;
    const patternId = digest(JSON.stringify(['pattern', ...Object.values(key)])).slice(0, 32);
    const version = (known?.version ?? 0) + 1;
    const learned = { ...key, patternId, currency, figures, updatedAt: clock(), suspendedAt: null, version };
    const pattern = { ...learned, ...(known !== null && answeredOf(known)) };
    if (await store.patterns.put(pattern)) return pattern;
  }
}
