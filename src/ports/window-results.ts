// What was found out about the windows of a session that was cut, until the run that it was cut for has ended. A result
// follows from the rows of its window alone: whoever writes it, and however often, writes the same.

export interface WindowResults {
  /** Keeps a result, whole or not at all, unless it is there. `pieces` are of some megabytes. */
  put(of: { readonly runId: string; readonly windowId: string; readonly pieces: readonly Uint8Array[] }): Promise<void>;

  /** The windows of a run of which there is a result. */
  done(runId: string): Promise<readonly string[]>;

  /** The pieces in their order; null where there is none. */
  read(of: { readonly runId: string; readonly windowId: string }): Promise<readonly Uint8Array[] | null>;
}
