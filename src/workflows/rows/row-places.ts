// Where a session keeps rows of some fingerprints, by what its blocks say of days and fingerprints alone: no row is read
// whole.

import type { SessionKey } from '../../core/records/documents/session.ts';
import type { Side } from '../../core/records/rows/columns.ts';
import type { Unpacking } from '../../ports/compute.ts';
import type { Days } from '../../ports/engine.ts';
import type { Store } from '../../ports/store.ts';

/** What rows of sessions are found in. */
export interface RowPlaces {
  readonly store: Pick<Store, 'ingestions' | 'rowBlocks'>;
  readonly compute: Unpacking;
}

/** What a fingerprint is called here. */
export const nameOf = (fingerprint: ArrayLike<number>, row: number): string =>
  `${fingerprint[2 * row]},${fingerprint[2 * row + 1]}`;
export const placeOf = (ingestionId: string, ordinal: number): string => `${ingestionId} ${ordinal}`;

type StoredBlock = Awaited<ReturnType<RowPlaces['store']['rowBlocks']['headers']>>[number];

/** Names by place, of rows that are booked in the days. */
export async function placesOf(
  { store, compute }: RowPlaces,
  key: SessionKey,
  { side, days, names }: { readonly side: Side; readonly days: Days; readonly names: { has(name: string): boolean } },
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for (const { ingestionId, side: ofSide } of await store.ingestions.live(key)) {
    if (ofSide !== side) continue;
    const places: string[] = [];
    const near: StoredBlock[] = [];
    let first = 0;
    for (const block of await store.rowBlocks.headers(ingestionId)) {
      const { rows, firstDay, lastDay } = block.header;
      if (firstDay <= days.toDay && lastDay >= days.fromDay) {
        near.push(block);
        for (let row = 0; row < rows; row++) places.push(placeOf(ingestionId, first + row));
      }
      first += rows;
    }
    if (near.length === 0) continue;
    const packed = await store.rowBlocks.fingerprints(
      ingestionId,
      near.map(({ n }) => n),
    );
    const { fingerprint } = await compute.unpackRows(
      near.map(({ header }, i) => ({ header, packed: { fingerprint: packed[i]!.packed } })),
    );
    for (const [row, place] of places.entries()) {
      const name = nameOf(fingerprint, row);
      if (names.has(name)) found.set(place, name);
    }
  }
  return found;
}
