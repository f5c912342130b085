// A request to read a file of a side: a run's fields for any reader (ports/compute.ts), and fields for delimited text.

import type { FileRequest } from '../../../ports/compute.ts';

export interface ReadRequest extends FileRequest {
  /** The mapping is an earlier file's plan and was not given for this file. */
  readonly isMappingOfPlan?: boolean | undefined;
  readonly progress?: ((bytesDone: number, bytesTotal: number) => void) | undefined;
}
