// Whether what earlier sessions left open is as it was when a session's figures were made. It is not after an earlier
// month was reconciled anew, or reconciled later than this one.

import { BANKING_KIND } from '../../core/kinds/banking.ts';
import type { CarriedRow } from '../../core/records/late/late-groups.ts';
import { carriedBasis } from '../../core/summary/figures-basis.ts';
import type { StoredSummary } from '../../core/summary/summary-json.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import { leftOpenAt } from '../opened/left-open.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';

/** False too if only the session's own rows can tell, because it has opening rows. */
export async function isCarriedAsThen(
  deps: ReadingDependencies,
  session: CommittedSession,
  { facts, scope }: Pick<StoredSummary, 'facts' | 'scope'>,
): Promise<boolean> {
  const carried = await carriedNow(deps, session, facts.period);
  return carried !== null && carriedBasis(carried, deps.digest) === scope.carried;
}

/** Null if its opening rows, which count there alone, may be among them. */
async function carriedNow(
  deps: ReadingDependencies,
  { key, kind }: CommittedSession,
  period: StoredSummary['facts']['period'],
): Promise<readonly CarriedRow[] | null> {
  if (period === null || kind !== BANKING_KIND.name) return [];
  const carried = await leftOpenAt(deps, { key, kind, period });
  if (carried.length === 0) return carried;
  const files = await deps.store.ingestions.live(key);
  return files.some(({ isOpening }) => isOpening) ? null : carried;
}
