// Match groups as columns: allocates them, finds the rows of a group, and joins lists of groups. Lists of pairs need no
// offsets; they are made only if a part has larger groups.

import { type WeighedColumn, weighedNames } from '../../records/groups/groups.ts';
import { sharedFloat64, sharedInt16, sharedInt32, sharedUint8, sharedUint32 } from '../../records/rows/allocate.ts';
import { type RowColumns, SIDES, type Side } from '../../records/rows/columns.ts';
import type { Range } from '../../records/rows/range.ts';
import { LAST_TIER, type MatchGroups, type RowMembers } from './outcome.ts';

interface GroupsToAllocate {
  readonly count: number;
  /** How many rows a side; null: one of each in every group. */
  readonly rows: Readonly<Record<Side, number>> | null;
  readonly weighed: readonly WeighedColumn[];
}

export function allocateGroups({ count, rows, weighed }: GroupsToAllocate): MatchGroups {
  const members = (side: Side): RowMembers =>
    rows === null
      ? { rows: sharedUint32(count), offsets: null }
      : { rows: sharedUint32(rows[side]), offsets: sharedUint32(count + 1) };
  return {
    count,
    gl: members('gl'),
    bank: members('bank'),
    tier: sharedUint8(count),
    difference: sharedFloat64(count),
    days: sharedInt32(count),
    textScore: sharedInt16(count),
    feeBasis: sharedUint8(count),
    runnerUp: sharedInt32(count),
    runnerUpGap: sharedInt32(count),
    weighed: Object.fromEntries(weighed.map((name) => [name, sharedInt16(count)])),
  };
}

/** Where group g's rows begin; those of g end where g + 1 begins. */
export const firstMember = ({ offsets }: RowMembers, g: number): number => (offsets === null ? g : offsets[g]!);

export const membersOf = (members: RowMembers, g: number): Uint32Array =>
  members.rows.subarray(firstMember(members, g), firstMember(members, g + 1));

/** How many rows of each side group g has. */
export const membersCount = (
  groups: Readonly<Record<Side, RowMembers>>,
  g: number,
): Readonly<Record<Side, number>> => ({
  gl: membersOf(groups.gl, g).length,
  bank: membersOf(groups.bank, g).length,
});

/** The group that holds a row of the side, or -1. It looks through all rows, so it is for single questions. */
export function groupOf({ rows, offsets }: RowMembers, row: number): number {
  const at = rows.indexOf(row);
  if (at < 0 || offsets === null) return at;
  let g = 0;
  while (offsets[g + 1]! <= at) g++;
  return g;
}

/** Members from the rows of each group. */
export function rowMembers(groups: readonly Uint32Array[]): RowMembers {
  const offsets = sharedUint32(groups.length + 1);
  groups.forEach(({ length }, g) => {
    offsets[g + 1] = offsets[g]! + length;
  });
  const rows = sharedUint32(offsets[groups.length]!);
  groups.forEach((members, g) => {
    rows.set(members, offsets[g]!);
  });
  return { rows, offsets };
}

const COLUMNS = ['tier', 'difference', 'days', 'textScore', 'feeBasis', 'runnerUp', 'runnerUpGap'] as const;

/** A joined list, which takes ranges of the parts one after the other. */
class Joined {
  readonly groups: MatchGroups;
  #count = 0;
  readonly #rows = { gl: 0, bank: 0 };

  constructor(parts: readonly MatchGroups[]) {
    const sum = (of: (part: MatchGroups) => number): number => parts.reduce((total, part) => total + of(part), 0);
    const isOneToOne = parts.every(({ gl, bank }) => gl.offsets === null && bank.offsets === null);
    this.groups = allocateGroups({
      count: sum(({ count }) => count),
      rows: isOneToOne ? null : { gl: sum(({ gl }) => gl.rows.length), bank: sum(({ bank }) => bank.rows.length) },
      weighed: weighedNames(parts.map(({ weighed }) => weighed)),
    });
  }

  take(part: MatchGroups, range: Range): void {
    const { from, to } = range;
    for (const name of COLUMNS) this.groups[name].set(part[name].subarray(from, to), this.#count);
    for (const name of weighedNames([part.weighed])) {
      this.groups.weighed[name]!.set(part.weighed[name]!.subarray(from, to), this.#count);
    }
    for (const side of SIDES) this.#takeMembers(side, part[side], range);
    this.#count += to - from;
  }

  #takeMembers(side: Side, part: RowMembers, { from, to }: Range): void {
    const { rows, offsets } = this.groups[side];
    const first = firstMember(part, from);
    const end = firstMember(part, to);
    const at = this.#rows[side];
    rows.set(part.rows.subarray(first, end), at);
    this.#rows[side] += end - first;
    if (offsets === null) return;
    for (let g = from; g < to; g++) offsets[this.#count + g - from + 1] = at + firstMember(part, g + 1) - first;
  }
}

/** Tier by tier, in each tier part by part. */
export function joinGroups(parts: readonly MatchGroups[]): MatchGroups {
  const joined = new Joined(parts);
  const from = parts.map(() => 0);
  for (let tier = 1; tier <= LAST_TIER; tier++) {
    parts.forEach((part, k) => {
      let to = from[k]!;
      while (to < part.count && part.tier[to] === tier) to++;
      joined.take(part, { from: from[k]!, to });
      from[k] = to;
    });
  }
  return joined.groups;
}

/** Two lists of one account in one order; `compare` is the canonical order of two rows of the ledger's columns. */
export function interleaveGroups(
  { many, few }: { readonly many: MatchGroups; readonly few: MatchGroups },
  { columns, compare }: { columns: RowColumns; compare: (columns: RowColumns, i: number, j: number) => number },
): MatchGroups {
  const joined = new Joined([many, few]);
  const first = ({ gl }: MatchGroups, g: number): number => gl.rows[firstMember(gl, g)]!;
  const isBefore = (m: number, f: number): boolean =>
    (many.tier[m]! - few.tier[f]! || compare(columns, first(many, m), first(few, f))) < 0;
  let from = 0;
  for (let f = 0; f < few.count; f++) {
    let low = from;
    let high = many.count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(middle, f)) low = middle + 1;
      else high = middle;
    }
    joined.take(many, { from, to: low });
    joined.take(few, { from: f, to: f + 1 });
    from = low;
  }
  joined.take(many, { from, to: many.count });
  return joined.groups;
}
