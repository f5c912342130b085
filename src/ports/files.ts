// Finds the file that a url names, on this machine or fetched from another host. Only the adapter knows what may be
// read: the allowed root, hosts and sizes. The compute port's reader opens the file that is found, under the name that
// the user knows.

export interface FoundFile {
  readonly path: string;
  /** The name in messages and reports: the path below the root, as the user sees it. */
  readonly name: string;
  /** Removes a fetched file. Call it once the file is read. */
  readonly release?: () => Promise<void>;
}

export interface Files {
  /**
   * `tenant` null: the request names no tenant, and finds no file where each tenant has its own folder. Throws
   * file_not_allowed (outside the root, another scheme, another host), file_unreadable (missing, a folder),
   * file_too_large, or files_unavailable while the root or a host is away, each with the file as it was named. No error
   * tells anything about files outside the root, not even whether they exist.
   */
  find(url: string, scope: { readonly tenant: string | null }): Promise<FoundFile>;
}

/** SHA-256 of a file's content, hexadecimal. Fails as Files.find does. */
export type DigestFile = (url: string, scope: { readonly tenant: string | null }) => Promise<string>;
