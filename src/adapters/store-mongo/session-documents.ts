// Documents of sessions, of the work on them and of what coordinates those who do it.

import type { ObjectId } from 'mongodb';
import type { RunStatus } from '../../core/records/documents/run.ts';
import type { WorkFailure } from '../../core/records/documents/work.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { LongText } from './row-documents.ts';

/** One for each session that anything refers to; version 0 says that no run was committed, and it is not shown. */
export interface SessionDocument extends SessionKey {
  readonly _id: ObjectId;
  /** Its place among the sessions, in the order in which they came to be. */
  readonly order: number;
  readonly version: number;
  readonly run_id: string | null;
  /** What it is of. Documents of former versions have none of the three. */
  readonly kind?: string | null;
  readonly flow?: 'inward' | 'outward' | null;
  readonly method?: string | null;
  readonly ingestions: readonly string[];
  /** The latest claim of any of its runs; no other may commit. */
  readonly fence: number;
  /** Counts whatever may have left content that nothing names; the next claim's fence is its next value. */
  readonly touched: number;
  /** Only where that was not looked for since. */
  readonly unswept?: true;
  /** Only from a commit until everything that follows from it was written. */
  readonly unmaterialised?: true;
  /** The latest taking of the row lease that is known here; nobody commits under an earlier one. */
  readonly row_fence?: number;
  /** Whether the rows and groups that it names are there, going, or gone after their time. */
  readonly rows: 'kept' | 'pruning' | 'pruned';
  /** The latest removal of its rows, a value of `touched`. Documents of former versions have none, which counts as 0. */
  readonly removal?: number;
  readonly created_at: Date | null;
  readonly updated_at: Date | null;
}

/**
 * A piece of work. Most are runs (RunDocument), and the collection has their name: one version of the program would not
 * find what another one accepts meanwhile if it had a new one.
 */
export interface WorkDocument {
  readonly _id: string;
  /** For work that is no run and is done in turn: its lane, and its place there. */
  readonly lane?: string;
  readonly turn?: number;
  /** A run's place among the runs of its session; other work's place among all work. No two have the same one. */
  readonly place: number;
  /** Its place among all work. */
  readonly order: number;
  /** Whose turn it takes, and in which round of its kind (rounds.ts). Documents of former versions have neither. */
  readonly of_tenant?: string;
  readonly round?: number;
  /** Only where it was found behind another one of its session or lane (lines.ts). */
  readonly behind?: true;
  readonly kind: string;
  /** The version of the command's form. Documents of former versions have none: theirs was the first. */
  readonly command_version?: number;
  /** The command. */
  readonly parameters: LongText;
  readonly status: RunStatus;
  /** Only while it is accepted or running. */
  readonly open?: true;
  /** From when on, by the server's clock, accepted work, or work whose claim was not renewed, may be claimed. */
  readonly due_at: Date | null;
  readonly worker: string | null;
  readonly fence: number;
  readonly failure: WorkFailure | null;
  readonly failures: number;
  readonly interruptions: number;
  /** The fence of the claim that lapsed last and whose worker was not heard of since. */
  readonly lapsed_fence?: number | null;
  readonly accepted_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

/** A run: work on a session, of which something is shown. */
export interface RunDocument extends SessionKey, WorkDocument {
  readonly report: LongText | null;
  readonly materialised: boolean;
  /** Only once an operator wants it to end. */
  readonly cancelled?: true;
}

/** One for each name that was ever taken: it stays, so that fences only grow. */
export interface LeaseDocument {
  readonly _id: string;
  readonly fence: number;
  readonly holder: string;
  /** Whether the holder before never gave it back. */
  readonly after_lapse: boolean;
  readonly held_until: Date;
}

/** A row of numbers that only grow. */
export interface CounterDocument {
  readonly _id: string;
  readonly last: number;
  /** When the last one was taken, by the server's clock. */
  readonly at: Date;
}

/** One document: the version of the schema that the database has, and whose the database is (TIEOUT_ENV). */
export interface SchemaDocument {
  readonly _id: 'tieout';
  /** Not there before the first step has ended. */
  readonly version?: number;
  /** Databases of former versions have none until they are started again. */
  readonly environment?: string;
}

/** A date window that somebody said is finished. */
export interface WindowDocument extends SessionKey {
  readonly _id: ObjectId;
  readonly start_day: number;
  readonly end_day: number;
  readonly branch_id: string | null;
  readonly said_at: Date;
  /** Until what follows from it is done. */
  readonly open?: true;
}

/** A piece of what was found out about a window of a run that was cut, or that all of its pieces are there (n is -1). */
export interface WindowResultDocument {
  readonly _id: ObjectId;
  readonly run_id: string;
  readonly window_id: string;
  readonly n: number;
  readonly bytes?: Uint8Array;
  /** How many there are. */
  readonly pieces?: number;
}
