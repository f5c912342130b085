// Picks some of a run's open rows, with what is known of each.

import type { OpenRows } from './outcome.ts';

/** The findings of some items, column by column. */
export function pickOpenRows(open: OpenRows, items: readonly number[]): OpenRows {
  const pick = (values: Int32Array): Int32Array => {
    const picked = values.slice(0, items.length);
    items.forEach((item, k) => {
      picked[k] = values[item];
    });
    return picked;
  };
  const { count: _, ...columns } = open;
  const picked = Object.entries(columns).map(([name, values]) => [name, pick(values as Int32Array)]);
  return { count: items.length, ...Object.fromEntries(picked) };
}
