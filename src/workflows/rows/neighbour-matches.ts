// What the runs of neighbours matched of a run's rows (core/cross-month/neighbours.ts), as copies of their groups. A
// row is found by its fingerprint in the blocks of its days, then by its uid, so no index is needed; group blocks are
// read only of a neighbour that has such rows. Only rows of a named account count: levies of one day are alike in two
// accounts whose files name none.

import { boundsOf, takesPart } from '../../core/cross-month/neighbours.ts';
import { TieoutError } from '../../core/errors.ts';
import type { Period } from '../../core/records/documents/period.ts';
import type { Session, SessionNature } from '../../core/records/documents/session.ts';
import type { LateGroup } from '../../core/records/late/late-groups.ts';
import { type RowColumns, SIDES, type Side } from '../../core/records/rows/columns.ts';
import type { IdentityScope } from '../../core/records/rows/identity.ts';
import { FINGERPRINT_WORDS, KeyNumbers } from '../../core/records/rows/key-numbers.ts';
import { dayOf } from '../../core/records/rows/row-day.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import { hasRun, neighboursOf, storedDays } from './neighbour-sessions.ts';
import type { ReadingDependencies } from './read-stored-rows.ts';
import { eachStoredRow } from './row-places.ts';
import { copiesOfGroups, type Place, Places, storedGroups } from './run-groups.ts';

interface OwnRows {
  readonly scope: IdentityScope;
  readonly columns: Readonly<Record<Side, RowColumns>>;
}

interface Asked {
  /** The kind, flow and asked period of the run. */
  readonly nature: Pick<SessionNature, 'kind' | 'flow' | 'periodStart' | 'periodEnd'>;
  /** First and last day of the ledger's own rows; null without any. */
  readonly ledgerDays: Period | null;
}

export interface NeighbourMatches {
  /** In the order of the sessions' creation, then of their groups. */
  readonly groups: readonly LateGroup[];
  readonly warnings: readonly string[];
}

const NOTHING: NeighbourMatches = { groups: [], warnings: [] };

export async function neighbourMatches(
  deps: ReadingDependencies,
  { scope, columns }: OwnRows,
  { nature, ledgerDays }: Asked,
): Promise<NeighbourMatches> {
  const own = boundsOf({ start: nature.periodStart, end: nature.periodEnd }, ledgerDays);
  if (own === null) return NOTHING;
  const found: NeighbourMatches[] = [];
  for (const { session, days } of await neighboursOf(deps, scope.key, { nature, own, session: scope.key.session })) {
    const names = { gl: namesOf(columns.gl, days.gl), bank: namesOf(columns.bank, days.bank) };
    const { groups, unknown } = await matchesOf(deps, session, { names, days });
    found.push({ groups, warnings: unknown === 0 ? [] : [unknownWords(session, unknown)] });
  }
  return { groups: found.flatMap(({ groups }) => groups), warnings: found.flatMap(({ warnings }) => warnings) };
}

/** The groups of a session that still stand, among copies of them; null if its matches are kept no longer. */
export async function stillMatched(
  deps: ReadingDependencies,
  session: Session,
  copies: readonly LateGroup[],
): Promise<ReadonlySet<string> | null> {
  if (!hasRun(session)) return new Set();
  const nameOf = (side: Side): KeyNumbers => {
    const names = new KeyNumbers(FINGERPRINT_WORDS);
    for (const { fingerprint } of copies.flatMap((group) => group[side])) names.add(Uint32Array.from(fingerprint), 0);
    return names;
  };
  const days = await storedDays(deps, session);
  const { groups, unknown } = await matchesOf(deps, session, {
    names: { gl: nameOf('gl'), bank: nameOf('bank') },
    days,
  });
  return unknown > 0 ? null : new Set(groups.map(({ groupId }) => groupId));
}

/** Fingerprints of the rows within the days that take part and whose account is named. */
function namesOf(columns: RowColumns, days: Period | null): KeyNumbers {
  const names = new KeyNumbers(FINGERPRINT_WORDS);
  if (days === null) return names;
  for (let row = 0; row < columns.count; row++) {
    const day = dayOf(columns, row);
    if (day < days.start || day > days.end || !takesPart(columns, row)) continue;
    if (columns.accounts[columns.account[row]] !== '') names.add(columns.fingerprint, row);
  }
  return names;
}

interface Sought {
  readonly names: Readonly<Record<Side, KeyNumbers>>;
  readonly days: Readonly<Record<Side, Period | null>>;
}

interface MatchesFound {
  readonly groups: readonly LateGroup[];
  /** How many of the rows the session has, if its matches are kept no longer; else 0. */
  readonly unknown: number;
}

/** What the session's run matched of rows with these fingerprints. */
export async function matchesOf(
  deps: ReadingDependencies,
  session: CommittedSession,
  { names, days }: Sought,
): Promise<MatchesFound> {
  const places = new Places();
  for (const side of SIDES) {
    const within = days[side];
    if (names[side].size === 0 || within === null) continue;
    const asked = { side, days: { fromDay: within.start, toDay: within.end } };
    await eachStoredRow(deps, session.key, asked, ({ ingestionId, ordinal }, fingerprint, row) => {
      if (names[side].numberOf(fingerprint, row) >= 0) places.add(ingestionId, ordinal);
    });
  }
  if (places.size === 0) return { groups: [], unknown: 0 };
  try {
    const isSought = (row: Place): boolean => places.has(row.ingestionId, row.ordinal);
    const groups = await storedGroups(deps, session, { ingestions: places.of, has: (rows) => rows.some(isSought) });
    return { groups: await copiesOfGroups(deps, session, groups), unknown: 0 };
  } catch (error) {
    if (!(error instanceof TieoutError && error.code === 'content_pruned')) throw error;
    return { groups: [], unknown: places.size };
  }
}

const unknownWords = ({ key: { session } }: Session, rows: number): string =>
  `${rows === 1 ? '1 row stands' : `${rows} rows stand`} in session ${session} too, whose matches are kept no longer: whether they were settled there is unknown, and they are reconciled here.`;
