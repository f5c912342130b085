// Unreadable files, as problems of the request at their urls; a failure that may pass stays that failure.

import type { DescMessage } from '@bufbuild/protobuf';
import { ERROR_KINDS } from '../core/error-kinds.ts';
import { fromErrorRecord } from '../core/errors.ts';
import type { FileFailure } from '../core/exceptions/file-refused.ts';
import type { Side } from '../core/records/rows/columns.ts';
import { InvalidRequest, violationsOf } from './validation/problems.ts';

const URL_FIELDS: Readonly<Record<Side, string>> = { gl: 'gl_file_url', bank: 'bank_file_url' };

/** `input`: the message whose fields gl_file_url and bank_file_url are lists of urls. */
export function filesRefusal(input: DescMessage, failures: readonly FileFailure[]): Error {
  const passing = failures.map(({ failure }) => failure).find(({ code }) => ERROR_KINDS[code].http !== 422);
  if (passing !== undefined) return fromErrorRecord(passing);
  const problems = failures.map(({ side, index, failure }) => ({
    type: failure.code,
    path: [URL_FIELDS[side], index],
    msg: fromErrorRecord(failure).sentence,
  }));
  return new InvalidRequest(problems, violationsOf(input, problems));
}
