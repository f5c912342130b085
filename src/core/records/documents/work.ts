// Work is anything that is put down now and done later: a run, and what is no run. It is stored before anybody is
// answered, claimed by one worker at a time under a fence, and tried again when it fails or its worker dies. What is
// shown of a run beside that (stages, report) is in run.ts.

import type { ErrorCode } from '../../error-kinds.ts';
import type { SessionKey } from '../session-key.ts';
import type { JsonObject } from './json.ts';

export interface WorkFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
}

export interface Work {
  readonly workId: string;
  /** What is to be done; of this process's handlers or of another version's. */
  readonly kind: string;
  /** The version of the command's form: who does not know it leaves the work alone. */
  readonly version: number;
  readonly command: JsonObject;
  /** Whose run it is; null: it is none. */
  readonly session: SessionKey | null;
  /** The latest failure: the reason of the next attempt. */
  readonly failure: WorkFailure | null;
  /** Attempts that failed. */
  readonly failures: number;
  /** Attempts whose worker was gone before they ended and was not heard of again. */
  readonly interruptions: number;
}

/** The right to do a piece of work until somebody else claims it: its fence is then a higher one. */
export interface WorkClaim {
  readonly workId: string;
  readonly fence: number;
}

export interface ClaimedWork {
  readonly work: Work;
  readonly claim: WorkClaim;
}
