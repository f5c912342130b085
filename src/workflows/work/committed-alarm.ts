// The alarm for work that is committed and not finished. A session names a run, but what follows from it (open items,
// clusters, the summary) is still that of the run before; or a decision was made, and what follows from it (its audit,
// its publication, summaries) is not written yet. It is tried again until it is done, and operators have to know: each
// such attempt is logged as an error and counted, and the process reports trouble.

import type { Log, LogFields } from '../../ports/log.ts';
import { operationOfWork } from '../operations/queue-afterwards.ts';

export interface CommittedAlarm {
  raise(workId: string, fields: LogFields): void;
  /** The work was finished. */
  over(workId: string): void;
}

/** Messages from the working thread to the one that shows the alarm. */
export type AlarmSignal = { readonly raised: string } | { readonly over: string };

export function committedAlarm(log: Log, tell: (signal: AlarmSignal) => void): CommittedAlarm {
  const raised = new Set<string>();
  return {
    raise(workId, fields) {
      raised.add(workId);
      tell({ raised: workId });
      log.error(fields, 'What counts already is not at its end; it is tried again until it is.');
    },
    over(workId) {
      if (!raised.delete(workId)) return;
      tell({ over: workId });
    },
  };
}

/** The alarms that were raised, counted and shown. Another process may finish such a run, so the store is asked. */
export class CommittedWatch {
  readonly #isOpen: (workId: string) => Promise<boolean>;
  readonly #open = new Set<string>();
  #attempts = 0;

  constructor(isOpen: (workId: string) => Promise<boolean>) {
    this.#isOpen = isOpen;
  }

  heard(signal: AlarmSignal): void {
    if ('over' in signal) this.#open.delete(signal.over);
    else {
      this.#attempts++;
      this.#open.add(signal.raised);
    }
  }

  /** Attempts that did not finish committed runs, since the process began. */
  attempts(): number {
    return this.#attempts;
  }

  /** Null if there is none. */
  async trouble(): Promise<string | null> {
    for (const workId of this.#open) if (!(await this.#isOpen(workId))) this.#open.delete(workId);
    const [first] = this.#open;
    if (first === undefined) return null;
    const others = this.#open.size === 1 ? '' : ` and ${this.#open.size - 1} more`;
    return `${named(first)}${others}: it counts, and what follows from it is not written yet. It is tried again; the log says why it fails.`;
  }
}

const named = (workId: string): string => {
  const operationId = operationOfWork(workId);
  return operationId === null ? `Run ${workId}` : `Decision ${operationId}`;
};
