// The stages of a run in progress: what each does, how far it is, how long it took. Listeners are told of every change,
// and read the stages when they want.

import { RUN_STAGES, type StageName, type StageRecord } from '../../core/records/documents/run.ts';

export interface StageProgress {
  readonly stage: StageName;
  readonly done: number;
  readonly total: number;
}

interface StageListener {
  /** Called with a stage's progress whenever it is known. */
  readonly progress?: ((progress: StageProgress) => void) | undefined;
  readonly changed?: (() => void) | undefined;
}

const PENDING = { status: 'pending', startedAt: null, finishedAt: null, rowsDone: 0, rowsTotal: null, message: null };

export class RunStages {
  readonly #records = new Map<StageName, StageRecord>();
  readonly #milliseconds = new Map<StageName, number>();
  readonly #clock: () => number;
  readonly #listener: StageListener;

  /** `before`: stages that an earlier attempt finished and that stay finished. */
  constructor(
    clock: () => number,
    { listener = {}, before = [] }: { listener?: StageListener; before?: readonly StageRecord[] } = {},
  ) {
    this.#clock = clock;
    this.#listener = listener;
    for (const name of RUN_STAGES) {
      const done = before.find((record) => record.name === name && isDone(record));
      this.#records.set(name, done ?? ({ name, ...PENDING } as StageRecord));
    }
  }

  /** A stage that is entered again continues. `rows`: how many rows it processed. */
  async time<T>(stage: StageName, work: () => Promise<T>, rows?: (result: T) => number): Promise<T> {
    const begun = this.#begin(stage);
    const result = await work();
    this.#end(stage, begun, rows?.(result));
    return result;
  }

  /** A part of a stage: the stage stays open until another call ends it. */
  part<T>(stage: StageName, work: () => T): T {
    const begun = this.#begin(stage);
    const result = work();
    this.#milliseconds.set(stage, (this.#milliseconds.get(stage) ?? 0) + this.#clock() - begun);
    return result;
  }

  /** Rows done, of all rows. */
  progress(stage: StageName, done: number, total: number): void {
    this.#set(stage, { rowsDone: done, rowsTotal: total });
    this.#listener.progress?.({ stage, done, total });
  }

  /** For a stage that cannot count rows yet: bytes instead. */
  progressInBytes(stage: StageName, done: number, total: number): void {
    this.#set(stage, { message: done === total ? null : `${Math.floor((100 * done) / total)}% read` });
    this.#listener.progress?.({ stage, done, total });
  }

  /** Marks a stage whose work another stage did on the way. */
  done(stage: StageName, rows: number): void {
    this.#end(stage, this.#begin(stage), rows);
  }

  /** Marks a stage that an earlier attempt did, whether or not it reported it. */
  wasDone(stage: StageName, rows: number): void {
    if (!isDone(this.#records.get(stage)!)) this.done(stage, rows);
  }

  skip(stage: StageName, message: string): void {
    const at = this.#clock();
    this.#set(stage, { status: 'skipped', startedAt: at, finishedAt: at, message });
  }

  /** Ends the run with this message: the running stage failed; without one, the first stage did. */
  fail(message: string): void {
    const running = [...this.#records.values()].filter(({ status }) => status === 'running');
    const failed = running.length > 0 ? running : [...this.#records.values()].filter(isPending).slice(0, 1);
    for (const { name, startedAt } of failed) {
      const at = this.#clock();
      this.#set(name, { status: 'failed', startedAt: startedAt ?? at, finishedAt: at, message });
    }
  }

  /** In the order of RUN_STAGES. */
  records(): StageRecord[] {
    return [...this.#records.values()];
  }

  /** How long each timed stage took, in the order in which they began. */
  times(): { stage: StageName; milliseconds: number }[] {
    return [...this.#milliseconds].map(([stage, milliseconds]) => ({ stage, milliseconds }));
  }

  #begin(stage: StageName): number {
    const begun = this.#clock();
    const { startedAt } = this.#records.get(stage)!;
    this.#set(stage, { status: 'running', startedAt: startedAt ?? begun, finishedAt: null });
    return begun;
  }

  #end(stage: StageName, begun: number, rows: number | undefined): void {
    const at = this.#clock();
    this.#milliseconds.set(stage, (this.#milliseconds.get(stage) ?? 0) + at - begun);
    const counted = rows === undefined ? {} : { rowsDone: rows, rowsTotal: rows };
    this.#set(stage, { status: 'succeeded', finishedAt: at, message: null, ...counted });
  }

  #set(stage: StageName, change: Partial<StageRecord>): void {
    this.#records.set(stage, { ...this.#records.get(stage)!, ...change });
    this.#listener.changed?.();
  }
}

const isDone = ({ status }: StageRecord): boolean => status === 'succeeded' || status === 'skipped';
const isPending = ({ status }: StageRecord): boolean => status === 'pending';
