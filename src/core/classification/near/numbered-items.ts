// The open items that share a number (of an ambiguity, of a batch), so that a reason can name all of them, those that
// earlier rules took too.

/** Items with number n, ascending: items[start[n] .. start[n + 1]). */
export interface NumberedItems {
  readonly start: Uint32Array;
  readonly items: Uint32Array;
}

/** `numberOf`: of each item, or -1. */
export function itemsByNumber(numberOf: Int32Array): NumberedItems {
  let numbers = 0;
  for (const number of numberOf) numbers = Math.max(numbers, number + 1);
  const start = new Uint32Array(numbers + 2);
  for (const number of numberOf) if (number >= 0) start[number + 2]++;
  for (let n = 0; n < numbers; n++) start[n + 2] += start[n + 1];
  const items = new Uint32Array(start[numbers + 1]);
  numberOf.forEach((number, item) => {
    if (number >= 0) items[start[number + 1]++] = item;
  });
  return { start: start.subarray(0, numbers + 1), items };
}

/** The items with a number; empty if no item of the side has it. */
export const itemsOf = ({ start, items }: NumberedItems, number: number): Uint32Array =>
  number >= 0 && number + 1 < start.length ? items.subarray(start[number], start[number + 1]) : items.subarray(0, 0);
