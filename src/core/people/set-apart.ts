// Rows that a person said are not one: they stay apart in every later run. A run that puts them together is matched
// again without the ledger's rows of that match, which are then open: what they belong to is a person's to say.

import { allocateReversals } from '../matching/outcome/account-outcome.ts';
import { allocateGroups, firstMember } from '../matching/outcome/match-groups.ts';
import { mergeOutcomes } from '../matching/outcome/merge-outcomes.ts';
import type { MatchOutcome } from '../matching/outcome/outcome.ts';
import { withoutFindings } from '../matching/outcome/stored-groups.ts';
import type { JsonObject } from '../records/documents/json.ts';
import { type LateGroup, type LateRow, uidOf } from '../records/late/late-groups.ts';
import { sharedUint8 } from '../records/rows/allocate.ts';
import { ROW_MATCHED_LATE, type RowColumns, SIDES, type Side } from '../records/rows/columns.ts';
import type { Act } from './act.ts';

type OfSides<T> = Readonly<Record<Side, T>>;

/** No row of one side may be in a group with a row of the other. */
export interface Apart {
  readonly id: string;
  /** Copies of the rows as they were when they were set apart. */
  readonly rows: OfSides<readonly LateRow[]>;
  /** The session whose match was taken apart, and that match. */
  readonly session: string;
  readonly groupId: string;
  /** The tier that had made it; absent where it was taken apart before tiers were kept. */
  readonly tier?: number;
  readonly note: string;
  readonly by: string | null;
  /** Milliseconds since 1970, UTC. */
  readonly at: number;
}

export const apartJson = (of: Pick<Apart, 'rows' | 'session' | 'groupId' | 'tier'>): JsonObject =>
  of as unknown as JsonObject;

export const apartOf = ({ thing, by, at, content }: Act): Apart => ({
  ...(content as unknown as Omit<Apart, 'id' | 'by' | 'at' | 'note'>),
  ...{ id: thing, by, at, note: String(content['note'] ?? '') },
});

/** Row numbers of one constraint, of the run's columns. */
export type ApartRows = OfSides<readonly number[]>;

/** Ledger rows that groups put together with a row from which they were set apart, each once, in order. */
export function ledgerRowsTogether({ groups }: MatchOutcome, apart: readonly ApartRows[]): number[] {
  const sought = { gl: new Set(apart.flatMap(({ gl }) => gl)), bank: new Set(apart.flatMap(({ bank }) => bank)) };
  const groupOf = { gl: new Map<number, number>(), bank: new Map<number, number>() };
  for (const side of SIDES) {
    if (sought[side].size === 0) return [];
    for (let g = 0; g < groups.count; g++) {
      for (let k = firstMember(groups[side], g), end = firstMember(groups[side], g + 1); k < end; k++) {
        if (sought[side].has(groups[side].rows[k])) groupOf[side].set(groups[side].rows[k], g);
      }
    }
  }
  const together = apart.flatMap(({ gl, bank }) => {
    const of = new Set(bank.flatMap((row) => groupOf.bank.get(row) ?? []));
    return gl.filter((row) => of.has(groupOf.gl.get(row) ?? -1));
  });
  return [...new Set(together)].sort((a, b) => a - b);
}

/** The columns with these rows taking no part in matching. */
export function withoutRowsOf(columns: RowColumns, rows: readonly number[]): RowColumns {
  const flags = sharedUint8(columns.count);
  flags.set(columns.flags);
  for (const row of rows) flags[row] |= ROW_MATCHED_LATE;
  return { ...columns, flags };
}

/** The outcome with these ledger rows open. */
export const withOpenLedgerRows = (outcome: MatchOutcome, rows: readonly number[]): MatchOutcome =>
  mergeOutcomes([
    outcome,
    {
      groups: allocateGroups({ count: 0, rows: null, weighed: [] }),
      reversals: { gl: allocateReversals(0, []), bank: allocateReversals(0, []) },
      open: { gl: withoutFindings(rows), bank: withoutFindings([]) },
      notes: [],
    },
  ]);

/** Whether a group of copies puts rows together that were set apart; by the rows' identity, in any session. */
export function isTogether({ gl, bank }: Pick<LateGroup, 'gl' | 'bank'>, apart: readonly Apart[]): boolean {
  const uids = { gl: new Set(gl.map(uidOf)), bank: new Set(bank.map(uidOf)) };
  return apart.some(({ rows }) => SIDES.every((side) => rows[side].some((row) => uids[side].has(uidOf(row)))));
}
