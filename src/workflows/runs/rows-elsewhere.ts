// The rows that a session's run left out as matched elsewhere, with the matches: those of late groups that hold a copy,
// and those of neighbours' runs. They are found as the run found them, from the session's rows with the fingerprints of
// the groups that the run knew.

import { NO_DAY } from '../../core/money/calendar.ts';
import { spanOf } from '../../core/records/documents/period.ts';
import { lateRows, lateSessions } from '../../core/records/late/late-groups.ts';
import { lateMatchesOf } from '../../core/records/late/late-matches.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { dayOfCopy } from '../../core/records/rows/row-day.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { CommittedSession } from '../../ports/sessions.ts';
import type { PageOf, ReportPage } from '../reports/report-page.ts';
import { type ReportRow, reportRow } from '../reports/report-row.ts';
import { type ReadingDependencies, readStoredRows } from '../rows/read-stored-rows.ts';
import { eachStoredRow, nameOf } from '../rows/row-places.ts';
import { Places } from '../rows/run-groups.ts';
import { groupsOfRun } from './groups-met.ts';

export interface RowElsewhere {
  readonly row: ReportRow;
  /** The other sessions of the match, sorted. */
  readonly sessions: readonly string[];
  readonly groupId: string;
}

/** The next row, of the run that left it out. */
export interface ElsewherePlace {
  readonly runId: string;
  readonly n: number;
}

/** `replaced`: the place belongs to a run that another run has replaced since. */
type ElsewhereReported =
  | { readonly outcome: 'page'; readonly page: ReportPage<RowElsewhere, ElsewherePlace> }
  | { readonly outcome: 'unknown_session' }
  | { readonly outcome: 'replaced' };

/** In order of side and day. Throws content_pruned, store_damaged or store_unavailable. */
export async function reportElsewhere(
  deps: ReadingDependencies,
  key: SessionKey,
  { side, page: { after, limit } }: { readonly side: Side | null; readonly page: PageOf<ElsewherePlace> },
): Promise<ElsewhereReported> {
  const session = await deps.store.sessions.get(key);
  if (session === null || session.runId === null) return { outcome: 'unknown_session' };
  const { runId } = session;
  if (after !== null && after.runId !== runId) return { outcome: 'replaced' };
  const all = await rowsElsewhere(deps, { ...session, runId });
  const rows = all.filter(({ row }) => side === null || row.side === side);
  const first = after?.n ?? 0;
  const items = rows.slice(first, first + limit);
  const end = first + items.length;
  return { outcome: 'page', page: { items, next: end < rows.length ? { runId, n: end } : null, total: rows.length } };
}

async function rowsElsewhere(deps: ReadingDependencies, session: CommittedSession): Promise<RowElsewhere[]> {
  const { key } = session;
  const groups = await groupsOfRun(deps, session);
  const rows = [...groups.own, ...groups.copied].flatMap(lateRows);
  const places = new Places();
  for (const side of SIDES) {
    const known = rows.filter((row) => row.side === side);
    if (known.length === 0) continue;
    const names = new Set(known.map(({ fingerprint }) => nameOf(fingerprint, 0)));
    const { start: fromDay, end } = spanOf(known.map(dayOfCopy))!;
    const toDay = fromDay === NO_DAY ? Number.POSITIVE_INFINITY : end;
    const asked = { side, days: { fromDay, toDay } };
    await eachStoredRow(deps, key, asked, ({ ingestionId, ordinal }, fingerprint, row) => {
      if (names.has(nameOf(fingerprint, row))) places.add(ingestionId, ordinal);
    });
  }
  if (places.size === 0) return [];
  const stored = await readStoredRows(deps, key, places.of);
  const sides = {
    columns: { gl: stored.gl.columns, bank: stored.bank.columns },
    plainCounter: { gl: stored.gl.plainCounter, bank: stored.bank.plainCounter },
  };
  const found = lateMatchesOf({ key, digest: deps.digest }, sides, groups).filter(({ isElsewhere }) => isElsewhere);
  return SIDES.flatMap((side) => {
    const { columns, recordIds } = stored[side];
    const ofSide = found.flatMap(({ group, own }) =>
      own[side].map((row) => ({
        row: reportRow(side, { rows: columns, row, recordId: recordIds[row] }),
        sessions: lateSessions(group),
        groupId: group.groupId,
      })),
    );
    return ofSide.sort((a, b) => a.row.day - b.row.day || (a.row.recordId < b.row.recordId ? -1 : 1));
  });
}
