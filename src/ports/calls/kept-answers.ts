// Answers of calls that were made with a key of the caller's own, kept so that the same call is not made twice.

/** The caller's id, empty where nobody is known, and the key that it chose. */
export interface CallKey {
  readonly caller: string;
  readonly key: string;
}

export interface Answer {
  /** The answer's message as protobuf writes it, packed; null if it is too large to be kept. */
  readonly packed: Uint8Array | null;
  /** What was said beside it. */
  readonly told: readonly (readonly [fact: string, value: string])[];
}

export interface KeptCall {
  /** Digest of the method and its request. */
  readonly digest: string;
  /** Milliseconds since 1970, UTC. */
  readonly begunAt: number;
  /** Null: the call has not ended, its process died, or it failed and may have done something. */
  readonly answer: Answer | null;
}

/** One attempt to make a call with a key. */
export interface Attempt {
  readonly id: string;
  readonly digest: string;
  /** When it begins, and until when it is kept. What is older than `now` is forgotten. */
  readonly now: number;
  readonly until: number;
}

/** Every operation may throw store_unavailable or store_damaged. */
export interface KeptAnswers {
  /**
   * Notes that the attempt begins, unless a call with this key is kept. Answers that one, null if the call may be made:
   * also to an attempt that has begun already, whose first answer was lost.
   */
  begin(key: CallKey, attempt: Attempt): Promise<KeptCall | null>;

  finish(key: CallKey, answer: Answer): Promise<void>;

  /** The attempt did nothing: its key may be used again. An answered call, or another attempt, stays. */
  forget(key: CallKey, attemptId: string): Promise<void>;
}
