// Results for the windows of a session that was cut, kept until the run that it was cut for has ended. A result depends
// only on the rows of its window: every writer writes the same, however often.

export interface WindowResults {
  /** Stores a result, whole or not at all, unless it is stored. Each of the `pieces` has some megabytes. */
  put(of: { readonly runId: string; readonly windowId: string; readonly pieces: readonly Uint8Array[] }): Promise<void>;

  /** The windows of a run that have a result. */
  done(runId: string): Promise<readonly string[]>;

  /** The pieces in their order; null if there is no result. */
  read(of: { readonly runId: string; readonly windowId: string }): Promise<readonly Uint8Array[] | null>;
}
