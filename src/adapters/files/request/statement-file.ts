// A file as read, and whether it can be used: it has no open question, and not too many rejected rows.

import { TieoutError } from '../../../core/errors.ts';
import { DEFAULT_REJECTED_SHARE } from '../../../core/limits.ts';
import type { FileLayout } from '../../../core/reading/columns/file-layout.ts';
import type { ToldWay } from '../../../core/reading/kinds/told-way.ts';
import type { AccountBalance } from '../../../core/reading/proof/balance-proof.ts';
import type { Confirmation } from '../../../core/reading/remembered-format.ts';
import type { Candidate } from '../../../core/reading/table/candidate.ts';
import type { Question } from '../../../core/reading/table/question.ts';
import type { ReadingChoice } from '../../../core/reading-choice.ts';
import type { AcceptedPlan } from '../../../core/records/documents/accepted-plan.ts';
import type { RowColumns } from '../../../core/records/rows/columns.ts';
import type { ReadRequest } from './read-request.ts';
import type { Rejected, RowCounts } from './row-tally.ts';
import type { StatedCheck } from './stated-check.ts';

export interface StatementFile {
  readonly columns: RowColumns;
  readonly layout: FileLayout;
  /** SHA-256 of the file's bytes, hex. */
  readonly digest: string;
  /** Rows that were not understood and rows that were never booked, by line. */
  readonly rejected: readonly Rejected[];
  /** The first row that was not understood. */
  readonly firstRejected: Rejected | null;
  readonly warnings: readonly string[];
  readonly pending: number;
  readonly balances: readonly AccountBalance[];
  /** Whether the file's own row ids only count its rows: then they are not part of a row's identity. */
  readonly plainCounter: boolean;
  /** Number of rows under each heading; they add up to all rows of the file. */
  readonly counts: RowCounts;
  /** The question to a person before the file can be used; null if one reading remains. */
  readonly question: Question | null;
  /** A mapping that answers the question, for a person to complete; null if there is none. */
  readonly mappingToFinish: Record<string, unknown> | null;
  /** The readings that the question leaves, with what each would give. */
  readonly choices: readonly ReadingChoice[];
  /** Whether the file states balances or totals. */
  readonly hasStatedFigures: boolean;
  /** Figures that the file states of itself beside its balances, each with what was read. */
  readonly checks: readonly StatedCheck[];
  readonly candidates: readonly Candidate[];
  /** The plan by which it was read; null with an open question, or if its layout cannot be recognised again. */
  readonly plan: AcceptedPlan | null;
  /** The confirmation of the reading beyond this file; null if there is none, or nothing new. */
  readonly confirmedBy: Confirmation | null;
  /** Whether nothing gives the direction of amounts: neither sign, mark, column, balance nor mapping. */
  readonly isSignUnknown: boolean;
  /** The direction that the file states for its rows; null if the kind of run does not ask. */
  readonly statedDirection: ToldWay | null;
}

/** Why a file cannot be used: an open question, or too many rows not understood; null if it can be. */
export const unusable = (read: StatementFile, request: ReadRequest): TieoutError | null =>
  read.question === null
    ? tooManyRejected(
        { entries: read.counts.entries, rejected: read.counts.rejected, first: read.firstRejected },
        request,
      )
    : new TieoutError('file_needs_answer', read.question.sentence, {
        file: request.name,
        ...(read.choices.length > 0 && { choices: read.choices }),
      });

/** The error for a file with too many rejected rows; null if they are few enough. */
export function tooManyRejected(
  {
    entries,
    rejected,
    first,
  }: { readonly entries: number; readonly rejected: number; readonly first: Rejected | null },
  { name, rejectedShare }: ReadRequest,
): TieoutError | null {
  const share = rejectedShare ?? DEFAULT_REJECTED_SHARE;
  const all = entries + rejected;
  if (first === null || rejected <= share * all) return null;
  const percent = Number((share * 100).toPrecision(3));
  const sentence = `${rejected} of ${all} rows were not understood, more than ${percent}%; the first: ${first.reason}.`;
  return new TieoutError('too_many_rejected', sentence, { file: name, line: first.line });
}
