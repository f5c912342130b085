// Where a file named by a url lies, here or fetched from another host. Only the adapter knows what may be read: the allowed root, hosts and sizes. What it
// answers is opened by the compute port's reader, under the name that the user knows.

export interface FoundFile {
  readonly path: string;
  /** For messages and reports: below the root as the user sees it. */
  readonly name: string;
  /** Removes a file that was fetched for this once, when it was read. */
  readonly release?: () => Promise<void>;
}

export interface Files {
  /**
   * `tenant` null: the request names none, and finds nothing where tenants are kept apart.
   * Throws file_not_allowed (outside the root, another scheme, another host), file_unreadable (missing, a folder),
   * file_too_large, or files_unavailable while the root or a host is away, each with the
   * file as it was named. Says nothing of what lies outside the root, not even whether it exists.
   */
  find(url: string, scope: { readonly tenant: string | null }): Promise<FoundFile>;
}
