// Encodes the records of a cluster as bytes, for every store: a byte for the side, the record id if the store keeps ids
// nowhere else, and four bytes each for the number of the ingestion and the ordinal, low byte first. Each store numbers
// ingestions by itself.

import type { ClusterColumns } from '../documents/clusters.ts';
import { SIDES, type Side } from '../rows/columns.ts';
import { DIGEST_ID_BYTES } from '../rows/digest-ids.ts';

interface MemberLayout {
  readonly withIds: boolean;
}

interface MemberBytes {
  readonly side: Side;
  /** The record id; empty in a layout without ids. */
  readonly id: Uint8Array;
  readonly ingestion: number;
  readonly ordinal: number;
}

const idBytes = ({ withIds }: MemberLayout): number => (withIds ? DIGEST_ID_BYTES : 0);

/** The members of cluster i. `ingestionNumber`: the store's number for an index into the columns' ingestions. */
export function encodeMembers(
  { members }: ClusterColumns,
  i: number,
  { ingestionNumber, ...layout }: MemberLayout & { readonly ingestionNumber: (place: number) => number },
): Uint8Array {
  const [from, to] = [members.offsets[i], members.offsets[i + 1]];
  const ofId = idBytes(layout);
  const size = 1 + ofId + 8;
  const bytes = new Uint8Array((to - from) * size);
  const view = new DataView(bytes.buffer);
  for (let k = from, at = 0; k < to; k++, at += size) {
    bytes[at] = members.side[k];
    if (ofId > 0) bytes.set(members.recordId.subarray(k * DIGEST_ID_BYTES, (k + 1) * DIGEST_ID_BYTES), at + 1);
    view.setUint32(at + 1 + ofId, ingestionNumber(members.ingestion[k]), true);
    view.setUint32(at + 5 + ofId, members.ordinal[k], true);
  }
  return bytes;
}

/** The members in the order of encoding. */
export function decodeMembers(bytes: Uint8Array, layout: MemberLayout): MemberBytes[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const ofId = idBytes(layout);
  const size = 1 + ofId + 8;
  return Array.from({ length: bytes.length / size }, (_, k) => {
    const at = k * size;
    return {
      side: SIDES[bytes[at]],
      id: bytes.subarray(at + 1, at + 1 + ofId),
      ingestion: view.getUint32(at + 1 + ofId, true),
      ordinal: view.getUint32(at + 5 + ofId, true),
    };
  });
}
