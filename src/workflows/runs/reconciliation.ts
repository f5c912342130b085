// A banking reconciliation's command and result: the command for every way in, and the result with its rows in memory,
// from which tables, files and later reports are made.

import type { SessionHints } from '../../core/classification/hints/hint.ts';
import type { OpenSession } from '../../core/classification/open-session.ts';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { StageName } from '../../core/records/documents/run.ts';
import type { JournalState } from '../../core/records/journal-life.ts';
import type { LateRow } from '../../core/records/late/late-groups.ts';
import type { LateMatch } from '../../core/records/late/late-matches.ts';
import type { AlignedAccounts } from '../../core/records/rows/accounts.ts';
import type { RowColumns, Side } from '../../core/records/rows/columns.ts';
import type { IdentityScope } from '../../core/records/rows/identity.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { DecidedCall } from '../../core/report/reported.ts';
import type { ChartInForce } from '../../core/summary/chart/chart.ts';
import type { Stated } from '../../core/summary/statement/stated.ts';
import type { Compute, StatementFile } from '../../ports/compute.ts';
import type { Store } from '../../ports/store.ts';
import type { BankingTerms } from '../preparing/prepare-run.ts';
import type { FileToRead } from '../rows/read-files.ts';
import type { RememberedPlans } from '../rows/remembered-formats.ts';
import type { SessionPlans } from '../rows/session-files.ts';

/** Kinds of run that the command line can do. */
export type LocalKind = 'banking' | 'asset' | 'nip' | 'atm';

export interface ReconcileCommand extends BankingTerms {
  /** Banking if not given. */
  readonly kind?: LocalKind | undefined;
  /** The service of a commercial run. */
  readonly service?: string | null;
  readonly flow?: 'inward' | 'outward' | null;
  readonly tenant: string;
  readonly partner: string;
  /** Null: derived from the rows, so that equal rows are one session. */
  readonly session: string | null;
  readonly files: Readonly<Record<Side, readonly FileToRead[]>>;
  /** Files of rows that were open before the period; left out: none. */
  readonly openingFiles?: Readonly<Record<Side, readonly FileToRead[]>>;
  /** How many months before the period are searched for open ledger items; left out: none. */
  readonly monthsBack?: number | null;
}

/** The stored command; its files are null in a process other than the one that has them. */
export interface LocalCommand extends BankingTerms {
  readonly service?: string | null;
  readonly flow?: 'inward' | 'outward' | null;
  readonly files: ReconcileCommand['files'] | null;
  readonly openingFiles?: ReconcileCommand['openingFiles'];
  /** Whether a run without files takes its session's rows (run-again.ts). */
  readonly isOfOwnRows?: boolean;
  readonly classifying: boolean;
}

/** The means for reading the command line's files. */
export interface ReadingHere {
  readonly compute: Compute;
  /** For a run of its session's own rows. */
  readonly store?: Store | undefined;
  /** Plans by which the session's files were read; none for a session that is named after its rows. */
  readonly plans?: SessionPlans | undefined;
  /** Formats of the store where the session is kept. */
  readonly remembered?: RememberedPlans | undefined;
}

/** A file of one side as the run used it. */
export interface UsedFile extends StatementFile {
  readonly side: Side;
  readonly name: string;
  /** Rows left out because another file of the side has them too. */
  readonly repeated: number;
  /** For each row of the file's own columns: 1 if it counts, 0 if it is repeated. */
  readonly keep: Uint8Array;
  /** Why other rows do not count, by row of the file's own columns. */
  readonly leftOut?: ReadonlyMap<number, string>;
}

/** Known as soon as rows are matched. */
export interface MatchedRows {
  readonly identity: IdentityScope;
  readonly columns: Readonly<Record<Side, RowColumns>>;
  readonly outcome: MatchOutcome;
  /** Matches with rows of other sessions. */
  readonly late: readonly LateMatch[];
}

export interface Reconciliation extends MatchedRows, Stated {
  readonly key: SessionKey;
  readonly runId: string;
  /** Whether this call wrote anything: false if the session had the same run already. */
  readonly stored: boolean;
  readonly files: readonly UsedFile[];
  readonly accounts: AlignedAccounts;
  /** How many rows of each side are of the period's own files; the opening rows follow. */
  readonly ownRows: Readonly<Record<Side, number>>;
  readonly openSession: OpenSession;
  readonly hints: SessionHints;
  readonly narrative: string;
  /** Open items of other sessions from before the period; empty if nothing is kept. */
  readonly leftOpen: readonly LateRow[];
  /** What was decided of the session; empty where it is not kept. */
  readonly decided: readonly DecidedCall[];
  /** By which journals find their accounts; null: none is known. */
  readonly chart: ChartInForce | null;
  /** What became of its journals, by their ids; those of a session that is not kept are absent. */
  readonly journalStates: ReadonlyMap<string, JournalState>;
  /** The kind's own part of the summary; null if it has none. */
  readonly ofKind: JsonObject | null;
  /** The kind of run (core/kinds). */
  readonly kind: string;
  readonly warnings: readonly string[];
  /** Milliseconds of each stage, in order. */
  readonly stages: readonly { readonly stage: StageName; readonly milliseconds: number }[];
}
