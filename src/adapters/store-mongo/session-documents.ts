// Documents of sessions, of the work on them, and of leases, counters and windows.

import type { ObjectId } from 'mongodb';
import type { RunStatus } from '../../core/records/documents/run.ts';
import type { WorkFailure } from '../../core/records/documents/work.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { LongText } from './row-documents.ts';

/**
 * One document for each session that anything refers to. Version 0: no run was committed, and the session is not shown.
 */
export interface SessionDocument extends SessionKey {
  readonly _id: ObjectId;
  /** The session's place among all sessions, in order of creation. */
  readonly order: number;
  readonly version: number;
  readonly run_id: string | null;
  /** The session's nature: kind, flow and method. Documents of former versions have none of the three. */
  readonly kind?: string | null;
  readonly flow?: 'inward' | 'outward' | null;
  readonly method?: string | null;
  /** The period, in day numbers. Documents of former versions have none. */
  readonly period_start?: number | null;
  readonly period_end?: number | null;
  readonly ingestions: readonly string[];
  /** The latest claim of any of its runs; no other may commit. */
  readonly fence: number;
  /** Counts events that may have left content that nothing names. The next claim's fence is its next value. */
  readonly touched: number;
  /** Set while nobody has looked for such content since. */
  readonly unswept?: true;
  /** Set from a commit until everything that follows from it is written. */
  readonly unmaterialised?: true;
  /** The latest known fence of the row lease; nobody commits under an earlier one. */
  readonly row_fence?: number;
  /** Whether the session's rows and groups are kept, being removed after their time, or removed. */
  readonly rows: 'kept' | 'pruning' | 'pruned';
  /**
   * The value of `touched` at the latest removal of rows. Documents of former versions have none, which counts as 0.
   */
  readonly removal?: number;
  readonly created_at: Date | null;
  readonly updated_at: Date | null;
}

/**
 * A piece of work. Most are runs (RunDocument), and the collection keeps their name: with a new name one version of the
 * program would not find the work that another version accepts.
 */
export interface WorkDocument {
  readonly _id: string;
  /** The lane, and the place in it, of work that is not a run and is done in turn. */
  readonly lane?: string;
  readonly turn?: number;
  /** A run's place among the runs of its session; other work's place among all work. Each place is used once. */
  readonly place: number;
  /** The work's place among all work. */
  readonly order: number;
  /**
   * The tenant whose turn the work takes, and the round of its kind (rounds.ts). Documents of former versions have
   * neither.
   */
  readonly of_tenant?: string;
  readonly round?: number;
  /** Set if the work was found behind other work of its session or lane (lines.ts). */
  readonly behind?: true;
  readonly kind: string;
  /** The version of the command's form. Documents of former versions have none, which means version 1. */
  readonly command_version?: number;
  /** The command. */
  readonly parameters: LongText;
  readonly status: RunStatus;
  /** Set while the work is accepted or running. */
  readonly open?: true;
  /**
   * The time, by the server's clock, from which the work may be claimed: it is accepted, or its claim was not renewed.
   */
  readonly due_at: Date | null;
  readonly worker: string | null;
  readonly fence: number;
  readonly failure: WorkFailure | null;
  readonly failures: number;
  readonly interruptions: number;
  /** The fence of the last lapsed claim whose worker has not answered since. */
  readonly lapsed_fence?: number | null;
  readonly accepted_at: Date;
  readonly started_at: Date | null;
  readonly finished_at: Date | null;
}

/** A run: work on a session, with the report that is shown. */
export interface RunDocument extends SessionKey, WorkDocument {
  readonly report: LongText | null;
  readonly materialised: boolean;
  /** Absent where no caller is known. */
  readonly caller?: string;
  /** Set once an operator cancelled the run. */
  readonly cancelled?: true;
}

/** One document for each name that was ever taken. It stays, so that fences only grow. */
export interface LeaseDocument {
  readonly _id: string;
  readonly fence: number;
  readonly holder: string;
  /** True if the holder before never gave the lease back. */
  readonly after_lapse: boolean;
  readonly held_until: Date;
}

/** A counter that only grows. */
export interface CounterDocument {
  readonly _id: string;
  readonly last: number;
  /** When the last number was taken, by the server's clock. */
  readonly at: Date;
}

/**
 * The one document with the version of the database's schema, and the environment that owns the database (TIEOUT_ENV).
 */
export interface SchemaDocument {
  readonly _id: 'tieout';
  /** Absent until the first migration step has ended. */
  readonly version?: number;
  /** Databases of former versions have none until a service starts on them again. */
  readonly environment?: string;
}

/** A date window that the platform sent as finished. */
export interface WindowDocument extends SessionKey {
  readonly _id: ObjectId;
  readonly start_day: number;
  readonly end_day: number;
  readonly branch_id: string | null;
  readonly said_at: Date;
  /** Set until everything that follows from the window is done. */
  readonly open?: true;
}

/** A piece of the result of one window of a run that was cut. The piece with n = -1 says that all others are there. */
export interface WindowResultDocument {
  readonly _id: ObjectId;
  readonly run_id: string;
  readonly window_id: string;
  readonly n: number;
  readonly bytes?: Uint8Array;
  /** The number of pieces. */
  readonly pieces?: number;
}

/** A call with a key of the caller's own. */
export interface KeptAnswerDocument {
  readonly _id: { readonly caller: string; readonly key: string };
  readonly digest: string;
  readonly attempt: string;
  readonly begun_at: Date;
  readonly expires_at: Date;
  /** JSON. Set, with `packed`, once the call has ended. */
  readonly told?: string;
  /** Null: too large to be kept. */
  readonly packed?: Uint8Array | null;
}
