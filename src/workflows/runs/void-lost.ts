// Late groups that a run makes void: its session has one of their rows no more. Their other rows are open again, with
// the exceptions that they had; the sessions of those rows are run again (run-again.ts). The run itself was matched
// without these groups, so this can be repeated by whoever finishes it.

import { lateRows } from '../../core/records/late/late-groups.ts';
import type { Fenced } from '../../ports/leases.ts';
import type { Store } from '../../ports/store.ts';
import type { PreparedRun } from '../preparing/prepare-run.ts';
import { voidGroups } from '../rematch/void-groups.ts';

interface VoidDependencies {
  readonly store: Pick<Store, 'lateGroups' | 'openItems' | 'clusters'>;
  readonly clock: () => number;
}

const REASON = 'one of its rows is in its session’s files no more';

/** Before the run's open rows are written: rows of the groups that the session still has are written as it found them. */
export async function voidLost(
  deps: VoidDependencies,
  { scope: { key }, lost }: Pick<PreparedRun, 'scope' | 'lost'>,
  under: Fenced,
): Promise<void> {
  if (lost.length === 0) return;
  const own = lost.flatMap(lateRows).filter(({ session }) => session === key.session);
  await deps.store.openItems.removeHeld(key, { recordIds: own.map(({ recordId }) => recordId), under });
  await voidGroups(deps, key, { groups: lost, reason: REASON, under });
}
