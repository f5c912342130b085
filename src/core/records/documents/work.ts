// Work is anything that is stored now and done later: a run, a window, a sweep. It is stored before the call is
// answered, claimed by one worker at a time under a fence, and tried again if it fails or its worker dies. run.ts has
// the stages and report of a run.

import type { ErrorCode } from '../../error-kinds.ts';
import type { ReadingChoice } from '../../reading-choice.ts';
import type { SessionKey } from '../session-key.ts';
import type { JsonObject } from './json.ts';

export interface WorkFailure {
  readonly code: ErrorCode;
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
  /** The readings that a question about a file leaves; absent for none, and in failures of earlier versions. */
  readonly choices?: readonly ReadingChoice[];
}

export interface Work {
  readonly workId: string;
  /** Name of a kind of work; another version may have kinds that this process does not know. */
  readonly kind: string;
  /** Version of the command's format. A process that does not know it does not claim the work. */
  readonly version: number;
  readonly command: JsonObject;
  /** The session of a run; null for other work. */
  readonly session: SessionKey | null;
  /** The latest failure, the reason of the next attempt. */
  readonly failure: WorkFailure | null;
  /** Number of attempts that failed. */
  readonly failures: number;
  /** Number of attempts whose worker disappeared. */
  readonly interruptions: number;
}

/** The right to do a piece of work, until another worker claims it with a higher fence. */
export interface WorkClaim {
  readonly workId: string;
  readonly fence: number;
}

export interface ClaimedWork {
  readonly work: Work;
  readonly claim: WorkClaim;
}
