// Finds rows of a session that a late group holds, and rows with a copy (a row with the same uid) in another session
// that a late group holds. Matching leaves both out. The summary counts the former as matched by the group's tier, the
// latter as matched elsewhere. The proof uses copies of their counterparts, which are in another session. A row stays
// matched elsewhere until the session is run again.

import { sharedUint8 } from '../rows/allocate.ts';
import { ROW_MATCHED_ELSEWHERE, ROW_MATCHED_LATE, type RowColumns, SIDES, type Side } from '../rows/columns.ts';
import { type IdentifiedRows, type IdentityScope, recordId, rowUids } from '../rows/identity.ts';
import type { LateGroup, LateRow } from './late-groups.ts';
import { lateRows, lateSessions } from './late-groups.ts';

export interface LateMatch {
  readonly group: LateGroup;
  /** Rows of the session that the group holds, or holds a copy of; each row is in one match. */
  readonly own: Readonly<Record<Side, readonly number[]>>;
  /** The group's other rows: of another session, or no longer in the session's files. */
  readonly foreign: readonly LateRow[];
  /** Whether the group has copies of rows of the session. */
  readonly hasCopies: boolean;
  /** Whether the group has only copies, and no row of the session itself. */
  readonly isElsewhere: boolean;
}

/** Late groups with rows of a session or copies of them, in the order in which they were proposed. */
export interface GroupsMet {
  /** Groups with rows of the session. */
  readonly own: readonly LateGroup[];
  /** Groups with rows whose copies the session leaves out; may include groups of `own`. */
  readonly copied: readonly LateGroup[];
}

interface MetRows {
  readonly late: LateMatch[];
  /** Groups that have settled nothing: the session has one of their rows no more. */
  readonly lost: readonly LateGroup[];
}

interface SessionRows {
  readonly columns: Readonly<Record<Side, RowColumns>>;
  /** For each file of a side, whether its own row ids only count its rows. */
  readonly plainCounter: Readonly<Record<Side, readonly boolean[]>>;
}

/** What the groups hold of a session, without those that hold a row which the session has no more. */
export function lateMatches(scope: IdentityScope, rows: SessionRows, groups: GroupsMet): MetRows {
  const lost = lostGroups(scope, rows, groups.own);
  if (lost.length === 0) return { late: lateMatchesOf(scope, rows, groups), lost };
  const isLost = new Set(lost.map(({ groupId }) => groupId));
  const whole = (some: readonly LateGroup[]) => some.filter(({ groupId }) => !isLost.has(groupId));
  return { late: lateMatchesOf(scope, rows, { own: whole(groups.own), copied: whole(groups.copied) }), lost };
}

/** Groups with a row of the session that is not among its rows, because its files were replaced by others without it. */
function lostGroups(
  scope: IdentityScope,
  { columns, plainCounter }: SessionRows,
  groups: readonly LateGroup[],
): LateGroup[] {
  const isOwn = ({ session }: LateRow): boolean => session === scope.key.session;
  const there = new Set(
    SIDES.flatMap((side) => {
      const wanted = groups.flatMap((group) => group[side].filter(isOwn));
      return [...rowsById(scope, { side, columns: columns[side], plainCounter: plainCounter[side] }, wanted).keys()];
    }),
  );
  return groups.filter((group) => lateRows(group).some((row) => isOwn(row) && !there.has(row.recordId)));
}

