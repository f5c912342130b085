// What a banking reconciliation is asked and what it answers: the command as every way in understands it, and the
// result with rows at hand, from which tables, files and, later, reports are made.

import type { ClusterSet } from '../../core/classification/cluster-set.ts';
import type { SessionHints } from '../../core/classification/hints/hint.ts';
import type { OpenSession } from '../../core/classification/open-session.ts';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { StageName } from '../../core/records/documents/run.ts';
import type { LateRow } from '../../core/records/late/late-groups.ts';
import type { LateMatch } from '../../core/records/late/late-matches.ts';
import type { RowColumns, Side } from '../../core/records/rows/columns.ts';
import type { IdentityScope } from '../../core/records/rows/identity.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { SummaryFacts } from '../../core/summary/facts.ts';
import type { ItemisedProof } from '../../core/summary/proof/session-proof.ts';
import type { Subject } from '../../core/summary/summarise.ts';
import type { Compute, StatementFile } from '../../ports/compute.ts';
import type { BankingTerms } from '../preparing/prepare-run.ts';
import type { FileToRead } from '../rows/read-files.ts';
import type { RememberedPlans } from '../rows/remembered-formats.ts';
import type { SessionPlans } from '../rows/session-files.ts';

/** Kinds of run that files at hand can be. */
export type LocalKind = 'banking' | 'asset' | 'nip' | 'atm';

export interface ReconcileCommand extends BankingTerms {
  /** Banking where it is not given. */
  readonly kind?: LocalKind | undefined;
  /** What a commercial run is of. */
  readonly service?: string | null;
  readonly flow?: 'inward' | 'outward' | null;
  readonly tenant: string;
  readonly partner: string;
  /** Null: derived from the rows, so that the same rows are the same session. */
  readonly session: string | null;
  readonly files: Readonly<Record<Side, readonly FileToRead[]>>;
  /** How many months before the period give their open ledger items; none where it is left out. */
  readonly monthsBack?: number | null;
}

/** As the run has it; the files are null for a process other than the one that has them. */
export interface LocalCommand extends BankingTerms {
  readonly service?: string | null;
  readonly flow?: 'inward' | 'outward' | null;
  readonly files: ReconcileCommand['files'] | null;
  readonly classifying: boolean;
}

/** What reading files at hand needs. */
export interface ReadingHere {
  readonly compute: Compute;
  /** Plans that the session's files were read by; none for a session that is named after its rows. */
  readonly plans?: SessionPlans | undefined;
  /** Formats of the store where the session is kept. */
  readonly remembered?: RememberedPlans | undefined;
}

/** A file of one side as the run used it. */
export interface UsedFile extends StatementFile {
  readonly side: Side;
  readonly name: string;
  /** Rows of the file that another file of the side holds too and that were left out. */
  readonly repeated: number;
  /** For each row of the file's own columns 1 when it counts, 0 when it is one of the repeated. */
  readonly keep: Uint8Array;
}

/** What is known as soon as rows are matched. */
export interface MatchedRows {
  readonly identity: IdentityScope;
  readonly columns: Readonly<Record<Side, RowColumns>>;
  readonly outcome: MatchOutcome;
  /** Matches with rows of other sessions. */
  readonly late: readonly LateMatch[];
}

export interface Reconciliation extends MatchedRows {
  readonly subject: Subject;
  readonly key: SessionKey;
  readonly runId: string;
  /** Whether this call wrote anything: false when the session held the same run already. */
  readonly stored: boolean;
  readonly files: readonly UsedFile[];
  /** One for each file number of a side's columns. */
  readonly plainCounter: Readonly<Record<Side, readonly boolean[]>>;
  readonly openSession: OpenSession;
  readonly clusters: ClusterSet;
  readonly hints: SessionHints;
  /** Packed (core/records/rows/digest-ids.ts), one a cluster. */
  readonly clusterIds: Uint8Array;
  readonly summary: SummaryFacts;
  /** The proofs of the summary with the rows of their lines, in the same order. */
  readonly itemised: readonly ItemisedProof[];
  readonly narrative: string;
  /** What other sessions have open from before the period; nothing where nothing is kept. */
  readonly leftOpen: readonly LateRow[];
  /** What a summary of the kind says beside; null where it says nothing. */
  readonly ofKind: JsonObject | null;
  /** What was reconciled (core/kinds). */
  readonly kind: string;
  readonly warnings: readonly string[];
  /** Milliseconds of each stage, in order. */
  readonly stages: readonly { readonly stage: StageName; readonly milliseconds: number }[];
}
