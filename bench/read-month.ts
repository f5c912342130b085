// Both files of a month as columns, read by threads that are ended before anything is measured.

import { startThreads } from '../src/adapters/threads/compute.ts';
import { type RowColumns, SIDES, type Side } from '../src/core/records/rows/columns.ts';
import type { Month } from './inputs.ts';

export async function readMonth(month: Month): Promise<Readonly<Record<Side, RowColumns>>> {
  const readers = startThreads();
  const [gl, bank] = await Promise.all(
    SIDES.map(async (side) => {
      const request = { path: month[side], name: `${side}.csv`, side, defaultCurrency: 'NGN' };
      return (await readers.readFile(request)).columns;
    }),
  );
  await readers.close();
  return { gl, bank };
}
