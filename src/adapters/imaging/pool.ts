// Several imaging processes, so that one slow picture holds up nobody. Whose turn it is, and how many of one tenant run
// at once, is decided by `turn`; a picture that exceeds its budget is killed with its process (supervise.ts).

import { TieoutError } from '../../core/errors.ts';
import type { Imaging, TaskShapes } from '../../ports/verification/imaging.ts';
import { type ImagingProcess, type SuperviseOptions, superviseImaging } from './supervise.ts';

interface PoolOptions extends SuperviseOptions {
  /** The number of processes, as many as `turn` lets run at once. */
  readonly processes: number;
  /** Throws documents_waiting if too many wait. */
  readonly turn: <T>(lane: string, work: () => Promise<T>) => Promise<T>;
}

interface ImagingPool<Tasks extends TaskShapes> extends Imaging<Tasks> {
  /** Ends the processes; open tasks fail. */
  close(): Promise<void>;
}

export function imagingPool<Tasks extends TaskShapes>({
  processes,
  turn,
  ...options
}: PoolOptions): ImagingPool<Tasks> {
  const all = Array.from({ length: processes }, () => superviseImaging<Tasks>(options));
  // The last one used is the next, so that those that are seldom needed end and free their memory.
  const free: ImagingProcess<Tasks>[] = [...all];
  return {
    ask: async (task, ask, lane) => {
      try {
        return await turn(lane, async () => {
          const own = free.pop()!;
          try {
            return await own.ask(task, ask);
          } finally {
            free.push(own);
          }
        });
      } catch (error) {
        if (!(error instanceof TieoutError && error.code === 'documents_waiting')) throw error;
        return { outcome: 'failed', code: 'imaging_busy' };
      }
    },
    close: async () => {
      await Promise.all(all.map((one) => one.close()));
    },
  };
}
