// The heavy, pure work of a run, done away from the caller's thread: reading files into columns, matching by account,
// packing blocks. Workflows know no adapter and no thread; columns lie on shared memory and cross without a copy.

import type { StoredOpenRows } from '../core/classification/open-block.ts';
import type { ErrorRecord } from '../core/errors.ts';
import type { CommercialKind } from '../core/kinds/commercial.ts';
import type { DescribedFile } from '../core/mapping/described-column.ts';
import type { CommonValues } from '../core/mapping/met-values.ts';
import type { MappingSuggestion, SuggestionTerms } from '../core/mapping/suggest-mapping.ts';
import type { SwitchType } from '../core/mapping/switch-type.ts';
import type { AccountColumns, AccountRows } from '../core/matching/account-source.ts';
import type { HoldingsToMatch } from '../core/matching/holdings/match-holdings.ts';
import type { MatchOutcome } from '../core/matching/outcome/outcome.ts';
import type { MatchParameters } from '../core/matching/parameters.ts';
import type { MatchPlan } from '../core/matching/plan.ts';
import type { ColumnMappingFile } from '../core/reading/columns/column-mapping.ts';
import type { FileLayout } from '../core/reading/columns/file-layout.ts';
import type { HoldingRole } from '../core/reading/holdings/holding-roles.ts';
import type { KindReading } from '../core/reading/kinds/kind-reading.ts';
import type { ToldWay } from '../core/reading/kinds/told-way.ts';
import type { AccountBalance } from '../core/reading/proof/balance-proof.ts';
import type { Confirmation, RememberedPlan } from '../core/reading/remembered-format.ts';
import type { FieldName } from '../core/reading/titles/target-fields.ts';
import type { PartialPackedRowBlock } from '../core/records/blocks/row-block.ts';
import type { AcceptedPlan } from '../core/records/documents/accepted-plan.ts';
import type { GroupColumns, PackedGroupBlock } from '../core/records/groups/groups.ts';
import type { RowColumns, Side } from '../core/records/rows/columns.ts';
import type { Range } from '../core/records/rows/range.ts';
import type { NumberedGroupBlock } from './group-blocks.ts';
import type { NumberedRowBlock } from './row-blocks.ts';

export interface FileRequest {
  /** Where the file lies. */
  readonly path: string;
  /** Its name as given: it stands in the columns and in every message. */
  readonly name: string;
  readonly side: Side;
  /** What its rows are: entries of an account where it is not given. */
  readonly shape?: 'holdings' | undefined;
  /** ISO code for rows of which neither file nor column names one. */
  readonly defaultCurrency: string;
  /** The account of rows of which neither file nor column names one. */
  readonly defaultAccount?: string | undefined;
  readonly mapping?: ColumnMappingFile | undefined;
  /** Plans that files of the side were read by; a file of one of these layouts is read by it, unless it refutes it. */
  readonly plans?: readonly AcceptedPlan[] | undefined;
  /** What is remembered for the partner and side; what the session says goes before it. */
  readonly remembered?: readonly RememberedPlan[] | undefined;
  /** What the kind of run that reads it looks for beside the common fields. */
  readonly kind?: KindReading | undefined;
  /** Share of rows that may be rejected, DEFAULT_REJECTED_SHARE when not given. */
  readonly rejectedShare?: number | undefined;
}

/** One file, read: what a reader of any format answers. */
export interface StatementFile {
  readonly columns: RowColumns;
  readonly layout: FileLayout<FieldName | HoldingRole>;
  /** SHA-256 of the file's bytes, hex. */
  readonly digest: string;
  readonly rejected: readonly { readonly line: number; readonly reason: string }[];
  readonly warnings: readonly string[];
  readonly pending: number;
  readonly balances: readonly AccountBalance[];
  /** Whether the file's own row ids only count its rows, and so are no part of a row's identity. */
  readonly plainCounter: boolean;
  /** What it was read by; null where its layout cannot be known again. */
  readonly plan: AcceptedPlan | null;
  /** What confirms the plan beyond this file; null for nothing, or nothing new. */
  readonly confirmedBy: Confirmation | null;
  /** Nothing but its balances says which way the amounts go: no sign, mark, column or mapping. */
  readonly isSignUnknown: boolean;
  /** What it says of the way of its rows, where its kind asks (KindReading.asksWay). */
  readonly toldWay?: ToldWay | null;
}

