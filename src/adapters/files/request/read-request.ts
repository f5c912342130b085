// What is asked when a file of a side is to be read: what a run asks of any reader (ports/compute.ts), and what only
// delimited text needs to be told.

import type { FileRequest } from '../../../ports/compute.ts';

export interface ReadRequest extends FileRequest {
  /** The mapping is a plan that an earlier file was read by; it was not given for this file. */
  readonly isMappingOfPlan?: boolean | undefined;
  readonly progress?: ((bytesDone: number, bytesTotal: number) => void) | undefined;
}
