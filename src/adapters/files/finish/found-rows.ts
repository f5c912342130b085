// The rows of a file as its format read them, with the file's own statements: every format hands this on.

import type { FileLayout } from '../../../core/reading/columns/file-layout.ts';
import type { KindField } from '../../../core/reading/kinds/kind-reading.ts';
import type { AccountBalance } from '../../../core/reading/proof/balance-proof.ts';
import type { Confirmation } from '../../../core/reading/remembered-format.ts';
import type { Candidate } from '../../../core/reading/table/candidate.ts';
import type { Question } from '../../../core/reading/table/question.ts';
import type { FieldName } from '../../../core/reading/titles/target-fields.ts';
import type { AcceptedPlan } from '../../../core/records/documents/accepted-plan.ts';
import type { RowColumns, TextColumn } from '../../../core/records/rows/columns.ts';
import type { RowTally } from '../request/row-tally.ts';

export interface FoundRows {
  /** The entries, without fingerprints. */
  readonly columns: RowColumns;
  /** Their cells in the columns of the kind of run, as they stand in the file. */
  readonly ofKind: Readonly<Partial<Record<KindField, TextColumn>>>;
  readonly tally: RowTally;
  readonly pending: number;
  readonly balances: readonly AccountBalance[];
  /** Lines above the entries, in words. */
  readonly headings: readonly string[];
  readonly layout: FileLayout;
  /** SHA-256 of the file's bytes, hex. */
  readonly digest: string;
  /** The account of a ledger whose lines alone are wanted; '' for none. */
  readonly ownAccount: string;
  /** Nothing tells the direction of amounts; or a mapping gives it. */
  readonly isSignUnknown: boolean;
  readonly isSignGiven: boolean;
  /** The file states balances or totals of itself. */
  readonly hasStatedFigures: boolean;
  readonly candidates: readonly Candidate[];
  /** The columns by field, for the mapping that answers a question. */
  readonly fields: readonly (FieldName | null)[];
  /** The question that comes first, and the question if there is no other; null for none. */
  readonly question: Question | null;
  readonly lastQuestion: Question | null;
  /** Warnings about the rows, once it is known which are left. */
  readonly warnings: () => readonly string[];
  /**
   * How it was read, and what confirms that; null if its layout cannot be recognised again. Used if nothing is asked.
   */
  readonly plan: () => AcceptedPlan | null;
  readonly confirmedBy: Confirmation | null;
}
