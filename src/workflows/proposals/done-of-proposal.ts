// What was done of an accepted order that names exceptions, by the audit of its operation: somebody may have decided some
// of them between the last look and the decision, which then leaves those as they are.

import { type DoneOfOrder, type Proposal, someLeft } from '../../core/people/proposal.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';
import { clustersOf } from '../review/proposal-acts.ts';

/** Why an order is returned that changed nothing. */
export const NOTHING_LEFT = 'Nothing of it was left to do.';

const ROWS_AT_ONCE = 1_000;

/** Null for an order on rows, which is done whole or not at all. */
export async function doneOf(
  { store }: { readonly store: Pick<Store, 'acts' | 'audit'> },
  { tenant, partner }: PartnerScope,
  { proposal, operationId }: { readonly proposal: Proposal; readonly operationId: string },
): Promise<DoneOfOrder | null> {
  if (proposal.kind !== 'decision' && proposal.kind !== 'pattern') return null;
  const changed = new Set<string>();
  for (let after: number | null = null; ; ) {
    const rows = await store.audit.rowsOf({ tenant, partner, operationId }, { after, limit: ROWS_AT_ONCE });
    for (const { row } of rows) if (row.before !== row.after) changed.add(row.clusterId);
    if (rows.length < ROWS_AT_ONCE) break;
    after = rows.at(-1)!.place;
  }
  const named = await clustersOf(store, { tenant, partner }, proposal.id);
  const left = named.map(({ id }) => id).filter((id) => !changed.has(id));
  return { decided: changed.size, left: left.length, note: someLeft({ named: named.length, left }) };
}

/** A document that matches nothing was looked through all the same. */
export const isNothing = ({ order }: Proposal, { decided }: DoneOfOrder): boolean =>
  decided === 0 && order['decision'] !== 'reconcile';
