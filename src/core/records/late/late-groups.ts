// Match groups that were made after the runs of their rows: by a cross-month run, by a decision. Each is a document
// with copies of its rows and the names of their sessions, so that it is complete without the files. Its rows are
// claimed one by one under guard. Later runs of a session leave out rows that a confirmed group holds.

import type { FeeBasis } from '../groups/fee-basis.ts';
import type { Side } from '../rows/columns.ts';
import type { SessionKey } from '../session-key.ts';

/** A row as it was when the group was made. */
export interface LateRow {
  readonly side: Side;
  readonly recordId: string;
  /** The row's uid, equal in all sessions (identity.ts); absent in rows of older versions. */
  readonly uid?: string;
  readonly session: string;
  readonly ingestionId: string;
  readonly ordinal: number;
  /** Low word and high word of the fingerprint of its content: by it the row is found in columns. */
  readonly fingerprint: readonly [low: number, high: number];
  /** Day numbers, NO_DAY where it has none. */
  readonly bookingDay: number;
  readonly valueDay: number;
  /** Signed minor units. */
  readonly amountMinor: number;
  readonly currency: string;
  readonly account: string;
  /** '' where it has none. */
  readonly reference: string;
  readonly settlementSession: string;
  readonly narration: string;
  readonly sourceId: string;
  readonly file: string;
  readonly line: number;
}

/** The origins of late groups. */
const LATE_ORIGINS = ['cross_month', 'decision'] as const;
type LateOrigin = (typeof LATE_ORIGINS)[number];

/** An identifier that one or both sides carry, with its field. */
export interface LateKey {
  readonly identifier: string;
  readonly gl: string | null;
  readonly bank: string | null;
}

export interface LateGroup {
  /** A digest of its rows and its origin, so that proposing it again makes no second group. */
  readonly groupId: string;
  readonly origin: LateOrigin;
  /** The run or decision that made it. */
  readonly operation: string;
  /** 1 to 9, or TIER_REVERSAL: both rows on one side, the original first. */
  readonly tier: number;
  /** In hundredths. */
  readonly confidence: number;
  /** Ledger less bank, signed minor units. */
  readonly differenceMinor: number;
  /** Bank date less ledger date. */
  readonly days: number;
  readonly feeBasis: FeeBasis;
  /** 0 to 10,000; null where texts were not compared. */
  readonly textScore: number | null;
  /** Ten-thousandths; null where evidence did not decide. */
  readonly probability: number | null;
  /** How a reversal was found to belong to its original. */
  readonly nettedBy?: 'reference' | 'marker' | null;
  readonly keysCompared: readonly LateKey[];
  readonly gl: readonly LateRow[];
  readonly bank: readonly LateRow[];
  /** Milliseconds since 1970, UTC. */
  readonly createdAt: number;
}

export type PartnerScope = Pick<SessionKey, 'tenant' | 'partner'>;

/** The uid of a row; for a row of an older version its record id. */
export const uidOf = ({ uid, recordId }: Pick<LateRow, 'uid' | 'recordId'>): string => uid ?? recordId;

export const lateRows = ({ gl, bank }: Pick<LateGroup, 'gl' | 'bank'>): readonly LateRow[] => [...gl, ...bank];

/** The sessions that it has rows of, sorted. */
export const lateSessions = (group: Pick<LateGroup, 'gl' | 'bank'>): string[] =>
  [...new Set(lateRows(group).map(({ session }) => session))].sort();
