// A request to decide from the bus: JSON by the rules of REST bodies.

import { ResolveRequestSchema } from '../../gen/tieout/resolution/v1/resolve_pb.ts';
import type { Caller } from '../core/callers/caller.ts';
import { MAX_BODY_BYTES } from '../core/limits.ts';
import { ignoredText } from '../rpc/ignored-fields.ts';
import { requestOrder } from '../rpc/resolution/bus-request.ts';
import { bodyTooLarge } from '../rpc/sizes/body-bounds.ts';
import { createValidate } from '../rpc/validation/validate.ts';
import { BODY_READERS } from './body-kinds.ts';

/**
 * The reader throws a TieoutError whose sentence says why a request can never be done. `told`: called with the fields of
 * a request that nobody reads.
 */
export function busRequestReader(
  timeZone: string,
  told: (fields: string) => void = () => {},
): (content: Uint8Array, caller: Caller) => Promise<ReturnType<typeof requestOrder>> {
  const validate = createValidate({ timeZone });
  return async (bytes, caller) => {
    if (bytes.length > MAX_BODY_BYTES) throw bodyTooLarge();
    const input = { input: ResolveRequestSchema, bytes, contentType: 'application/json' };
    const read = await BODY_READERS.json.read(input);
    if (read.ignored.length > 0) told(ignoredText(read.ignored));
    return requestOrder(read, validate, caller);
  };
}
