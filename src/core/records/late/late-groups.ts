// Match groups that were made after the runs of their rows, by a cross-month run or a decision. Each is a document with
// copies of its rows and the names of their sessions, so it is complete without the files. Its rows are claimed one by
// one under guard. Later runs of a session leave out rows that a confirmed group holds.

import type { DifferenceAs } from '../groups/difference-as.ts';
import type { FeeBasis } from '../groups/fee-basis.ts';
import type { Side } from '../rows/columns.ts';

/** A row as it was when the group was made. */
export interface LateRow {
  readonly side: Side;
  readonly recordId: string;
  /** The row's uid, equal in all sessions (identity.ts); absent in rows of older versions. */
  readonly uid?: string;
  readonly session: string;
  readonly ingestionId: string;
  readonly ordinal: number;
  /** Fingerprint of the row's content, by which it is found in columns. */
  readonly fingerprint: readonly [low: number, high: number];
  /** Day number, NO_DAY if it has none. */
  readonly bookingDay: number;
  readonly valueDay: number;
  /** Signed minor units. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly account: string;
  /** '' if it has none. */
  readonly reference: string;
  readonly settlementSession: string;
  readonly narration: string;
  readonly sourceId: string;
  readonly file: string;
  readonly line: number;
}

/** What finds a row in columns. */
export type RowContent = Pick<LateRow, 'side' | 'fingerprint'>;

/** A row that an earlier session left open, with its exception there; absent in none. */
export interface CarriedRow extends LateRow {
  readonly exception?: {
    readonly clusterId: string;
    readonly type: string;
    /** The ground of the cluster. */
    readonly ground: string;
    /** Open rows that a hint of it pairs with the row; absent: none. */
    readonly likely?: readonly RowContent[];
  };
}

/**
 * Origins of late groups. `run`: copied from what another session's run matched, for a session that leaves its rows out;
 * such a copy is stored with that session's run alone. `hand`: a person's own match.
 */
const LATE_ORIGINS = ['cross_month', 'decision', 'run', 'hand'] as const;
type LateOrigin = (typeof LATE_ORIGINS)[number];

/** An identifier that one or both sides carry, with the field of each. */
export interface LateKey {
  readonly identifier: string;
  readonly gl: string | null;
  readonly bank: string | null;
}

/** What a person made of the rows. */
export interface MadeByHand {
  /** The caller's id; null where callers have no names. */
  readonly by: string | null;
  readonly note: string;
  /** What the difference is posted as; null if the sides agree. */
  readonly differenceAs: DifferenceAs | null;
}

export interface LateGroup {
  /** Digest of its rows and origin, so that proposing it again makes no second group. */
  readonly groupId: string;
  readonly origin: LateOrigin;
  /** The run or decision that made it. */
  readonly operation: string;
  /** 1 to 9; TIER_MANUAL by hand; TIER_REVERSAL for two rows of one side, the original first. */
  readonly tier: number;
  /** In hundredths. */
  readonly confidence: number;
  /** Ledger minus bank, signed minor units. */
  readonly differenceMinor: number;
  /** Bank date minus ledger date. */
  readonly days: number;
  readonly feeBasis: FeeBasis;
  /** 0 to 10,000; null if texts were not compared. */
  readonly textScore: number | null;
  /** In ten-thousandths; null if evidence did not decide. */
  readonly probability: number | null;
  /** How a reversal was assigned to its original. */
  readonly nettedBy?: 'reference' | 'marker' | null;
  readonly keysCompared: readonly LateKey[];
  /** Absent unless a person made it. */
  readonly byHand?: MadeByHand;
  readonly gl: readonly LateRow[];
  readonly bank: readonly LateRow[];
  /** Milliseconds since 1970, UTC. */
  readonly createdAt: number;
}

/** The row's uid, or its record id if it is of an older version. */
export const uidOf = ({ uid, recordId }: Pick<LateRow, 'uid' | 'recordId'>): string => uid ?? recordId;

export const lateRows = ({ gl, bank }: Pick<LateGroup, 'gl' | 'bank'>): readonly LateRow[] => [...gl, ...bank];

/** The sessions of its rows, sorted. */
export const lateSessions = (group: Pick<LateGroup, 'gl' | 'bank'>): string[] =>
  [...new Set(lateRows(group).map(({ session }) => session))].sort();
