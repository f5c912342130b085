// What a task in the imaging process throws when it knows why it failed. Anything else that is thrown is imaging_failed,
// and its text stays where it was thrown: it could hold what was sent.

import type { ImagingFailure } from '../../ports/verification/imaging.ts';

export class TaskFailure extends Error {
  readonly code: ImagingFailure;
  constructor(code: ImagingFailure) {
    super(code);
    this.code = code;
  }
}
