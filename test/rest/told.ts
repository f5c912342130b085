// The whole body of a failure over REST, as every one of them has it: no member beside these may stand there.

import { expect } from 'vitest';
import type { ErrorCode } from '../../src/core/error-kinds.ts';

/** `detail`: the sentence, a matcher of it, or the problems of a 422. */
export const told = (code: ErrorCode, detail: unknown) => ({
  ...{ detail, code, help: `/errors#${code}`, request_id: expect.any(String) },
});
