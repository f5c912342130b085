// Open rows of a partner, of both sides: every one in a window of days, or those of some records.

import { pickItems } from '../../core/records/documents/item-rows.ts';
import type { PartnerScope } from '../../core/records/documents/late-groups.ts';
import type { OpenItemColumns } from '../../core/records/documents/open-items.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { digestIdAt } from '../../core/records/rows/digest-ids.ts';
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

/** Those of the records that are open. */
export async function openRecords(
  { openItems }: Pick<Store, 'openItems'>,
  { tenant, partner }: PartnerScope,
  records: Readonly<Record<Side, readonly string[]>>,
): Promise<OpenSides> {
  const of = (side: Side) => openItems.named({ tenant, partner, side, recordIds: records[side] });
  const [gl, bank] = await Promise.all(SIDES.map(of));
  return { gl: gl!, bank: bank! };
}

/** Without the named records. */
export function withoutRecords({ gl, bank }: OpenSides, records: ReadonlySet<string>): OpenSides {
  const left = (items: OpenItemColumns): OpenItemColumns =>
    records.size === 0
      ? items
      : pickItems(
          items,
          rowsOf(items).filter((row) => !records.has(digestIdAt(items.recordId, row))),
        );
  return { gl: left(gl), bank: left(bank) };
}

const rowsOf = ({ rows }: OpenItemColumns): number[] => Array.from({ length: rows.count }, (_, row) => row);
