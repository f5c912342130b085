// A pager as a part of a drawn screen.

import { useRef, useState } from 'preact/hooks';
import { failureOf } from './failure.ts';
import type { GridRows } from './grid-rows.ts';
import { type Loaded, useLoad } from './load.ts';
import { Pager } from './rows.ts';
import { say } from './said.ts';

interface Page<T> {
  readonly items: readonly T[];
  readonly total: number;
  readonly nextPageToken?: string;
}

/** `key`: another list when it changes. */
export function usePager<T>(key: string, ask: (pageToken: string) => Promise<Page<T>>): Loaded<GridRows<T>> {
  const [more, setMore] = useState<{ pager: Pager<T>; rows: GridRows<T> } | null>(null);
  const current = useRef<Pager<T> | null>(null);
  const loaded = useLoad(key, async () => {
    const pager: Pager<T> = new Pager(ask, {
      onMore: (rows) => current.current === pager && setMore({ pager, rows }),
      onFailure: (error) => say(`More rows did not come: ${failureOf(error).sentence}`, { isBad: true }),
    });
    const rows = await pager.begin();
    current.current = pager;
    return { pager, rows };
  });
  const { value } = loaded;
  return { ...loaded, value: value && (more?.pager === value.pager ? more.rows : value.rows) };
}
