// A feed: the files of one account of a partner that come by themselves, of the ledger, of the bank, or of both.

import type { Side } from '../records/rows/columns.ts';
import type { NamePattern } from './name-pattern.ts';
import type { WorkingDays } from './working-days.ts';

/** What is run once files are there: those of a day when each side has come, or each file at once. */
export type FeedRun = 'together' | 'each';

/** Minutes of a day, from 0 to 1,439. */
export type MinuteOfDay = number;

/** A day's rows may be booked late: how they are asked for again. */
export interface AskingAgain {
  readonly everyMs: number;
  /** Asking ends once the rows stayed the same for so long. */
  readonly forMs: number;
}

export interface FeedSide {
  /** Which of the files that lie there are the feed's. */
  readonly names: NamePattern;
  /** Where it comes from, for people: no secret. */
  readonly from: string;
  /** Null: a day that came is not asked for again. */
  readonly again: AskingAgain | null;
}

export interface Feed {
  readonly id: string;
  readonly tenant: string;
  readonly partner: string;
  /** The account of rows whose file names none; null: the file's own. */
  readonly account: string | null;
  /** The customer_type of its ingestions. */
  readonly customerType: string;
  readonly workingDays: WorkingDays;
  /** The first day, as a day number, whose files are waited for. */
  readonly since: number;
  /** When the files of a day must be there, on the next working day; null: they are never late. */
  readonly expectedBy: MinuteOfDay | null;
  readonly run: FeedRun;
  readonly lookEveryMs: number;
  /** A file is taken once it stayed as it is for so long. */
  readonly settleMs: number;
  /** Minutes of the day between which is looked. */
  readonly between: readonly [MinuteOfDay, MinuteOfDay];
  readonly sides: Readonly<Partial<Record<Side, FeedSide>>>;
}

/** A file that was taken. */
export interface Arrival {
  readonly feed: string;
  readonly side: Side;
  /** SHA-256 of its bytes, hex: a file is taken once. */
  readonly digest: string;
  /** The name of the file where it came from. */
  readonly name: string;
  /** Size and time of change where it came from: a file that shows them again is not read again. */
  readonly seen: string;
  /** The size of all together, in bytes. */
  readonly size: number;
  /** The day, as a day number, whose file it is. */
  readonly day: number;
  /** The name under which it is kept as a sent file of the tenant. */
  readonly sent: string;
  /** Milliseconds since 1970, UTC. */
  readonly takenAt: number;
  /** The run that reads it; null: none was ordered yet. */
  readonly runId: string | null;
}

/** Who a feed's runs and files are of, for the audit. */
export const callerOf = ({ id }: Pick<Feed, 'id'>): string => `feed:${id}`;
