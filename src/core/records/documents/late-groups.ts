// Match groups that were made after the runs of their rows: by a cross-month run, by a decision. Each is a document that
// embeds copies of its rows and names their sessions, so that it says all of itself whatever becomes of the files. Its
// rows are claimed one by one under guard; a run of a session matches without those that a confirmed group holds.

import type { FeeBasis } from '../../matching/fee-basis.ts';
import type { Side } from '../rows/columns.ts';
import type { SessionKey } from './session.ts';

/** A row as it was when the group was made. */
export interface LateRow {
  readonly side: Side;
  readonly recordId: string;
  /** What it is in whatever session (identity.ts); not there in a row that a former version stored. */
  readonly uid?: string;
  readonly session: string;
  readonly ingestionId: string;
  readonly ordinal: number;
  /** Of its content, low word and high word: by it the row is found in columns. */
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

/** What makes late groups. */
const LATE_ORIGINS = ['cross_month', 'decision'] as const;
type LateOrigin = (typeof LATE_ORIGINS)[number];

/** An identifier that both sides carry or one does, with the field that carries it. */
export interface LateKey {
  readonly identifier: string;
  readonly gl: string | null;
  readonly bank: string | null;
}

export interface LateGroup {
  /** A digest of its rows and of what made it, so that proposing it again is proposing the same. */
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
  /** Of a reversal how it was found to belong to its original. */
  readonly nettedBy?: 'reference' | 'marker' | null;
  readonly keysCompared: readonly LateKey[];
  readonly gl: readonly LateRow[];
  readonly bank: readonly LateRow[];
  /** Milliseconds since 1970, UTC. */
  readonly createdAt: number;
}

export type PartnerScope = Pick<SessionKey, 'tenant' | 'partner'>;

/** A row that a former version left open has no uid stored with it: its record id stands for it. */
export const uidOf = ({ uid, recordId }: Pick<LateRow, 'uid' | 'recordId'>): string => uid ?? recordId;

export const lateRows = ({ gl, bank }: Pick<LateGroup, 'gl' | 'bank'>): readonly LateRow[] => [...gl, ...bank];

/** The sessions that it has rows of, sorted. */
export const lateSessions = (group: Pick<LateGroup, 'gl' | 'bank'>): string[] =>
  [...new Set(lateRows(group).map(({ session }) => session))].sort();
