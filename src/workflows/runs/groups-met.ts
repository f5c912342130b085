// The groups that a run's rows are left out for: late groups of its session, late groups of other sessions of the
// partner that hold a copy of one of its rows, and what runs of neighbours matched of them. Several sessions may have the
// same statement or overlapping ones, and a row is matched once. A run stores which groups made it leave rows out. For a
// committed run only these count, because what it matched or found open stays so until the session's next run.

import { BANKING_KIND } from '../../core/kinds/banking.ts';
import { bookedDays, periodOf } from '../../core/records/documents/period.ts';
import type { SessionNature } from '../../core/records/documents/session.ts';
import type { CarriedRow, LateGroup } from '../../core/records/late/late-groups.ts';
import type { GroupsMet } from '../../core/records/late/late-matches.ts';
import { ROW_OUT_OF_PERIOD, SIDES } from '../../core/records/rows/columns.ts';
import { accountBook } from '../../core/summary/proof/account-book.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import { restingAccounts } from '../cross-month/resting-accounts.ts';
import { leftOpenAt } from '../opened/left-open.ts';
import { statedBalances } from '../preparing/assemble-session.ts';
import type { PreparedRun } from '../preparing/prepare-run.ts';
import { neighbourMatches } from '../rows/neighbour-matches.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';
import type { Matches, RunTerms } from '../stored-runs/run-terms.ts';
import { elsewhereOf, madeOf } from '../stored-runs/stored-outcome.ts';

interface GroupsOfNow extends GroupsMet {
  readonly warnings: readonly string[];
}

/** Which sessions a run's rows may be settled in; null: in none, because its rows are no entries. */
export const natureOf = ({ rules }: Matches, { flow = null, periodStart, periodEnd }: RunTerms): Nature | null =>
  rules.subject === 'cash' ? { kind: rules.name, flow, periodStart, periodEnd } : null;

type Nature = Pick<SessionNature, 'kind' | 'flow' | 'periodStart' | 'periodEnd'>;

/** The groups of this moment, for a new run. */
export async function groupsOfNow(
  deps: ReadingDependencies,
  { scope, columns, sides }: Pick<PreparedRun, 'scope' | 'columns' | 'sides'>,
  nature: Nature | null,
): Promise<GroupsOfNow> {
  const { lateGroups } = deps.store;
  const days = periodOf([columns.gl, columns.bank], { start: null, end: null });
  const [own, copied, neighbours] = await Promise.all([
    lateGroups.ofSession(scope.key),
    days === null ? [] : lateGroups.bookedWithin(scope.key, { fromDay: days.start, toDay: days.end }),
    nature === null
      ? null
      : neighbourMatches(deps, { scope, columns }, { nature, ledgerDays: bookedDays(sides.gl.own) }),
  ]);
  const { groups = [], warnings = [] } = neighbours ?? {};
  return { own, copied: [...copied, ...groups], warnings };
}

/** The groups that meet the rows of a session's run; `own`: the session's present late groups, if known. */
export async function groupsOfRun(
  deps: ReadingDependencies,
  { key, runId }: Pick<CommittedSession, 'key' | 'runId'>,
  own?: readonly LateGroup[],
): Promise<GroupsMet> {
  const { lateGroups } = deps.store;
  const { leftOut } = await madeOf(deps.store, runId);
  const [ofSession, copied, elsewhere] = await Promise.all([
    own ?? lateGroups.ofSession(key),
    leftOut.length === 0 ? [] : lateGroups.named(key, leftOut),
    elsewhereOf(deps, runId),
  ]);
  return { own: ofSession, copied: [...copied, ...elsewhere] };
}

/** The run with what earlier sessions of its kind had open at its period's end. */
export async function withCarried(
  deps: ReadingDependencies,
  prepared: PreparedRun,
  nature: Nature | null,
): Promise<PreparedRun> {
  const { scope, period } = prepared;
  if (period === null || nature === null || nature.kind !== BANKING_KIND.name) return prepared;
  const { columns, accounts, sides } = prepared;
  const of = { key: scope.key, kind: nature.kind, period };
  const carried = withoutOpening(await leftOpenAt(deps, { ...of, columns }), prepared);
  const book = accountBook(columns, statedBalances(sides), accounts);
  return { ...prepared, carried, resting: await restingAccounts(deps, { ...of, book, carried }) };
}

/** A row that the run has as an opening row counts there alone. */
function withoutOpening(
  carried: readonly CarriedRow[],
  { columns, ownRows }: Pick<PreparedRun, 'columns' | 'ownRows'>,
): readonly CarriedRow[] {
  const counts = new Map<string, number>();
  for (const side of SIDES) {
    const { count, flags, fingerprint } = columns[side];
    for (let row = ownRows[side]; row < count; row++) {
      const content = `${side}/${fingerprint[2 * row]}/${fingerprint[2 * row + 1]}`;
      if ((flags[row] & ROW_OUT_OF_PERIOD) === 0) counts.set(content, (counts.get(content) ?? 0) + 1);
    }
  }
  return carried.filter(({ side, fingerprint }) => {
    const content = `${side}/${fingerprint.join('/')}`;
    const left = counts.get(content) ?? 0;
    counts.set(content, left - 1);
    return left <= 0;
  });
}
