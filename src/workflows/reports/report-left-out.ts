// The rows of a session's files that took no part: lines that could not be read, then rows that were read and set aside,
// each with its reason. Rows that another file of the side has too are stored once, so they are not among them.

import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { recordIds } from '../../core/records/rows/identity.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import { setAsideRows } from '../../core/report/left-out-rows.ts';
import { type StatingDependencies, stateSession } from '../statements/state-session.ts';
import type { PageOf, ReportPage } from './report-page.ts';
import { type ReportRow, reportRow } from './report-row.ts';

export type LeftOutKind = 'rejected' | 'set_aside';

export interface LeftOutRow {
  readonly kind: LeftOutKind;
  readonly side: Side;
  readonly file: string;
  readonly line: number;
  readonly reason: string;
  /** Null for a line that could not be read. */
  readonly row: ReportRow | null;
}

/** The next row, as of a version of the session. */
export interface LeftOutPlace {
  readonly version: number;
  readonly n: number;
}

type LeftOutReported =
  | { readonly outcome: 'page'; readonly page: ReportPage<LeftOutRow, LeftOutPlace> }
  | { readonly outcome: 'unknown_session' }
  | { readonly outcome: 'replaced' };

interface Wanted {
  /** Null: both. */
  readonly kind: LeftOutKind | null;
  readonly side: Side | null;
  readonly page: PageOf<LeftOutPlace>;
}

/** In order of kind, side, file and line. Throws as stateSession. */
export async function reportLeftOut(
  deps: StatingDependencies,
  key: SessionKey,
  { kind, side, page: { after, limit } }: Wanted,
): Promise<LeftOutReported> {
  const session = await deps.store.sessions.get(key);
  if (session === null || session.runId === null) return { outcome: 'unknown_session' };
  const { version } = session;
  if (after !== null && after.version !== version) return { outcome: 'replaced' };
  const sides = SIDES.filter((one) => side === null || one === side);
  const rejected = kind === 'set_aside' ? [] : await rejectedRows(deps, key, sides);
  const aside = kind === 'rejected' ? none : await asideRows(deps, key, sides);
  const first = after?.n ?? 0;
  const total = rejected.length + aside.count;
  const items = rejected.slice(first, first + limit);
  const from = Math.max(0, first - rejected.length);
  items.push(...aside.rows(from, from + limit - items.length));
  const end = first + items.length;
  return { outcome: 'page', page: { items, next: end < total ? { version, n: end } : null, total } };
}

async function rejectedRows({ store }: StatingDependencies, key: SessionKey, sides: readonly Side[]) {
  const live = await store.ingestions.live(key);
  const found: LeftOutRow[] = [];
  for (const side of sides) {
    for (const { ingestionId, file } of live.filter((one) => one.side === side)) {
      for (const { line, reason } of await store.ingestions.rejected(ingestionId)) {
        found.push({ kind: 'rejected', side, file, line, reason, row: null });
      }
    }
  }
  return found;
}

interface Aside {
  readonly count: number;
  rows(from: number, to: number): LeftOutRow[];
}

const none: Aside = { count: 0, rows: () => [] };

async function asideRows(deps: StatingDependencies, key: SessionKey, sides: readonly Side[]): Promise<Aside> {
  const found = await stateSession(deps, key, null);
  if (found === null) return none;
  const { stated, ownRows } = found;
  const all = sides.flatMap((side) =>
    Array.from(setAsideRows({ ...stated, ownRows }, side), ({ row, reason }) => ({ side, row, reason })),
  );
  return {
    count: all.length,
    rows: (from, to) =>
      sides.flatMap((side) => {
        const some = all.slice(from, to).filter((one) => one.side === side);
        const rows = stated.columns[side];
        const identified = { side, columns: rows, plainCounter: stated.plainCounter[side] };
        const ids = recordIds(
          stated.identity,
          identified,
          some.map(({ row }) => row),
        );
        return some.map(({ row, reason }, k): LeftOutRow => {
          const shown = reportRow(side, { rows, row, recordId: ids[k] });
          return { kind: 'set_aside', side, file: shown.file, line: shown.line, reason, row: shown };
        });
      }),
  };
}
