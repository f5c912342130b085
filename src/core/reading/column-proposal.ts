// What the reader made of a file's columns: the plan that the scanner goes by, with the reason of each column, the
// candidates that were weighed, and the question that is left where two meanings are equally good.

import type { ColumnProfile } from './cells/cell-profile.ts';
import type { EntryFlags } from './cells/entry-flags.ts';
import type { KindColumns } from './kinds/kind-columns.ts';
import type { MarkCounts, SignCounts, UsualSigns } from './proof/usual-signs.ts';
import type { OtherCurrency } from './roles/currency.ts';
import type { Candidate } from './table/candidate.ts';
import type { Question } from './table/question.ts';
import type { FieldColumns, FieldName } from './titles/target-fields.ts';

export interface ColumnProposal {
  readonly columns: FieldColumns;
  /** Columns of the kind of run that the file is read for. */
  readonly ofKind: KindColumns;
  /** Columns joined into the narration, in file order. */
  readonly narration: readonly number[];
  readonly fields: readonly (FieldName | null)[];
  readonly reasons: readonly string[];
  readonly profiles: readonly ColumnProfile[];
  /** Every column for every field that it might have been, with what speaks for and against it. */
  readonly candidates: readonly Candidate[];
  readonly warnings: readonly string[];
  /** What a person has to say before the file may be used; null where one reading is left. */
  readonly question: Question | null;
  readonly otherCurrency: OtherCurrency | null;
  /** Column of the marks that belong to the balance, -1 for none. */
  readonly balanceMarks: number;
  /** Column of the balance before each entry, beside that of the balance after it; -1 for none. */
  readonly balanceBefore: number;
  /** The column of states holds response codes of a switch (response-codes.ts). */
  readonly responseCodes: boolean;
  /** What the column of states says yes or no to (entry-flags.ts), null where it says states. */
  readonly entryFlags: EntryFlags | null;
  /** The titles of the debit and the credit speak of money in and out: they hold on either side. */
  readonly flowTitles: boolean;
  /** Amounts have neither sign nor mark, or not all of them, and the running balance of the sample says their way. */
  readonly signsByBalance: boolean;
  /** Signs and marks of the sample. */
  readonly counts: { readonly signs: SignCounts; readonly marks: MarkCounts };
  /** What a minus says, where the sample's running balance tells; null where the whole column is to be asked. */
  readonly usualSigns: UsualSigns | null;
  /** A positive amount is money out, and one with a minus money in: the kinds of the entries say it. */
  readonly positiveIsOut: boolean;
  /** What is doubtful of the signs, unless the whole file proves them; '' for nothing. */
  readonly signDoubt: string;
  /** The running balance of the sample proves the columns of the money. */
  readonly isProven: boolean;
  /** Nothing but the shape of values, or words in titles, says which columns are the money. */
  readonly isWeak: boolean;
}
