// Unpacks a stream piece by piece, with limits on what it may become: a small file can hold more than a disk does.

import { TieoutError } from '../../../core/errors.ts';
import { MAX_UNPACKED_BYTES, MAX_UNPACKED_RATIO, MIN_UNPACKED_BYTES } from '../../../core/limits.ts';

/** Takes the next unpacked bytes, which are overwritten afterwards. */
export type TakeBytes = (bytes: Uint8Array) => void;

/** Counts unpacked bytes and throws file_too_large beyond the limits. `packed`: bytes that they are made from. */
export function withinLimits(take: TakeBytes, { packed, name }: { packed: number; name: string }): TakeBytes {
  const most = Math.min(MAX_UNPACKED_BYTES, Math.max(MIN_UNPACKED_BYTES, packed * MAX_UNPACKED_RATIO));
  let done = 0;
  return (bytes) => {
    done += bytes.length;
    if (done > most) {
      const sentence = `unpacked it is larger than ${Math.floor(most / 1e6)} MB, more than any statement of its size.`;
      throw new TieoutError('file_too_large', sentence, { file: name });
    }
    take(bytes);
  };
}
