// Reads a damaged file as an inspection does, and judges the outcome: rows, or one sentence. What was read of a file
// that was cut, or whose figures prove its amounts, must not differ from the whole without a word.

import { readWhole } from '../../src/adapters/files/read-statement.ts';
import type { ReadRequest } from '../../src/adapters/files/request/read-request.ts';
import type { StatementFile } from '../../src/adapters/files/request/statement-file.ts';
import { TieoutError } from '../../src/core/errors.ts';
import type { Specimen } from './corpus.ts';
import type { Case } from './damage.ts';

/** What was read, or the sentence of the refusal. */
type Outcome = StatementFile | string;

const SENTENCE = /^[^\n\r]{1,2000}[.?]$/;

/** Throws whatever is no refusal in one sentence. */
export function outcomeOf(path: string): Outcome {
  const request: ReadRequest = { path, name: 'file', side: 'bank', defaultCurrency: 'NGN' };
  try {
    return readWhole(request);
  } catch (error) {
    if (error instanceof TieoutError && SENTENCE.test(error.message)) return error.message;
    throw error;
  }
}

/** Why the outcome is a finding; null if it is none. `whole`: of the file before it was damaged. */
export function findingIn(
  outcome: Outcome,
  whole: StatementFile,
  { kind, isBetweenLines }: Case,
  specimen: Specimen,
): string | null {
  if (typeof outcome === 'string') return null;
  const broken = brokenIn(outcome);
  if (broken !== null) return broken;
  const mayDiffer =
    kind === 'random' ||
    (kind === 'flip' && specimen.isProven !== true) ||
    (kind === 'cut' &&
      specimen.isOpenEnded === true &&
      // Of a single row nothing tells what it lacks.
      (isBetweenLines === true || outcome.columns.count === 1) &&
      isBeginningOf(outcome, whole));
  if (mayDiffer || sumOf(outcome) === sumOf(whole) || saysMore(outcome, whole)) return null;
  return `${sumOf(outcome)} instead of ${sumOf(whole)} was read, without a word`;
}

/** What no reading may give. */
function brokenIn({ columns, counts, rejected, warnings }: StatementFile): string | null {
  const { amount, line, count } = columns;
  if (count !== counts.entries) return `${count} rows, and ${counts.entries} are counted`;
  for (let row = 0; row < count; row++) {
    if (!Number.isSafeInteger(amount[row])) return `row ${row} has ${amount[row]} as amount`;
    if (!(line[row] > 0)) return `row ${row} stands on line ${line[row]}`;
  }
  const wrong = warnings.find((sentence) => !SENTENCE.test(sentence));
  if (wrong !== undefined) return `a warning is no sentence: ${JSON.stringify(wrong.slice(0, 200))}`;
  const unsaid = rejected.find(({ line: at, reason }) => reason === '' || !(at > 0));
  return unsaid === undefined ? null : `a row is rejected on line ${unsaid.line} for “${unsaid.reason}”`;
}

const sumOf = ({ columns: { amount } }: StatementFile): number => amount.reduce((sum, minor) => sum + minor, 0);

const saysMore = (outcome: StatementFile, whole: StatementFile): boolean =>
  outcome.question !== null ||
  outcome.rejected.length > whole.rejected.length ||
  outcome.warnings.some((sentence) => !whole.warnings.includes(sentence));

/** Whether its rows are the first ones of the whole. */
const isBeginningOf = ({ columns }: StatementFile, whole: StatementFile): boolean =>
  columns.count <= whole.columns.count &&
  columns.amount.every((minor, row) => minor === whole.columns.amount[row]) &&
  columns.bookingDay.every((day, row) => day === whole.columns.bookingDay[row]);
