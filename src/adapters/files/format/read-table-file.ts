// Reads a file of rows and cells: by the plan of one of the same layout where there is one, else anew; and where it then
// asks which of several columns is its money, by the one that the whole of it proves.

import { finishedRows } from '../finish/finished-rows.ts';
import { readAsProven } from '../memory/read-as-proven.ts';
import { readByPlan } from '../memory/read-by-plan.ts';
import type { ReadRequest } from '../request/read-request.ts';
import type { StatementFile } from '../request/statement-file.ts';
import { foundInTable } from './found-in-table.ts';
import type { TableFile } from './table-file.ts';

export function readTableFile(request: ReadRequest, table: TableFile): StatementFile {
  const readBy = (asked: ReadRequest): StatementFile =>
    finishedRows(asked, foundInTable(asked, table, table.read(asked)));
  const readProven = (asked: ReadRequest): StatementFile => {
    const read = readBy(asked);
    return readAsProven(asked, read, readBy) ?? read;
  };
  return readByPlan(request, { sample: table.sample, readBy: readProven }) ?? readProven(request);
}
