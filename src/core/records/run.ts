// A run is one attempt to reconcile a session. It is recorded before it writes anything, stage by stage, so that
// a process that dies is followed by one that knows what was being done and how far it came.

import type { ErrorCode } from '../errors.ts';
import type { JsonObject } from './json.ts';
import type { SessionKey } from './session.ts';

/** accepted: stored and not begun. succeeded: committed and materialised. failed: the session is as it was. */
export type RunStatus = 'accepted' | 'running' | 'succeeded' | 'failed';

export interface FinishedStage {
  readonly name: string;
  readonly finishedAt: number;
  /** Rows, groups or documents that the stage dealt with. */
  readonly rows: number;
}

export interface RunFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
}

export interface Run {
  readonly runId: string;
  readonly key: SessionKey;
  /** The run command as the edge understood it. */
  readonly parameters: JsonObject;
  readonly status: RunStatus;
  /** In the order in which they finished; a name stands once. */
  readonly stages: readonly FinishedStage[];
  /** True once open items, clusters and the summary of the committed run were written. */
  readonly materialised: boolean;
  readonly failure: RunFailure | null;
  readonly startedAt: number;
  readonly finishedAt: number | null;
}
