// The result for a window's rows as bytes, for another process of the same version. It is deleted when the run has
// ended, so no later version reads it.

import { deserialize, serialize } from 'node:v8';
import { TieoutError } from '../../core/errors.ts';
import type { WindowFound } from '../../ports/compute.ts';
import { compress, decompress, shareTogether } from './zstd.ts';

/** Half of the largest piece that a store accepts. */
const LARGEST_PIECE = 8 << 20;

/** The outcome in pieces that a store accepts. */
export function packOutcome(found: WindowFound): Uint8Array[] {
  const [bytes] = shareTogether([compress(serialize(unshared(found)))]);
  const pieces: Uint8Array[] = [];
  for (let at = 0; at < bytes!.length; at += LARGEST_PIECE) pieces.push(bytes!.subarray(at, at + LARGEST_PIECE));
  return pieces;
}

/** Throws store_damaged. */
export function unpackOutcome(pieces: readonly Uint8Array[]): WindowFound {
  const bytes = decompress(Buffer.concat(pieces));
  try {
    return deserialize(bytes);
  } catch {
    throw new TieoutError('store_damaged', 'What was found out about a window cannot be read back.');
  }
}

/** A copy without shared memory, which cannot be serialised. */
function unshared(value: unknown): unknown {
  if (ArrayBuffer.isView(value)) return (value as Uint8Array).slice();
  if (Array.isArray(value)) return value.map(unshared);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, of]) => [name, unshared(of)]));
}
