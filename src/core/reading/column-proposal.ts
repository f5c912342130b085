// The reader's proposal for a file's columns: the plan that the scanner uses, with the reason for each column, the
// candidates that were weighed, and a question if two meanings are equally good.

import type { ColumnProfile } from './cells/cell-profile.ts';
import type { GivenMarks } from './cells/directions.ts';
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
  /** Every column for every field that it might be, with the reasons for and against. */
  readonly candidates: readonly Candidate[];
  readonly warnings: readonly string[];
  /** The question to answer before the file may be used; null if one reading is left. */
  readonly question: Question | null;
  /** The question which column is the booking day, which no balance answers; null if one is left. */
  readonly dayQuestion: Question | null;
  readonly otherCurrency: OtherCurrency | null;
  /** Column of the balance's marks, -1 for none. */
  readonly balanceMarks: number;
  /** Column of the balance before each entry, beside that of the balance after it; -1 for none. */
  readonly balanceBefore: number;
  /** The column of states holds response codes of a switch (response-codes.ts). */
  readonly responseCodes: boolean;
  /** The meaning of yes and no in the column of states; null if it contains states. */
  readonly entryFlags: EntryFlags | null;
  /** The titles of debit and credit mean money in and out: they hold on either side. */
  readonly flowTitles: boolean;
  /** Some or all amounts have neither sign nor mark, and the running balance of the sample tells their direction. */
  readonly signsByBalance: boolean;
  /** Signs and marks of the sample. */
  readonly counts: { readonly signs: SignCounts; readonly marks: MarkCounts };
  /** The meaning of a minus, if the sample's running balance tells; null if the whole column must be counted. */
  readonly usualSigns: UsualSigns | null;
  /** The meaning of marks that the running balance tells; null if it need not. */
  readonly learnedMarks: GivenMarks | null;
  /** A positive amount is money out, and one with a minus money in: the kinds of the entries say so. */
  readonly positiveIsOut: boolean;
  /** The doubt about the signs, unless the whole file proves them; '' for nothing. */
  readonly signDoubt: string;
  /** The running balance of the sample proves the money's columns. */
  readonly isProven: boolean;
  /** Whether only the shape of values, or words in titles, tell which columns are the money. */
  readonly isWeak: boolean;
}
