// A request to read a file of a side: the fields of a run (ports/compute.ts), and those of delimited text.

import type { FileRequest } from '../../../ports/compute.ts';

export interface ReadRequest extends FileRequest {
  /** The mapping is a remembered plan, not one given for this file. */
  readonly isMappingOfPlan?: boolean | undefined;
  readonly progress?: ((bytesDone: number, bytesTotal: number) => void) | undefined;
}
