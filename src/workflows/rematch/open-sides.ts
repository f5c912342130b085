// Every open row of a partner in a window of days, of both sides.

import type { OpenItemColumns } from '../../core/records/documents/open-items.ts';
import { SIDES, type Side } from '../../core/records/rows/columns.ts';
import { DIGEST_ID_BYTES, digestIdAt } from '../../core/records/rows/digest-ids.ts';
import { pickRows } from '../../core/records/rows/join-columns.ts';
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

/** Without the named records. */
export function withoutRecords({ gl, bank }: OpenSides, records: ReadonlySet<string>): OpenSides {
  const left = (items: OpenItemColumns): OpenItemColumns =>
    records.size === 0 ? items : pickItems(items, (row) => !records.has(digestIdAt(items.recordId, row)));
  return { gl: left(gl), bank: left(bank) };
}

function pickItems(items: OpenItemColumns, isKept: (row: number) => boolean): OpenItemColumns {
  const rows = Uint32Array.from(Array.from({ length: items.rows.count }, (_, row) => row).filter(isKept));
  const ids = (packed: Uint8Array): Uint8Array => {
    const picked = new Uint8Array(rows.length * DIGEST_ID_BYTES);
    rows.forEach((row, i) => {
      picked.set(packed.subarray(row * DIGEST_ID_BYTES, (row + 1) * DIGEST_ID_BYTES), i * DIGEST_ID_BYTES);
    });
    return picked;
  };
  return {
    ...items,
    rows: pickRows(items.rows, rows),
    ingestion: Uint32Array.from(rows, (row) => items.ingestion[row]!),
    ordinal: Uint32Array.from(rows, (row) => items.ordinal[row]!),
    recordId: ids(items.recordId),
    clusterId: ids(items.clusterId),
  };
}
