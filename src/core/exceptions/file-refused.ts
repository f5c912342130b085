// Files of a request that cannot be read, each with its place: the edge tells them at their urls.

import { ERROR_KINDS } from '../error-kinds.ts';
import { type ErrorRecord, TieoutError } from '../errors.ts';
import type { Side } from '../records/rows/columns.ts';

/** A file that cannot be read, where it stands in the request. */
export interface FileFailure {
  readonly side: Side;
  readonly index: number;
  readonly failure: ErrorRecord;
}

export class FilesRefused extends TieoutError {
  readonly failures: readonly FileFailure[];

  constructor(failures: readonly FileFailure[]) {
    // What trying again may help counts first: nothing is wrong with the request then.
    const first = failures.find(({ failure }) => ERROR_KINDS[failure.code].http !== 422) ?? failures[0];
    const { code, message, file, line } = first.failure;
    super(code, message, { ...(file !== undefined && { file }), ...(line !== undefined && { line }) });
    this.failures = failures;
  }
}
