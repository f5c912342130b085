// Whether the own row ids of rows that were stored only count them, and so are no part of who a row is. The reader knew
// it and said so in the fingerprints alone: a row's fingerprint is recomputed with its id and compared.

import { sharedUint32 } from './allocate.ts';
import { ROW_PENDING, type RowColumns } from './columns.ts';
import { fingerprintRows } from './fingerprint.ts';
import { pickRows } from './join-columns.ts';

/** Rows of one file, with the fingerprints that they were stored with. False where no row has an id. */
export function sourceIdsOnlyCount(columns: RowColumns): boolean {
  const { offsets } = columns.sourceId;
  let row = 0;
  while (row < columns.count && offsets[row] === offsets[row + 1]) row++;
  if (row === columns.count) return false;
  const one = { ...pickRows(columns, Uint32Array.of(row)), fingerprint: sharedUint32(2) };
  const { fingerprint } = columns;
  // Whether a row was only announced the reader knew too, and may have known it by what a switch answered.
  return [0, ROW_PENDING].every((flags) => {
    one.flags[0] = flags;
    fingerprintRows(one, { includeSourceId: true });
    return one.fingerprint[0] !== fingerprint[2 * row] || one.fingerprint[1] !== fingerprint[2 * row + 1];
  });
}
