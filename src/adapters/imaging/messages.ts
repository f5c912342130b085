// What goes between the service and its imaging process.

import type { ImagingResult } from '../../ports/verification/imaging.ts';

export interface Asked {
  readonly task: string;
  readonly ask: unknown;
}

export interface Answered {
  readonly result: ImagingResult<unknown>;
  /** Memory of the whole process, in bytes: one that has grown old is replaced between two tasks. */
  readonly rss: number;
}

/** With this the process ends itself when it takes more memory than it may. */
export const MEMORY_SIGNAL = 'SIGUSR2';
