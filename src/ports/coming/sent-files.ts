// Files that callers send, each under a name of its tenant. A file is received whole to a place that nobody reads, and
// counts once it is kept. Requests find it by the files port.

import type { SentFile, SentFileKey } from '../../core/records/files/sent-file.ts';

export interface ReceivedFile {
  readonly path: string;
  /** SHA-256, hex. */
  readonly digest: string;
  /** In bytes. */
  readonly size: number;
  /** Removes it, unless it was kept. */
  discard(): Promise<void>;
}

/** Every operation throws files_unavailable while the folder is away or full. */
export interface SentFiles {
  /** Writes the pieces as they come. Throws what they throw, and leaves nothing then. */
  receive(pieces: AsyncIterable<Uint8Array>): Promise<ReceivedFile>;

  /** Makes it the file of the name, instead of one that has it; a reader sees one or the other. */
  keep(file: SentFile, received: ReceivedFile): Promise<void>;

  get(key: SentFileKey): Promise<SentFile | null>;

  /** In order of their names. */
  list(tenant: string): Promise<readonly SentFile[]>;

  /** It was sent again as it is: it counts as sent now, and file.sentAt stays. */
  touch(key: SentFileKey): Promise<void>;

  /** Files of a tenant, or of all, that were sent before then, the last time too. Milliseconds since 1970, UTC. */
  sentBefore(at: number, tenant?: string): Promise<readonly SentFile[]>;

  /** False if there is none. */
  remove(key: SentFileKey): Promise<boolean>;
}
