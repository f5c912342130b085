// The bus as a doorbell: it says that there may be work, and what it loses is announced again. What there is to do is in
// the store alone (design/architecture.md, Failure policy).

/** runs: a run was accepted, or waits for a worker. */
export type BusTopic = 'runs';

export interface Bus {
  /** Rings for every listener of the topic, of this process and of others. Never fails: it may be lost. */
  announce(topic: BusTopic): Promise<void>;

  /** Calls `hear` for each ring from now on, some of which may be one; answers how to stop. */
  listen(topic: BusTopic, hear: () => void): () => void;

  /** Whether it can be reached now. */
  state(): Promise<'ok' | 'unavailable'>;
}
