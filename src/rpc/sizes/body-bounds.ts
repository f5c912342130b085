// Sentences about a body that is too large, in bytes or values: one each, for every protocol, for the announced length,
// the received bytes, and the unpacked bytes.

import { TieoutError } from '../../core/errors.ts';
import { MAX_BODY_BYTES, MAX_BODY_VALUES } from '../../core/limits.ts';

export const bodyTooLarge = (): TieoutError =>
  new TieoutError('body_too_large', `The body is larger than ${MAX_BODY_BYTES >> 20} MiB`);

/** Of a file that is sent. */
export const fileTooLarge = (most: number): TieoutError =>
  new TieoutError(
    'body_too_large',
    `The file is larger than ${most} bytes, the most that is taken (TIEOUT_FILES_MEGABYTES)`,
  );

export const tooManyValues = (): TieoutError =>
  new TieoutError('body_too_large', `The body has more than ${MAX_BODY_VALUES.toLocaleString('en')} values`);
