// Tells whether the own row ids of stored rows only count them, and so are no part of a row's identity. The reader
// knew, but only fingerprints show it: a row's fingerprint is recomputed with its id and compared.

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
  // Both flags are tried: the reader may have known from a switch's answer that a row was only announced.
  return [0, ROW_PENDING].every((flags) => {
    one.flags[0] = flags;
    fingerprintRows(one, { includeSourceId: true });
    return one.fingerprint[0] !== fingerprint[2 * row] || one.fingerprint[1] !== fingerprint[2 * row + 1];
  });
}
