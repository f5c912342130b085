// Reads a table by a plan of the same layout if there is one, else anew. If it is unclear which of several columns is
// its money, the reading that the whole file proves is taken.

import { finishedRows } from '../finish/finished-rows.ts';
import { readAsProven } from '../memory/read-as-proven.ts';
import { readByPlan } from '../memory/read-by-plan.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { StatementFile } from '../request/statement-file.ts';
import { foundInTable } from './found-in-table.ts';
import type { TableFile } from './table-file.ts';
import { withChoices } from './weighed-readings.ts';

export function readTableFile(request: ReadRequest, table: TableFile): StatementFile {
  const readBy = (asked: ReadRequest): StatementFile =>
    finishedRows(asked, foundInTable(asked, table, table.read(asked)));
  const readProven = (asked: ReadRequest): StatementFile => {
    const read = readBy(asked);
    return readAsProven(asked, read, readBy) ?? read;
  };
  const read = readByPlan(request, { sample: table.sample, readBy: readProven }) ?? readProven(request);
  return withChoices(request, read, readBy);
}
