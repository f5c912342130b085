// Calls that decided, the latest first, with how many of their decisions still stand.

import type { Operation } from '../../core/records/documents/decisions.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { OperationPlace } from '../../ports/decisions.ts';
import type { Store } from '../../ports/store.ts';
import type { PageOf } from './report-page.ts';

export interface OperationReport {
  readonly operation: Operation;
  /** Audit rows of it. */
  readonly clusters: number;
  /** Null: too many to look through for a list. */
  readonly standing: number | null;
}

/** Decisions of one operation that a list looks through. */
const MOST_STANDING = 1_000;

export async function reportOperations(
  store: Pick<Store, 'audit' | 'decisions'>,
  scope: PartnerScope,
  page: PageOf<OperationPlace>,
): Promise<{ readonly items: readonly OperationReport[]; readonly next: OperationPlace | null }> {
  const { operations, next } = await store.decisions.past(scope, page);
  const items: OperationReport[] = [];
  for (const operation of operations) {
    const clusters = await store.audit.countOf(operation);
    const standing = clusters > MOST_STANDING ? null : (await store.audit.standing(operation)).length;
    items.push({ operation, clusters, standing });
  }
  return { items, next };
}
