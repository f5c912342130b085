// Whether the own row ids of stored rows only count them, and so are not part of row identity. The reader's decision
// shows in the fingerprints: a row's fingerprint is recomputed with its id and compared.

import { sharedUint32 } from './allocate.ts';
import { ROW_PENDING, type RowColumns } from './columns.ts';
import { fingerprintRows } from './fingerprint.ts';
import { pickRows } from './join-columns.ts';

/** `columns`: rows of one file with stored fingerprints. False if no row has an id. */
export function sourceIdsOnlyCount(columns: RowColumns): boolean {
  const { offsets } = columns.sourceId;
  let row = 0;
  while (row < columns.count && offsets[row] === offsets[row + 1]) row++;
  if (row === columns.count) return false;
  const one = { ...pickRows(columns, Uint32Array.of(row)), fingerprint: sharedUint32(2) };
  const { fingerprint } = columns;
  // Both flags are tried: the reader may have known from a switch's answer that the row was only announced.
  return [0, ROW_PENDING].every((flags) => {
    one.flags[0] = flags;
    fingerprintRows(one, { includeSourceId: true });
    return one.fingerprint[0] !== fingerprint[2 * row] || one.fingerprint[1] !== fingerprint[2 * row + 1];
  });
}
