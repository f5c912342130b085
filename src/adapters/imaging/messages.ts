// Messages between the service and its imaging process.

import type { ImagingResult } from '../../ports/verification/imaging.ts';

export interface TaskRequest {
  readonly task: string;
  readonly ask: unknown;
}

export interface TaskReply {
  readonly result: ImagingResult<unknown>;
  /** Memory of the whole process in bytes; a process that has grown large is replaced between tasks. */
  readonly rss: number;
}

/** Signal by which the process ends itself when it exceeds its memory. */
export const MEMORY_SIGNAL = 'SIGUSR2';
