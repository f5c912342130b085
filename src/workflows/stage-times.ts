// How long each stage of a run took. A stage that is entered twice is listed once, with the sum.

import type { StageName } from '../core/records/run.ts';

export class StageTimes {
  readonly #times = new Map<StageName, number>();
  readonly #clock: () => number;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  async time<T>(stage: StageName, work: () => Promise<T>): Promise<T> {
    const begun = this.#clock();
    const result = await work();
    this.#add(stage, this.#clock() - begun);
    return result;
  }

  now<T>(stage: StageName, work: () => T): T {
    const begun = this.#clock();
    const result = work();
    this.#add(stage, this.#clock() - begun);
    return result;
  }

  list(): { stage: StageName; milliseconds: number }[] {
    return [...this.#times].map(([stage, milliseconds]) => ({ stage, milliseconds }));
  }

  #add(stage: StageName, milliseconds: number): void {
    this.#times.set(stage, (this.#times.get(stage) ?? 0) + milliseconds);
  }
}
