// Where a session keeps rows with given fingerprints, from the days and fingerprints of its blocks alone: no row is
// read whole, and only some blocks at a time.

import { chunksOf } from '../../core/records/rows/chunks.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Unpacking } from '../../ports/compute.ts';
import type { Days } from '../../ports/engine.ts';
import type { Store } from '../../ports/store.ts';

/** Where rows of sessions are looked up. */
export interface RowPlaces {
  readonly store: Pick<Store, 'ingestions' | 'rowBlocks'>;
  readonly compute: Unpacking;
}

/** The name of a fingerprint here. */
export const nameOf = (fingerprint: ArrayLike<number>, row: number): string =>
  `${fingerprint[2 * row]},${fingerprint[2 * row + 1]}`;
const placeOf = (ingestionId: string, ordinal: number): string => `${ingestionId} ${ordinal}`;

type StoredBlock = Awaited<ReturnType<RowPlaces['store']['rowBlocks']['headers']>>[number];

/** Blocks whose fingerprints are read at a time: a megabyte. */
const BLOCKS_AT_ONCE = 16;

/** Calls back for each row of a side, in blocks that have rows booked in the days. */
export async function eachStoredRow(
  { store, compute }: RowPlaces,
  key: SessionKey,
  { side, days }: { readonly side: Side; readonly days: Days },
  /** Called with the ordinal of an ingestion's row, which is `row` of these fingerprints. */
  told: (at: { readonly ingestionId: string; readonly ordinal: number }, fingerprint: Uint32Array, row: number) => void,
): Promise<void> {
  for (const { ingestionId, side: ofSide } of await store.ingestions.live(key)) {
    if (ofSide !== side) continue;
    const near: (StoredBlock & { readonly first: number })[] = [];
    let first = 0;
    for (const block of await store.rowBlocks.headers(ingestionId)) {
      const { rows, firstDay, lastDay } = block.header;
      if (firstDay <= days.toDay && lastDay >= days.fromDay) near.push({ ...block, first });
      first += rows;
    }
    for (const some of chunksOf(near, BLOCKS_AT_ONCE)) {
      const numbers = some.map(({ n }) => n);
      const packed = await store.rowBlocks.fingerprints(ingestionId, numbers);
      const { fingerprint } = await compute.unpackRows(
        some.map(({ header }, i) => ({ header, packed: { fingerprint: packed[i].packed } })),
      );
      let row = 0;
      for (const block of some) {
        for (let k = 0; k < block.header.rows; k++, row++) {
          told({ ingestionId, ordinal: block.first + k }, fingerprint, row);
        }
      }
    }
  }
}

/** Names by place, of rows that are booked in the days. */
export async function namesByPlace(
  deps: RowPlaces,
  key: SessionKey,
  { side, days, names }: { readonly side: Side; readonly days: Days; readonly names: { has(name: string): boolean } },
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  await eachStoredRow(deps, key, { side, days }, ({ ingestionId, ordinal }, fingerprint, row) => {
    const name = nameOf(fingerprint, row);
    if (names.has(name)) found.set(placeOf(ingestionId, ordinal), name);
  });
  return found;
}
