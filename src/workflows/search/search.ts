// One question in everything that is kept of a tenant: what has an id is asked for by it, and names, references and
// amounts are looked for in the rows of the latest sessions, up to a bound. What was not looked through is said.

import { type Caller, maySee } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import type { RejectedRow } from '../../core/records/documents/ingestion.ts';
import type { ListedRun } from '../../core/records/documents/run.ts';
import type { Session } from '../../core/records/documents/session.ts';
import type { JournalRow } from '../../core/records/journal-life.ts';
import type { LateGroup } from '../../core/records/late/late-groups.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import { isDigestId } from '../../core/records/rows/digest-ids.ts';
import type { PartnerScope, SessionKey } from '../../core/records/session-key.ts';
import type { ScreeningCase } from '../../core/screening/cases/screening-case.ts';
import { type Sought, soughtOf } from '../../core/search/sought.ts';
import type { NamedCluster } from '../../ports/clusters.ts';
import type { CommittedSession, ListedSession } from '../../ports/sessions.ts';
import { hasRun } from '../rows/neighbour-sessions.ts';
import type { ReadingDependencies } from '../rows/read-stored-rows.ts';
import { namedGroup } from '../rows/run-groups.ts';
import { type Budget, type FoundRow, searchRows } from './search-rows.ts';

export type SearchKind = 'session' | 'run' | 'cluster' | 'row' | 'left_out' | 'match' | 'journal' | 'case';

export interface LeftOutLine extends RejectedRow {
  readonly key: SessionKey;
  readonly side: Side;
  readonly file: string;
}

export interface Found {
  readonly sessions: readonly ListedSession[];
  readonly runs: readonly ListedRun[];
  readonly clusters: readonly (NamedCluster & PartnerScope)[];
  readonly rows: readonly FoundRow[];
  readonly leftOut: readonly LeftOutLine[];
  readonly matches: readonly (LateGroup & PartnerScope)[];
  readonly journals: readonly (JournalRow & PartnerScope)[];
  readonly cases: readonly ScreeningCase[];
  readonly cuts: readonly { readonly kind: SearchKind; readonly reason: string }[];
}

export interface Search {
  readonly tenant: string;
  /** Null: every one that the caller may see. */
  readonly partner: string | null;
  readonly text: string;
  /** How many things of each kind are found at most. */
  readonly most: number;
}

/** Rows that one search looks through, of the latest sessions. */
const MOST_ROWS = 500_000;
/** Unreadable lines, likewise. */
const MOST_LINES = 100_000;
const MOST_SESSIONS = 2_000;
const MOST_RUNS = 2_000;
const MOST_CASES = 2_000;

