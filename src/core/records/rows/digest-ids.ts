// Ids that are digests (record ids, cluster ids) are packed in columns, sixteen bytes each, and shown as 32 hexadecimal
// digits. 128 bits rule out a collision for any number of rows that a bank has.

export const DIGEST_ID_BYTES = 16;

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** Id i of a packed column, as 32 hexadecimal digits. */
export function digestIdAt(ids: Uint8Array, i: number): string {
  let text = '';
  for (let at = i * DIGEST_ID_BYTES; at < (i + 1) * DIGEST_ID_BYTES; at++) text += HEX[ids[at]];
  return text;
}

/** Id number i of a packed column, as a view of its bytes. */
export const digestBytesAt = (ids: Uint8Array, i: number): Uint8Array =>
  ids.subarray(i * DIGEST_ID_BYTES, (i + 1) * DIGEST_ID_BYTES);

/** An id of zeros means none. */
export function isNoDigest(id: Uint8Array): boolean {
  for (let k = 0; k < id.length; k++) if (id[k] !== 0) return false;
  return true;
}

/** All ids of a packed column. */
export const digestIdsIn = (ids: Uint8Array): string[] =>
  Array.from({ length: ids.length / DIGEST_ID_BYTES }, (_, i) => digestIdAt(ids, i));

/** Writes an id of 32 hexadecimal digits at index i of a packed column. */
function setDigestId(ids: Uint8Array, i: number, id: string): void {
  if (id.length !== 2 * DIGEST_ID_BYTES) throw new RangeError(`not a digest id: ${id}`);
  for (let k = 0; k < DIGEST_ID_BYTES; k++) {
    const byte = (digitOf(id.charCodeAt(2 * k)) << 4) | digitOf(id.charCodeAt(2 * k + 1));
    if (byte < 0) throw new RangeError(`not a digest id: ${id}`);
    ids[i * DIGEST_ID_BYTES + k] = byte;
  }
}

/** The value of 0 to 9 and a to f, negative for anything else. */
function digitOf(code: number): number {
  if (code >= 0x30 && code <= 0x39) return code - 0x30;
  return code >= 0x61 && code <= 0x66 ? code - 0x57 : -1;
}

/** Packs ids of 32 hexadecimal digits. */
export function packDigestIds(ids: readonly string[]): Uint8Array {
  const packed = new Uint8Array(ids.length * DIGEST_ID_BYTES);
  for (const [i, id] of ids.entries()) setDigestId(packed, i, id);
  return packed;
}

const DIGEST_ID = /^[0-9a-f]{32}$/;

/** Whether a text has the form of a digest id. Ids of other programs may be any text. */
export const isDigestId = (id: string): boolean => DIGEST_ID.test(id);
