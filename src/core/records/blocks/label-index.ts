// Columns of labels (accounts, currencies, files) in a block: indexes into the labels that occur in it.

import type { Labels } from '../rows/labels.ts';
import type { Range } from '../rows/range.ts';

export interface LocalIndex {
  readonly index: Uint32Array;
  readonly labels: readonly string[];
}

/** Indexes into the labels that occur in the range, in order of first use. */
export function localIndex(
  column: Uint16Array | Uint8Array,
  labels: readonly string[],
  { from, to }: Range,
): LocalIndex {
  const index = new Uint32Array(to - from);
  const used: string[] = [];
  const local = new Int32Array(labels.length).fill(-1);
  for (let i = from; i < to; i++) {
    const label = column[i];
    if (local[label] < 0) local[label] = used.push(labels[label]) - 1;
    index[i - from] = local[label];
  }
  return { index, labels: used };
}

/** Turns indexes into a block's labels into indexes into all labels. Throws RangeError for a missing label. */
export function relabel(index: Uint32Array, labels: readonly string[], all: Labels): Uint32Array {
  const places = labels.map((label) => all.place(label));
  for (let i = 0; i < index.length; i++) {
    const place = places[index[i]];
    if (place === undefined) throw new RangeError('a label is missing from a block’s header');
    index[i] = place;
  }
  return index;
}
