// The rows of a file as its format read them, with what the file says of itself. Every format hands this on.

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
import type { StatedCheck } from '../request/stated-check.ts';

export interface FoundRows {
  /** The entries, without fingerprints. */
  readonly columns: RowColumns;
  /** Cells of the columns that the kind of run adds, as in the file. */
  readonly ofKind: Readonly<Partial<Record<KindField, TextColumn>>>;
  readonly tally: RowTally;
  readonly pending: number;
  readonly balances: readonly AccountBalance[];
  /** Lines above the entries, in words. */
  readonly headings: readonly string[];
  readonly layout: FileLayout;
  /** SHA-256 of the file's bytes, hex. */
  readonly digest: string;
  /** A ledger's account, whose lines alone are kept; '' for all. */
  readonly ownAccount: string;
  /** Whether nothing gives the direction of amounts, and whether a mapping does. */
  readonly isSignUnknown: boolean;
  readonly isSignGiven: boolean;
  /** Whether the file states balances or totals. */
  readonly hasStatedFigures: boolean;
  /** Figures that the file states of itself, beside its balances. */
  readonly checks?: readonly StatedCheck[];
  readonly candidates: readonly Candidate[];
  /** The field of each column, for the mapping that answers a question. */
  readonly fields: readonly (FieldName | null)[];
  /** The first question, and the one to ask if there is no other; null for none. */
  readonly question: Question | null;
  readonly lastQuestion: Question | null;
  /** Warnings about the rows, called once it is known which remain. */
  readonly warnings: () => readonly string[];
  /**
   * How the file was read, and what confirms that; null if its layout cannot be recognised again. Used if nothing is
   * asked.
   */
  readonly plan: () => AcceptedPlan | null;
  readonly confirmedBy: Confirmation | null;
}
