// Reads a partner's open items from the store's thread, some thousands at a time. In between the thread answers other
// calls, and it never holds all items.

import { joinItems } from '../../../core/records/documents/item-rows.ts';
import type { OpenItemColumns } from '../../../core/records/documents/open-items.ts';
import type { Side } from '../../../core/records/rows/columns.ts';
import type { OpenItems } from '../../../ports/open-items.ts';

/** The port as the thread implements it. */
export type AskedOpenItems = Omit<OpenItems, 'columns'> & {
  /** The ids of the items, in order of insertion. */
  booked(scope: Parameters<OpenItems['columns']>[0]): Promise<Float64Array>;
  /** The items with these ids that are still open, or held. */
  at(of: { readonly side: Side; readonly held?: boolean; readonly ids: Float64Array }): Promise<OpenItemColumns>;
};

const ITEMS = 8_192;

export function openItemsOver({ booked, at, ...asked }: AskedOpenItems): OpenItems {
  return {
    ...asked,
    async columns(scope) {
      const { side, held = false } = scope;
      const ids = await booked(scope);
      const first = await at({ side, held, ids: ids.slice(0, ITEMS) });
      const others: OpenItemColumns[] = [];
      for (let from = ITEMS; from < ids.length; from += ITEMS) {
        others.push(await at({ side, held, ids: ids.slice(from, from + ITEMS) }));
      }
      return joinItems([first, ...others]);
    },
  };
}