/** The groups that hold a row of the session, then those that hold a copy. If two hold one row, the first has it. */
export function lateMatchesOf(
  scope: IdentityScope,
  { columns, plainCounter }: SessionRows,
  { own: ofSession, copied }: GroupsMet,
): LateMatch[] {
  const groups = [...new Map([...ofSession, ...copied].map((group) => [group.groupId, group])).values()];
  const [isOwn, isCopied] = [ofSession, copied].map((some) => new Set(some.map(({ groupId }) => groupId)));
  const counts = (group: LateGroup, { session }: LateRow): boolean =>
    (session === scope.key.session ? isOwn! : isCopied!).has(group.groupId);
  const rowOf = Object.fromEntries(
    SIDES.map((side) => {
      const wanted = groups.flatMap((group) => group[side].filter((row) => counts(group, row)));
      return [side, rowsById(scope, { side, columns: columns[side], plainCounter: plainCounter[side] }, wanted)];
    }),
  ) as Record<Side, ReadonlyMap<string, number>>;
  const taken = { gl: new Set<number>(), bank: new Set<number>() };
  return groups.flatMap((group) => {
    const found = (side: Side) =>
      group[side].flatMap((row) => {
        const number = counts(group, row) ? rowOf[side].get(row.recordId) : undefined;
        return number === undefined || taken[side].has(number) ? [] : [{ row, number }];
      });
    const rows = { gl: found('gl'), bank: found('bank') };
    const all = [...rows.gl, ...rows.bank];
    if (all.length === 0) return [];
    for (const side of SIDES) for (const { number } of rows[side]) taken[side].add(number);
    const own = (side: Side): number[] => rows[side].map(({ number }) => number).sort((a, b) => a - b);
    const isFound = new Set(all.map(({ row }) => row));
    const isCopy = ({ row }: { readonly row: LateRow }): boolean => row.session !== scope.key.session;
    return [
      {
        group,
        own: { gl: own('gl'), bank: own('bank') },
        foreign: lateRows(group).filter((row) => !isFound.has(row)),
        hasCopies: all.some(isCopy),
        isElsewhere: all.every(isCopy),
      },
    ];
  });
}

/** The session in which each row of a side is matched elsewhere. */
export const sessionsElsewhere = (late: readonly LateMatch[], side: Side): ReadonlyMap<number, string> =>
  new Map(
    late.flatMap(({ group, own, isElsewhere }) =>
      isElsewhere ? own[side].map((row) => [row, lateSessions(group).join(', ')] as const) : [],
    ),
  );

/** Row numbers by wanted record id. Ids are computed only for the few rows with a wanted fingerprint. */
export function rowsById(
  scope: IdentityScope,
  of: IdentifiedRows,
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
    if (sought.get(fingerprint[2 * row])?.has(fingerprint[2 * row + 1])) rows.push(row);
  }
  const uids = rowUids(scope, of, rows);
  const rowOfUid = new Map(uids.map((uid, k) => [uid, rows[k]] as const));
  const found = new Map<string, number>();
  const withoutUid = new Map<string, Set<string>>();
  for (const { uid, session, recordId: id } of wanted) {
    if (uid === undefined) {
      const ids = withoutUid.get(session);
      if (ids === undefined) withoutUid.set(session, new Set([id]));
      else ids.add(id);
      continue;
    }
    const row = rowOfUid.get(uid);
    if (row !== undefined) found.set(id, row);
  }
  for (const [session, ids] of withoutUid) {
    const within = { ...scope, key: { ...scope.key, session } };
    uids.forEach((uid, k) => {
      const id = recordId(within, uid);
      if (ids.has(id)) found.set(id, rows[k]);
    });
  }
  return found;
}

/** The columns with ROW_MATCHED_LATE, or ROW_MATCHED_ELSEWHERE, on the rows of the matches. */
export function withoutLateRows(
  columns: Readonly<Record<Side, RowColumns>>,
  late: readonly LateMatch[],
): Readonly<Record<Side, RowColumns>> {
  const flagged = (side: Side): RowColumns => {
    if (late.every(({ own }) => own[side].length === 0)) return columns[side];
    const flags = sharedUint8(columns[side].count);
    flags.set(columns[side].flags);
    for (const { own, isElsewhere } of late) {
      for (const row of own[side]) flags[row] |= isElsewhere ? ROW_MATCHED_ELSEWHERE : ROW_MATCHED_LATE;
    }
    return { ...columns[side], flags };
  };
  return { gl: flagged('gl'), bank: flagged('bank') };
}
