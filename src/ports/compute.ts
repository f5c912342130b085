// The heavy, pure work of a run, done away from the caller's thread: reading files into columns, matching by account,
// packing blocks. Workflows know no adapter and no thread; columns lie in shared memory and reach the thread without a
// copy.

import type { StoredOpenRows } from '../core/classification/open-block.ts';
import type { ErrorRecord } from '../core/errors.ts';
import type { CommercialKind } from '../core/kinds/commercial.ts';
import type { DescribedFile } from '../core/mapping/described-column.ts';
import type { MappingSuggestion, SuggestionTerms } from '../core/mapping/suggest-mapping.ts';
import type { SwitchType } from '../core/mapping/switch-type.ts';
import type { CommonValues } from '../core/mapping/values-on-both-sides.ts';
import type { AccountColumns, AccountRows } from '../core/matching/account-source.ts';
import type { HoldingsToMatch } from '../core/matching/holdings/match-holdings.ts';
import type { MatchOutcome } from '../core/matching/outcome/outcome.ts';
import type { MatchParameters } from '../core/matching/parameters.ts';
import type { MatchPlan } from '../core/matching/plan.ts';
import type { OpenPlace } from '../core/reading/answers.ts';
import type { ColumnMappingFile } from '../core/reading/columns/column-mapping.ts';
import type { FileLayout } from '../core/reading/columns/file-layout.ts';
import type { AccountType } from '../core/reading/columns/given-reading.ts';
import type { HoldingRole } from '../core/reading/holdings/holding-roles.ts';
import type { KindReading } from '../core/reading/kinds/kind-reading.ts';
import type { ToldWay } from '../core/reading/kinds/told-way.ts';
import type { AccountBalance } from '../core/reading/proof/balance-proof.ts';
import type { Confirmation, RememberedPlan } from '../core/reading/remembered-format.ts';
import type { FieldName } from '../core/reading/titles/target-fields.ts';
import type { PartialPackedRowBlock } from '../core/records/blocks/row-block.ts';
import type { AcceptedPlan } from '../core/records/documents/accepted-plan.ts';
import type { JsonObject } from '../core/records/documents/json.ts';
import type { GroupColumns, PackedGroupBlock } from '../core/records/groups/groups.ts';
import type { RowColumns, Side } from '../core/records/rows/columns.ts';
import type { Range } from '../core/records/rows/range.ts';
import type { NumberedGroupBlock } from './group-blocks.ts';
import type { NumberedRowBlock } from './row-blocks.ts';

export interface FileRequest {
  /** Where the file lies. */
  readonly path: string;
  /** The file's name as given: columns and messages show it. */
  readonly name: string;
  readonly side: Side;
  /** The shape of the file's rows: entries of an account if it is not given. */
  readonly shape?: 'holdings' | undefined;
  /** ISO code for rows whose currency neither file nor column names. */
  readonly defaultCurrency: string;
  /** The account of rows whose account neither file nor column names. */
  readonly defaultAccount?: string | undefined;
  readonly mapping?: ColumnMappingFile | undefined;
  /** The type of a ledger's account, if the other side's rows show it. */
  readonly accountType?: AccountType | undefined;
  /** Whether it lists items that were open at some day: then its balances do not follow from its rows. */
  readonly isOpening?: boolean | undefined;
  /**
   * Plans by which files of the side were read before. A file with the layout of a plan is read by it, unless its
   * content refutes the plan.
   */
  readonly plans?: readonly AcceptedPlan[] | undefined;
  /** Plans that are remembered for the partner and side. The session's own plans come first. */
  readonly remembered?: readonly RememberedPlan[] | undefined;
  /** Columns that the kind of run needs beside the common fields. */
  readonly kind?: KindReading | undefined;
  /** Share of rows that may be rejected, DEFAULT_REJECTED_SHARE when not given. */
  readonly rejectedShare?: number | undefined;
  /** False: the readings that a question leaves are listed, and the caller tries them. */
  readonly triesReadings?: boolean | undefined;
}

/** One file as read, by a reader of any format. */
export interface StatementFile {
  readonly columns: RowColumns;
  readonly layout: FileLayout<FieldName | HoldingRole>;
  /** SHA-256 of the file's bytes, hex. */
  readonly digest: string;
  readonly rejected: readonly { readonly line: number; readonly reason: string }[];
  readonly warnings: readonly string[];
  readonly pending: number;
  readonly balances: readonly AccountBalance[];
  /** True if the file's own row ids only count its rows: then they are no part of a row's identity. */
  readonly plainCounter: boolean;
  /** The plan by which the file was read; null if its layout cannot be recognised again. */
  readonly plan: AcceptedPlan | null;
  /** A new confirmation of the plan from outside this file; null if there is none. */
  readonly confirmedBy: Confirmation | null;
  /** True if only the file's balances tell the direction of the amounts: it has no sign, mark, column or mapping. */
  readonly isSignUnknown: boolean;
  /** The direction of its rows that the file states, if its kind asks for it (KindReading.asksWay). */
  readonly statedDirection?: ToldWay | null;
}

/** Progress, done and total: bytes when reading, rows of accounts when matching. */
export type Progress = (done: number, total: number) => void;

/** Reading stored rows. It may be done in the calling thread. */
export interface Unpacking {
  /**
   * The rows of whole blocks, one block after the other; columns of parts that were not read are zeros and empty
   * texts. Throws store_damaged.
   */
  unpackRows(blocks: readonly PartialPackedRowBlock[]): Promise<RowColumns>;
  /** The groups of whole blocks, one block after the other. Throws store_damaged. */
  unpackGroups(blocks: readonly PackedGroupBlock[]): Promise<GroupColumns>;
  /** A run's rows without a group, from all of their blocks. Throws store_damaged. */
  unpackOpenRows(blocks: readonly PackedGroupBlock[]): Promise<StoredOpenRows>;
}

