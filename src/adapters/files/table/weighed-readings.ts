// The readings that a question leaves, each tried on the whole file: how many entries it would give, their sums, and the
// first of them. The answer is one of the mappings.

import { TieoutError } from '../../../core/errors.ts';
import { labelOf } from '../../../core/reading/answers.ts';
import { mappingOfSides } from '../../../core/reading/columns/column-mapping.ts';
import { withChoice, writtenMapping } from '../../../core/reading/columns/written-mapping.ts';
import { givenBy } from '../../../core/reading/sides/reading-choices.ts';
import type { ReadingChoice } from '../../../core/reading-choice.ts';
import type { JsonObject } from '../../../core/records/documents/json.ts';
import type { RowColumns } from '../../../core/records/rows/columns.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { StatementFile } from '../request/statement-file.ts';

/** Most readings that are tried, and most that are listed; and most rows that are read for all trials together. */
const MOST_TRIED = 6;
const MOST_LISTED = 100;
const MOST_ROWS = 2_000_000;

/** How many readings of a file of that many rows are tried. */
export const mostTried = (rows: number): number => Math.min(MOST_TRIED, Math.floor(MOST_ROWS / Math.max(1, rows)));

/** The file with its question's readings weighed. */
export function withChoices(
  request: ReadRequest,
  read: StatementFile,
  readBy: (asked: ReadRequest) => StatementFile,
): StatementFile {
  const readings = read.question?.readings ?? [];
  if (readings.length === 0) return read;
  const { side } = request;
  const before = writtenMapping(request.mapping, side);
  const most = request.triesReadings === false ? 0 : mostTried(read.columns.count);
  const choices = readings.slice(0, MOST_LISTED).flatMap((reading, i): ReadingChoice[] => {
    const mapping = withChoice(before, reading);
    const choice = { label: labelOf(reading), side, mapping };
    if (i >= most) return [{ ...choice, sums: null, first: [] }];
    const columns = rowsBy(request, mapping, readBy);
    return columns === null ? [] : [{ ...choice, ...givenBy(columns) }];
  });
  return { ...read, choices };
}

/** The rows that a mapping gives; null if the file cannot be read by it. */
function rowsBy(
  request: ReadRequest,
  mapping: JsonObject,
  readBy: (asked: ReadRequest) => StatementFile,
): RowColumns | null {
  const invalid = (sentence: string) => new TieoutError('mapping_invalid', sentence, { file: request.name });
  try {
    const given = mappingOfSides({ [request.side]: mapping }, invalid);
    return readBy({ ...request, mapping: given, isMappingOfPlan: true }).columns;
  } catch (error) {
    if (error instanceof TieoutError) return null;
    throw error;
  }
}
