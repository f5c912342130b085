// A reader of a list fills this beside its entities: the time at which the list was published, and warnings about a list
// that can be used although something is missing from it.

export interface Findings {
  /** Milliseconds since 1970; null if the file does not say it. A day counts from its begin in UTC. */
  publishedAt: number | null;
  /** Sentences. */
  readonly warnings: string[];
}
