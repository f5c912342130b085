// Where files of a feed come from: a folder, a server, an interface that gives rows. Opened for one look, and closed.

import type { Side } from '../../core/records/rows/columns.ts';

export interface ComingFile {
  readonly name: string;
  /** Equal as long as the file stays as it is, as far as the source shows. */
  readonly seen: string;
  /** The source gives it whole at once, so that nobody waits whether it still grows. */
  readonly isWhole: boolean;
  /** The day, as a day number, whose file it is; null: its name or time says. */
  readonly day: number | null;
  /** Milliseconds since 1970, UTC. */
  readonly changedAt: number;
}

export interface OpenSource {
  /** `wanted`: day numbers of finished days that no file has come for; only rows asked for by day need them. */
  list(wanted: readonly number[]): Promise<readonly ComingFile[]>;
  /** Its bytes. Throws file_changed at the end if the file is not as it was listed. */
  read(file: ComingFile): AsyncIterable<Uint8Array>;
  /** Puts the file away, if that is wanted; called again for a file that was put away it does nothing. */
  putAway(file: ComingFile): Promise<void>;
  close(): Promise<void>;
}

export interface FileSource {
  /** Throws files_unavailable, with one sentence that says what to do. */
  open(): Promise<OpenSource>;
}

export type SourcesOfFeed = Readonly<Partial<Record<Side, FileSource>>>;
