// Tells the loader about a run's stages as they change, and about its session's summary, through the outbox. Messages
// are stored with the run's own report and sent from there, however long the loader is away. Without a configured
// loader nothing is stored.

import { BANKING_KIND } from '../../core/kinds/banking.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import type { OutboxMessage } from '../../core/records/documents/outbox.ts';
import {
  type Run,
  type StageName,
  type StageRecord,
  type StageStatus,
  tasksOf,
} from '../../core/records/documents/run.ts';
import type { WorkFailure } from '../../core/records/documents/work.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';
import { reportSummary, type SummaryReport } from '../reports/report-summary.ts';
import { summaryForLoader, type TaskChange, taskMessage } from './loader-messages.ts';

export interface LoaderDependencies {
  readonly store: Store;
  /** Makes the summary that reporting shows; left out, there is no loader. */
  readonly loaderSummary?: ((summary: SummaryReport) => JsonObject) | null;
}

type Told = Pick<TaskChange, 'key' | 'runId' | 'fence'>;

/** Ids that can stand in a url's path: clients remove `.` and `..`. */
const tellable = (run: Pick<Run, 'parameters'>): Readonly<Partial<Record<StageName, string>>> =>
  Object.fromEntries(Object.entries(tasksOf(run)).filter(([, id]) => !['', '.', '..'].includes(id)));

/** Changes of one attempt's stages: noted at once, in their order, and stored when the run stores its report. */
export class StageNews {
  readonly #store: Store;
  readonly #told: Told;
  readonly #tasks: ReturnType<typeof tasksOf>;
  readonly #known = new Map<StageName, StageStatus>();
  #waiting: OutboxMessage[] = [];

  constructor({ store, loaderSummary }: LoaderDependencies, run: Pick<Run, 'parameters'>, told: Told) {
    this.#store = store;
    this.#told = told;
    this.#tasks = !loaderSummary ? {} : tellable(run);
  }

  note(stages: readonly StageRecord[]): void {
    for (const stage of stages) {
      const taskId = this.#tasks[stage.name];
      const isNews = stage.status !== (this.#known.get(stage.name) ?? 'pending');
      if (taskId === undefined || !isNews) continue;
      this.#known.set(stage.name, stage.status);
      this.#waiting.push(taskMessage({ ...this.#told, taskId, stage }));
    }
  }

  /** Throws store_unavailable; messages that were not stored are kept for the next call. */
  async store(): Promise<void> {
    const waiting = this.#waiting;
    if (waiting.length === 0) return;
    this.#waiting = [];
    try {
      await this.#store.outbox.add(waiting);
    } catch (error) {
      this.#waiting = [...waiting, ...this.#waiting];
      throw error;
    }
  }
}

/**
 * Stores the message about the summary that the cause made for a banking session, once, if it is still the latest. The
 * cause of a later summary sends that one.
 */
export async function tellSummary(
  { store, loaderSummary }: LoaderDependencies,
  key: SessionKey,
  cause: string,
): Promise<void> {
  if (!loaderSummary) return;
  const summary = await reportSummary(store, key);
  if (summary?.cause !== cause || summary.kind !== BANKING_KIND.name) return;
  await store.outbox.add([summaryForLoader(key, { cause, summary: loaderSummary(summary) })]);
}

/** A run that ended while nobody worked on it: its first unfinished stage with a task is reported as failed. */
export async function tellEnded(
  { store, loaderSummary }: LoaderDependencies,
  run: Run,
  { failure: { message }, at }: { readonly failure: Pick<WorkFailure, 'message'>; readonly at: number },
): Promise<void> {
  if (!loaderSummary) return;
  const tasks = Object.entries(tellable(run)) as [StageName, string][];
  const isDone = (name: StageName) =>
    run.report.stages.some(
      (stage) => stage.name === name && (stage.status === 'succeeded' || stage.status === 'skipped'),
    );
  const [next] = tasks.filter(([name]) => !isDone(name));
  if (next === undefined) return;
  const [name, taskId] = next;
  const stage: StageRecord = {
    ...{ name, status: 'failed', startedAt: at, finishedAt: at, rowsDone: 0, rowsTotal: null, message },
  };
  await store.outbox.add([taskMessage({ key: run.key, runId: run.runId, fence: 0, taskId, stage })]);
}