/** Done so far, of all there is: bytes when reading, accounts' rows when matching. */
export type Progress = (done: number, total: number) => void;

/** What reading stored rows needs: it may be done in the thread that asks. */
export interface Unpacking {
  /**
   * The rows of whole blocks, one block after the other; columns of parts that were not read are zeros and empty
   * texts. Throws store_damaged.
   */
  unpackRows(blocks: readonly PartialPackedRowBlock[]): Promise<RowColumns>;
  /** The groups of whole blocks, one block after the other. Throws store_damaged. */
  unpackGroups(blocks: readonly PackedGroupBlock[]): Promise<GroupColumns>;
}

/** What is found out about a window: what its accounts come to, or pairs of an account that is cut by days. */
export type WindowFound = { readonly outcome: MatchOutcome } | { readonly pairs: AccountRows };

export interface Compute extends Unpacking {
  /**
   * The same, whatever of which is under way when the signal is aborted ends then, with the signal's reason, however long
   * it would go on: a thread that does not answer is replaced.
   */
  until(signal: AbortSignal): Compute;
  /** Throws TieoutError: the file cannot be read or understood. */
  readFile(request: FileRequest, progress?: Progress): Promise<StatementFile>;
  match(
    session: {
      readonly gl: RowColumns;
      readonly bank: RowColumns;
      readonly plan: MatchPlan;
      readonly parameters: MatchParameters;
    },
    progress?: Progress,
  ): Promise<MatchOutcome>;
  /** Of rows that are all that carry their references, those that one a side carries with the same amount, in the window. */
  pairsAtSight(account: AccountColumns): Promise<AccountRows>;
  /** Books against a custodian's report, position by position. */
  matchHoldings(session: HoldingsToMatch): Promise<MatchOutcome>;
  /** Matches by the identifiers of a commercial kind, the whole session at once. */
  matchByKeys(session: {
    readonly kind: CommercialKind;
    readonly gl: RowColumns;
    readonly bank: RowColumns;
    readonly parameters: MatchParameters;
  }): Promise<MatchOutcome>;
  /** Blocks from <= n < to of all rows, each of BLOCK_ROWS rows but the last. */
  packRows(columns: RowColumns, blocks: Range): Promise<readonly NumberedRowBlock[]>;
  /** The groups of a run as blocks in their order; `ids` name the ingestion of each file of a side. */
  packGroups(session: {
    readonly outcome: MatchOutcome;
    readonly columns: Readonly<Record<Side, RowColumns>>;
    readonly ids: Readonly<Record<Side, readonly string[]>>;
  }): Promise<readonly NumberedGroupBlock[]>;
  /** The run's rows of no group as blocks in their order. */
  packOpenRows(open: StoredOpenRows): Promise<readonly PackedGroupBlock[]>;
  /** What was found out about a window, in pieces of some megabytes that this very version reads. */
  packOutcome(found: WindowFound): Promise<readonly Uint8Array[]>;
  /** Throws store_damaged. */
  unpackOutcome(pieces: readonly Uint8Array[]): Promise<WindowFound>;
  /** Groups from all blocks of a run. Throws store_damaged. */
  unpackOpenRows(blocks: readonly PackedGroupBlock[]): Promise<StoredOpenRows>;
}

/** The port with a change, which stays whatever signal it is until. */
export const changedCompute = (compute: Compute, change: (compute: Compute) => Partial<Compute>): Compute => ({
  ...compute,
  ...change(compute),
  until: (signal) => changedCompute(compute.until(signal), change),
});

export interface FileToDescribe {
  readonly side: Side;
  /** Its place among the files of its side. */
  readonly index: number;
  readonly path: string;
  readonly name: string;
}

/** Files of both sides, as far as a suggestion may know them: no value of theirs is among it. */
export interface DescribedFiles {
  readonly described: Readonly<Record<Side, readonly DescribedFile[]>>;
  readonly common: readonly CommonValues[];
  /** One for each file of the statement. */
  readonly switches: readonly SwitchType[];
  readonly failures: readonly { readonly side: Side; readonly index: number; readonly failure: ErrorRecord }[];
}

/** The work of a suggestion. */
export interface MappingCompute {
  /** Reads samples; what cannot be read is among the failures. */
  describeFiles(files: readonly FileToDescribe[]): Promise<DescribedFiles>;
  suggestMapping(terms: SuggestionTerms): Promise<MappingSuggestion>;
}
