import { decompress } from '../../../src/adapters/block-packing/zstd.ts';
import { decodeFingerprints } from '../../../src/core/records/blocks/block-codec.ts';

/** Two words a row of a packed fingerprint part. */
export const unpackFingerprints = (packed: Uint8Array, rows: number): Uint32Array =>
  decodeFingerprints(decompress(packed), rows);
