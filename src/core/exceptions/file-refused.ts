// The error for unreadable files of a request. It has the index of each, so that the edge can name its URL.

import { ERROR_KINDS } from '../error-kinds.ts';
import { type ErrorRecord, TieoutError } from '../errors.ts';
import type { Side } from '../records/rows/columns.ts';

/** An unreadable file, with its index in the request. */
export interface FileFailure {
  readonly side: Side;
  readonly index: number;
  readonly failure: ErrorRecord;
}

export class FilesRefused extends TieoutError {
  readonly failures: readonly FileFailure[];

  constructor(failures: readonly FileFailure[]) {
    // A failure that may pass comes first: then the request is not at fault.
    const first = failures.find(({ failure }) => ERROR_KINDS[failure.code].http !== 422) ?? failures[0];
    const { code, message, file, line } = first.failure;
    super(code, message, { ...(file !== undefined && { file }), ...(line !== undefined && { line }) });
    this.failures = failures;
  }
}
