// Open rows of a partner on both sides: all rows in a window of days, or the rows of given records.

import { pickItems } from '../../core/records/documents/item-rows.ts';
import type { OpenItemColumns } from '../../core/records/documents/open-items.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { Days } from '../../ports/engine.ts';
import type { Store } from '../../ports/store.ts';

export type OpenSides = Readonly<Record<Side, OpenItemColumns>>;

export async function openSides(
  { openItems }: Pick<Store, 'openItems'>,
  scope: Days & { readonly tenant: string; readonly partner: string },
): Promise<OpenSides> {
  const [gl, bank] = await Promise.all(SIDES.map((side) => openItems.columns({ ...scope, side })));
  return { gl: gl!, bank: bank! };
}

/** The open rows among the records. */
export async function openRecords(
  { openItems }: Pick<Store, 'openItems'>,
  { tenant, partner }: PartnerScope,
  records: Readonly<Record<Side, readonly string[]>>,
): Promise<OpenSides> {
  const of = (side: Side) => openItems.named({ tenant, partner, side, recordIds: records[side] });
  const [gl, bank] = await Promise.all(SIDES.map(of));
  return { gl: gl!, bank: bank! };
}

/** For each row: 1 if it is left out. */
export type RowsToDrop = Readonly<Record<Side, Uint8Array>>;

export function withoutRows({ gl, bank }: OpenSides, drop: RowsToDrop): OpenSides {
  const left = (items: OpenItemColumns, dropped: Uint8Array): OpenItemColumns =>
    dropped.includes(1) ? pickItems(items, rowsWithout(dropped)) : items;
  return { gl: left(gl, drop.gl), bank: left(bank, drop.bank) };
}

/** The open rows without the named records. */
export function withoutRecords(open: OpenSides, records: ReadonlySet<string>): OpenSides {
  if (records.size === 0) return open;
  const of = ({ rows, recordId }: OpenItemColumns) =>
    new Uint8Array(rows.count).map((_, row) => (records.has(digestIdAt(recordId, row)) ? 1 : 0));
  return withoutRows(open, { gl: of(open.gl), bank: of(open.bank) });
}

function rowsWithout(dropped: Uint8Array): Uint32Array {
  const rows = new Uint32Array(dropped.length);
  let count = 0;
  for (let row = 0; row < dropped.length; row++) if (!dropped[row]) rows[count++] = row;
  return rows.subarray(0, count);
}