/** Ends with the signal's reason when the caller has left. */
export async function search(
  deps: ReadingDependencies,
  asked: Search,
  { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
): Promise<Found> {
  const { tenant, most } = asked;
  const { store } = deps;
  const sought = soughtOf(asked.text);
  const cuts: Found['cuts'][number][] = [];
  const cut = (kind: SearchKind, reason: string) => void cuts.push({ kind, reason });
  const scopes = (await store.sessions.scopes()).filter(
    (scope) =>
      scope.tenant === tenant && maySee(caller, scope) && (asked.partner === null || scope.partner === asked.partner),
  );
  const shown = <T>(kind: SearchKind, all: readonly T[]): readonly T[] => {
    if (all.length > most) cut(kind, `More than ${most} were found: ask with more letters, or of one partner.`);
    return all.slice(0, most);
  };
  const listed = await latestSessions(deps, scopes);
  if (listed.length === MOST_SESSIONS) cut('session', `The latest ${MOST_SESSIONS} sessions were looked through.`);
  const id = isDigestId(sought.text) ? [sought.text] : [];
  const ofEach = async <T>(
    of: (scope: PartnerScope) => Promise<readonly T[]>,
  ): Promise<readonly (T & PartnerScope)[]> =>
    (
      await Promise.all(
        scopes.map(async (scope) => (await of(scope)).map((one) => ({ ...one, tenant, partner: scope.partner }))),
      )
    ).flat();
  const rows = await rowsOf(deps, { listed, sought, most, cut, signal });
  const clusters = id.length === 0 ? [] : await ofEach((scope) => store.clusters.named(scope, id));
  const journals = await ofEach((scope) => journalsOf(deps, scope, { id, text: asked.text.trim() }));
  const late = id.length === 0 ? [] : await ofEach((scope) => standingGroups(deps, scope, id));
  // Ids of a run's matches are nowhere kept: each is made of the rows, so that all of them have to be read.
  const isSought = id.length > 0 && [clusters, journals, late, rows.rows].every((found) => found.length === 0);
  return {
    sessions: shown(
      'session',
      listed.filter(({ key }) => key.session.toLowerCase().includes(sought.text)),
    ),
    runs: shown('run', await runsOf(deps, { tenant, scopes, sought, cut })),
    clusters,
    ...rows,
    matches: isSought ? await runMatchOf(deps, { listed, sought, cut, signal }) : late,
    journals: shown('journal', journals),
    cases: caller.roles.includes('verify') ? shown('case', await casesOf(deps, { scopes, sought, cut })) : [],
    cuts,
  };
}

/** The latest first. */
async function latestSessions(
  { store }: ReadingDependencies,
  scopes: readonly PartnerScope[],
): Promise<readonly ListedSession[]> {
  const all: ListedSession[] = [];
  for (const { tenant, partner } of scopes) {
    for (let after: number | null = null, isFirst = true; isFirst || after !== null; isFirst = false) {
      const page: Awaited<ReturnType<typeof store.sessions.page>> = await store.sessions.page({
        ...{ tenant, partner, after, limit: 1_000 },
      });
      for (const session of page.sessions) all.push(session);
      if (all.length > 2 * MOST_SESSIONS) latestFirst(all).length = MOST_SESSIONS;
      after = page.next;
    }
  }
  return latestFirst(all).slice(0, MOST_SESSIONS);
}

const madeAt = ({ updatedAt, run }: ListedSession): number => updatedAt ?? run?.acceptedAt ?? 0;
const latestFirst = (sessions: ListedSession[]): ListedSession[] =>
  sessions.sort((a, b) => madeAt(b) - madeAt(a) || (a.key.session < b.key.session ? -1 : 1));

/** The named groups that stand: one that was only proposed, or was refused or taken apart, matches nothing. */
async function standingGroups(
  { store: { lateGroups } }: ReadingDependencies,
  scope: PartnerScope,
  ids: readonly string[],
): Promise<readonly LateGroup[]> {
  const named = await lateGroups.named(scope, ids);
  const records = named.flatMap(({ gl, bank }) => [...gl, ...bank].map(({ recordId }) => recordId));
  return (await lateGroups.holding(scope, records)).filter(({ groupId }) => ids.includes(groupId));
}

/** By id, and by what the ledger calls the entry: as it was written, or with all its letters small or great. */
async function journalsOf(
  { store: { journals } }: ReadingDependencies,
  scope: PartnerScope,
  { id, text }: { readonly id: readonly string[]; readonly text: string },
): Promise<readonly JournalRow[]> {
  const called = await journals.postedAs(scope, [...new Set([text, text.toLowerCase(), text.toUpperCase()])]);
  return id.length === 0 ? called : [...(await journals.known(scope, id)), ...called];
}

/** The match with this id of a session's run, of the latest sessions; one at most. */
async function runMatchOf(
  deps: ReadingDependencies,
  {
    listed,
    sought,
    cut,
    signal,
  }: Looking & { readonly listed: readonly ListedSession[]; readonly signal: AbortSignal },
): Promise<readonly (LateGroup & PartnerScope)[]> {
  let left = MOST_ROWS;
  for (const { key } of listed) {
    signal.throwIfAborted();
    const session = await deps.store.sessions.get(key);
    if (session === null || !hasRun(session)) continue;
    left -= (await deps.store.ingestions.live(key)).reduce((sum, { rows }) => sum + rows, 0);
    if (left < 0) {
      cut('match', `The matches of the latest ${MOST_ROWS} rows were looked through, not those of older sessions.`);
      return [];
    }
    const group = await groupUnlessPruned(deps, session, sought.text);
    if (group !== null) return [{ ...group, tenant: key.tenant, partner: key.partner }];
  }
  return [];
}

async function groupUnlessPruned(
  deps: ReadingDependencies,
  session: CommittedSession,
  id: string,
): Promise<LateGroup | null> {
  try {
    return await namedGroup(deps, session, id);
  } catch (error) {
    if (error instanceof TieoutError && error.code === 'content_pruned') return null;
    throw error;
  }
}

interface Looking {
  readonly sought: Sought;
  readonly cut: (kind: SearchKind, reason: string) => void;
}

async function runsOf(
  { store }: ReadingDependencies,
  { tenant, scopes, sought, cut }: Looking & { readonly tenant: string; readonly scopes: readonly PartnerScope[] },
): Promise<readonly ListedRun[]> {
  const isOf = ({ key }: ListedRun) => scopes.some(({ partner }) => partner === key.partner);
  const { runs, total } = await store.runs.list({ tenant, after: null, limit: MOST_RUNS });
  const found = runs.filter((run) => isOf(run) && run.runId.toLowerCase().startsWith(sought.text));
  if (found.length > 0) return found;
  if (total > runs.length) cut('run', `Of runs the latest ${MOST_RUNS} were looked through.`);
  const one = total > runs.length ? await store.runs.get(sought.text) : null;
  return one !== null && one.key.tenant === tenant && isOf(one) ? [one] : [];
}

async function rowsOf(
  deps: ReadingDependencies,
  {
    listed,
    sought,
    most,
    cut,
    signal,
  }: Looking & { readonly listed: readonly ListedSession[]; readonly most: number; readonly signal: AbortSignal },
): Promise<Pick<Found, 'rows' | 'leftOut'>> {
  const budget: Budget = { rows: MOST_ROWS, pruned: 0, isSpent: false };
  let lines = MOST_LINES;
  const rows: FoundRow[] = [];
  const leftOut: LeftOutLine[] = [];
  for (const { key } of listed) {
    signal.throwIfAborted();
    const session: Session | null = await deps.store.sessions.get(key);
    if (session === null) continue;
    if (rows.length <= most && !budget.isSpent) {
      const found = await searchRows(deps, session, { sought, most: most + 1 - rows.length, budget });
      rows.push(...found);
    }
    if (leftOut.length <= most && lines > 0) {
      const of = await linesOf(deps, key);
      lines -= of.length;
      leftOut.push(...of.filter(({ reason }) => reason.toLowerCase().includes(sought.text)));
    }
    if ((rows.length > most || budget.isSpent) && (leftOut.length > most || lines <= 0)) break;
  }
  if (rows.length > most) cut('row', `More than ${most} were found: ask with more letters, or of one partner.`);
  if (budget.isSpent) cut('row', `The latest ${MOST_ROWS} rows were looked through, not those of older sessions.`);
  if (budget.pruned > 0) cut('row', `The rows of ${budget.pruned} sessions were removed after their time.`);
  if (lines <= 0) cut('left_out', `The latest ${MOST_LINES} lines were looked through, not those of older sessions.`);
  if (leftOut.length > most) cut('left_out', `More than ${most} were found: ask with more letters.`);
  return { rows: rows.slice(0, most), leftOut: leftOut.slice(0, most) };
}

async function linesOf({ store }: ReadingDependencies, key: SessionKey): Promise<LeftOutLine[]> {
  const found: LeftOutLine[] = [];
  for (const { ingestionId, side, file, rejectedRows } of await store.ingestions.live(key)) {
    if (rejectedRows === 0) continue;
    for (const line of await store.ingestions.rejected(ingestionId)) found.push({ ...line, key, side, file });
  }
  return found;
}

async function casesOf(
  { store }: ReadingDependencies,
  { scopes, sought, cut }: Looking & { readonly scopes: readonly PartnerScope[] },
): Promise<readonly ScreeningCase[]> {
  const found: ScreeningCase[] = [];
  for (const { tenant, partner } of scopes) {
    const { cases, next } = await store.cases.page({ tenant, partner }, { filter: {}, after: null, limit: MOST_CASES });
    if (next !== null) cut('case', `Of cases the latest ${MOST_CASES} of partner ${partner} were looked through.`);
    const has = ({ caseId, subjectRef, matchedName, entityId }: ScreeningCase) =>
      [caseId, subjectRef, matchedName, entityId].some((text) => text.toLowerCase().includes(sought.text));
    found.push(...cases.filter(has));
  }
  return found;
}
