// If it is unclear which of several columns is a file's money, each possible reading is tried on the whole file. The
// one that its own balances or totals prove is taken, and nothing is asked. A sample cannot decide: these may stand
// anywhere.

import { TieoutError } from '../../../core/errors.ts';
import { mappingOfSides } from '../../../core/reading/columns/column-mapping.ts';
import { NAMED } from '../../../core/reading/table/table.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { StatementFile } from '../request/statement-file.ts';

const PROVEN = 'the balances or totals that the file states prove it';
/** Most readings to try. */
const MOST = 5;

/** The one reading among a question's that the file proves; null if it proves none, or several. */
export function readAsProven(
  request: ReadRequest,
  { question, hasStatedFigures }: StatementFile,
  readBy: (asked: ReadRequest) => StatementFile,
): StatementFile | null {
  const readings = (question?.readings ?? []).filter((reading) => reading['columns'] !== undefined);
  if (!hasStatedFigures || request.mapping !== undefined || readings.length > MOST) return null;
  const invalid = (sentence: string) => new TieoutError('mapping_invalid', sentence, { file: request.name });
  const proven = readings.flatMap((reading): StatementFile[] => {
    const mapping = mappingOfSides({ [request.side]: reading }, invalid);
    const read = readBy({ ...request, mapping, isMappingOfPlan: true });
    return read.question === null && read.confirmedBy === 'proof' ? [read] : [];
  });
  const [read] = proven;
  if (read === undefined || proven.length > 1) return null;
  const columns = read.layout.columns.map((column) =>
    column.reason === NAMED ? { ...column, reason: PROVEN } : column,
  );
  return { ...read, layout: { ...read.layout, columns } };
}
