// Allocates the columns of groups, on shared memory and all zeros.

import { sharedFloat64, sharedInt16, sharedInt32, sharedUint8, sharedUint32 } from '../rows/allocate.ts';
import type { Side } from '../rows/columns.ts';

/** `rows`: number of rows in all groups, by side. */
export const sharedGroups = (count: number, rows: Readonly<Record<Side, number>>) => ({
  count,
  tier: sharedUint8(count),
  confidence: sharedUint8(count),
  difference: sharedFloat64(count),
  days: sharedInt32(count),
  textScore: sharedInt16(count),
  feeBasis: sharedUint8(count),
  byKey: sharedUint8(count),
  runnerUp: sharedUint32(2 * count),
  runnerUpGap: sharedInt32(count),
  gl: { offsets: sharedUint32(count + 1), positions: sharedUint32(2 * rows.gl) },
  bank: { offsets: sharedUint32(count + 1), positions: sharedUint32(2 * rows.bank) },
  twin: sharedUint32(count),
});
