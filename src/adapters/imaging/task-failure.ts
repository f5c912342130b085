// The error of a task in the imaging process with a known reason. Any other error becomes imaging_failed, and its text,
// which might contain data of the request, is dropped.

import type { ImagingFailure } from '../../ports/verification/imaging.ts';

export class TaskFailure extends Error {
  readonly code: ImagingFailure;
  constructor(code: ImagingFailure) {
    super(code);
    this.code = code;
  }
}
