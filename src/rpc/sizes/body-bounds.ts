// What is said of a body that is too large, in bytes or in values: one sentence each, whatever the protocol and whoever
// sees it first, the length that was announced, the bytes that came, or what they are once they are unpacked.

import { TieoutError } from '../../core/errors.ts';
import { MAX_BODY_BYTES, MAX_BODY_VALUES } from '../../core/limits.ts';

export const bodyTooLarge = (): TieoutError =>
  new TieoutError('body_too_large', `The body is larger than ${MAX_BODY_BYTES >> 20} MiB`);

export const tooManyValues = (): TieoutError =>
  new TieoutError('body_too_large', `The body has more than ${MAX_BODY_VALUES.toLocaleString('en')} values`);