/** The result for a window: the outcome of its accounts, or pairs of an account that is cut by days. */
export type WindowFound = { readonly outcome: MatchOutcome } | { readonly pairs: AccountRows };

export interface Compute extends Unpacking {
  /**
   * The port with a signal. When the signal is aborted, tasks that are under way end with its reason, however long they
   * would take: a thread that does not answer is replaced.
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
  /**
   * Takes rows that are all the rows with their references. Answers the pairs of rows that are the only one on each
   * side with a reference and an amount, within the window.
   */
  pairsAtSight(account: AccountColumns): Promise<AccountRows>;
  /** Matches books against a custodian's report, position by position. */
  matchHoldings(session: HoldingsToMatch): Promise<MatchOutcome>;
  /** Matches by the identifiers of a commercial kind, the whole session at once. */
  matchByKeys(session: {
    readonly kind: CommercialKind;
    readonly gl: RowColumns;
    readonly bank: RowColumns;
    readonly parameters: MatchParameters;
  }): Promise<MatchOutcome>;
  /** Packs the blocks from <= n < to of all rows. Each block has BLOCK_ROWS rows, the last one fewer. */
  packRows(columns: RowColumns, blocks: Range): Promise<readonly NumberedRowBlock[]>;
  /** Packs a run's groups as blocks in their order; `ids` name the ingestion of each file of a side. */
  packGroups(session: {
    readonly outcome: MatchOutcome;
    readonly columns: Readonly<Record<Side, RowColumns>>;
    readonly ids: Readonly<Record<Side, readonly string[]>>;
  }): Promise<readonly NumberedGroupBlock[]>;
  /** Packs the run's rows without a group as blocks in their order. */
  packOpenRows(open: StoredOpenRows): Promise<readonly PackedGroupBlock[]>;
  /** Packs the result for a window in pieces of some megabytes. Only the same version of the program reads them. */
  packOutcome(found: WindowFound): Promise<readonly Uint8Array[]>;
  /** Throws store_damaged. */
  unpackOutcome(pieces: readonly Uint8Array[]): Promise<WindowFound>;
}

/** Changes the port. The change also holds for the ports that `until` answers. */
export const changedCompute = (compute: Compute, change: (compute: Compute) => Partial<Compute>): Compute => ({
  ...compute,
  ...change(compute),
  until: (signal) => changedCompute(compute.until(signal), change),
});

export interface FileToDescribe {
  readonly side: Side;
  /** The file's place among the files of its side. */
  readonly index: number;
  readonly path: string;
  readonly name: string;
}

/** Files of both sides, as far as a suggestion may know them: without any value of theirs. */
export interface DescribedFiles {
  readonly described: Readonly<Record<Side, readonly DescribedFile[]>>;
  readonly common: readonly CommonValues[];
  /** One switch for each file of the statement. */
  readonly switches: readonly SwitchType[];
  readonly failures: readonly { readonly side: Side; readonly index: number; readonly failure: ErrorRecord }[];
}

/** What the content of a file shows. */
export interface ToldFile {
  /** As an inspection names it; that of the file inside, where it is packed. Null: none could be told. */
  readonly format: string | null;
  /** Why the file cannot be read, in one sentence; null where nothing speaks against it. */
  readonly problem: string | null;
}

export interface FileToInspect {
  readonly side: Side;
  readonly path: string;
  readonly name: string;
  /** The side's own object; null: none is given. */
  readonly mapping: JsonObject | null;
  /** ISO code for rows that name none. */
  readonly currency: string;
  /** The account of rows that name none. */
  readonly account?: string | undefined;
}

export interface InspectedRow {
  readonly line: number;
  readonly day: number | null;
  readonly amountMinor: number;
  readonly currency: string;
  readonly reference: string | null;
  readonly narration: string | null;
}

/** A reading that a question leaves, in words and as the side's mapping. */
export interface Answer {
  readonly label: string;
  readonly mapping: JsonObject;
}

/** What a way of reading a file gives. */
export interface Reading {
  readonly accounts: readonly {
    readonly account: string | null;
    readonly currency: string | null;
    /** Decimals. */
    readonly opening: string | null;
    readonly closing: string | null;
    readonly rows: number;
    readonly amount: string;
    readonly foots: boolean | null;
  }[];
  readonly firstRows: readonly InspectedRow[];
  /** Why the file cannot be used so; null: it can. */
  readonly problem?: string | null;
}

export interface InspectedFile {
  readonly format: string | null;
  readonly headerRow: number | null;
  readonly rows: number;
  readonly rejectedRows: number;
  readonly columns: readonly { readonly title: string; readonly field: string | null; readonly reason: string }[];
  readonly reading: Reading;
  /** The first of them. */
  readonly rejected: readonly { readonly line: number; readonly reason: string }[];
  readonly warnings: readonly string[];
  /** Why a run could not use it; null: it can. */
  readonly problem: string | null;
  readonly question: {
    readonly mapping: JsonObject;
    readonly places: readonly OpenPlace[];
    readonly answers: readonly (Answer & Reading)[];
  } | null;
}

/** Compute tasks of suggestions, of files that are sent, and of a person who looks at one. */
export interface MappingCompute {
  tellFile(file: { readonly path: string; readonly name: string }): Promise<ToldFile>;
  /** Reads a whole file as a run would. What is wrong with it is part of the answer. */
  inspectFile(file: FileToInspect): Promise<InspectedFile>;
  /** Reads samples; files that cannot be read are among the failures. */
  describeFiles(files: readonly FileToDescribe[]): Promise<DescribedFiles>;
  suggestMapping(terms: SuggestionTerms): Promise<MappingSuggestion>;
}
