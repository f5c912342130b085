// The table of any length as a part of a drawn screen: Preact keeps its place, and the table draws itself.

import { h, type JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { GridRows } from '../state/grid-rows.ts';
import { preferences } from '../state/preferences.ts';
import { Grid, type GridOptions } from './grid.ts';

interface GridViewOptions<T> extends Omit<GridOptions<T>, 'hasKeys'> {
  readonly rows: GridRows<T>;
  /** Names the list: when it changes, the table begins at its top without marks. */
  readonly list: string;
  /** Called once with the table, for acts that move in it. */
  readonly onGrid?: (grid: Grid<T>) => void;
}

export function GridView<T>(options: GridViewOptions<T>): JSX.Element {
  const holder = useRef<HTMLDivElement>(null);
  const latest = useRef(options);
  latest.current = options;
  const made = useRef<{ grid: Grid<T>; list: string } | null>(null);
  useLayoutEffect(() => {
    const { label, columns, onMark } = latest.current;
    const grid = new Grid<T>({
      ...{ label, columns },
      idOf: (item) => latest.current.idOf(item),
      tone: (item) => latest.current.tone?.(item) ?? '',
      hasKeys: () => preferences.value.hasKeys,
      onMove: (item, index) => latest.current.onMove?.(item, index),
      onOpen: (item, index) => latest.current.onOpen?.(item, index),
      ...(onMark && { onMark: (marked) => latest.current.onMark?.(marked) }),
      onMarkAll: () => latest.current.onMarkAll?.(),
      onKey: (event) => latest.current.onKey?.(event),
    });
    holder.current!.replaceChildren(grid.element);
    made.current = { grid, list: '' };
    latest.current.onGrid?.(grid);
  }, []);
  useLayoutEffect(() => {
    const { grid, list } = made.current!;
    grid.show(options.rows, list !== options.list);
    made.current = { grid, list: options.list };
  }, [options.rows, options.list]);
  const { isCompact } = preferences.value;
  // The styles follow the preference after this drawing.
  useEffect(() => {
    const timer = setTimeout(() => made.current?.grid.measure());
    return () => clearTimeout(timer);
  }, [isCompact]);
  useEffect(() => () => holder.current?.replaceChildren(), []);
  return h('div', { class: 'grid-holder', ref: holder });
}

/** Rows that are all here. */
export const allOf = <T>(items: readonly T[]): GridRows<T> => ({
  count: items.length,
  at: (index) => items[index],
  want: () => {},
});
