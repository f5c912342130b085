// Typed arrays on shared memory, so that columns go to another thread without copying.

export const sharedFloat64 = (n: number) => new Float64Array(new SharedArrayBuffer(n * 8));
export const sharedInt16 = (n: number) => new Int16Array(new SharedArrayBuffer(n * 2));
export const sharedInt32 = (n: number) => new Int32Array(new SharedArrayBuffer(n * 4));
export const sharedUint32 = (n: number) => new Uint32Array(new SharedArrayBuffer(n * 4));
export const sharedUint16 = (n: number) => new Uint16Array(new SharedArrayBuffer(n * 2));
export const sharedUint8 = (n: number) => new Uint8Array(new SharedArrayBuffer(n));

/** Number columns for `count` rows, all zeros. */
export const sharedFigures = (count: number) => ({
  count,
  amount: sharedFloat64(count),
  bookingDay: sharedInt32(count),
  valueDay: sharedInt32(count),
  account: sharedUint16(count),
  currency: sharedUint8(count),
  flags: sharedUint8(count),
  file: sharedUint16(count),
  line: sharedUint32(count),
  fingerprint: sharedUint32(2 * count),
});

/** Fills a column with a value of each item; answers the column. */
export function filled<Column extends { [i: number]: number }, Item>(
  column: Column,
  items: readonly Item[],
  value: (item: Item) => number,
): Column {
  for (let i = 0; i < items.length; i++) column[i] = value(items[i]);
  return column;
}
