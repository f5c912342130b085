// Rows of a session that a late group holds. Matching leaves them out; the summary counts them as matched by the group's
// tier, and the proof sets them against the copies of their counterparts, which lie in another session.

import type { LateGroup, LateRow } from '../documents/late-groups.ts';
import { lateRows } from '../documents/late-groups.ts';
import { sharedUint8 } from './allocate.ts';
import { ROW_MATCHED_LATE, type RowColumns, SIDES, type Side } from './columns.ts';
import { type IdentityScope, recordIds } from './identity.ts';

export interface LateMatch {
  readonly group: LateGroup;
  /** Rows of the session's columns that it holds. */
  readonly own: Readonly<Record<Side, readonly number[]>>;
  /** Its other rows: of another session, or no longer among the session's files. */
  readonly foreign: readonly LateRow[];
}

interface SessionRows {
  readonly columns: Readonly<Record<Side, RowColumns>>;
  /** By file number of a side's columns. */
  readonly plainCounter: Readonly<Record<Side, readonly boolean[]>>;
}

/** Of the groups those that hold a row of the session, in their order. */
export function lateMatchesOf(
  scope: IdentityScope,
  { columns, plainCounter }: SessionRows,
  groups: readonly LateGroup[],
): LateMatch[] {
  const rowOf = Object.fromEntries(
    SIDES.map((side) => {
      const wanted = groups.flatMap((group) => group[side]);
      return [side, rowsById(scope, { side, columns: columns[side], plainCounter: plainCounter[side] }, wanted)];
    }),
  ) as Record<Side, ReadonlyMap<string, number>>;
  return groups.flatMap((group) => {
    const own = (side: Side): number[] =>
      group[side].flatMap(({ recordId }) => rowOf[side].get(recordId) ?? []).sort((a, b) => a - b);
    const match = { group, own: { gl: own('gl'), bank: own('bank') } };
    if (match.own.gl.length + match.own.bank.length === 0) return [];
    return [{ ...match, foreign: lateRows(group).filter(({ side, recordId }) => !rowOf[side].has(recordId)) }];
  });
}

/** Rows that have a sought fingerprint are few: only they are given ids. */
function rowsById(
  scope: IdentityScope,
  of: Parameters<typeof recordIds>[1],
  wanted: readonly LateRow[],
): ReadonlyMap<string, number> {
  if (wanted.length === 0) return new Map();
  const { fingerprint, count } = of.columns;
  const sought = new Map<number, Set<number>>();
  for (const { fingerprint: words } of wanted) {
    const known = sought.get(words[0]);
    if (known === undefined) sought.set(words[0], new Set([words[1]]));
    else known.add(words[1]);
  }
  const rows: number[] = [];
  for (let row = 0; row < count; row++) {
    if (sought.get(fingerprint[2 * row]!)?.has(fingerprint[2 * row + 1]!)) rows.push(row);
  }
  const isWanted = new Set(wanted.map(({ recordId }) => recordId));
  const ids = recordIds(scope, of, rows);
  return new Map(rows.flatMap((row, k) => (isWanted.has(ids[k]!) ? [[ids[k]!, row] as const] : [])));
}

/** The same columns with ROW_MATCHED_LATE set on the rows that the matches hold. */
export function withoutLateRows(
  columns: Readonly<Record<Side, RowColumns>>,
  late: readonly LateMatch[],
): Readonly<Record<Side, RowColumns>> {
  const flagged = (side: Side): RowColumns => {
    const rows = late.flatMap(({ own }) => own[side]);
    if (rows.length === 0) return columns[side];
    const flags = sharedUint8(columns[side].count);
    flags.set(columns[side].flags);
    for (const row of rows) flags[row]! |= ROW_MATCHED_LATE;
    return { ...columns[side], flags };
  };
  return { gl: flagged('gl'), bank: flagged('bank') };
}
