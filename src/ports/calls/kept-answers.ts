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
  /** Null: the call has not ended, or its process did. */
  readonly answer: Answer | null;
}

/** Every operation may throw store_unavailable or store_damaged. */
export interface KeptAnswers {
  /**
   * Notes that the call begins, unless one with this key is kept. Answers that one, null if the call may be made.
   * `now` and `until`: milliseconds since 1970, UTC; what is older than `now` is forgotten.
   */
  begin(
    key: CallKey,
    call: { readonly digest: string; readonly now: number; readonly until: number },
  ): Promise<KeptCall | null>;

  finish(key: CallKey, answer: Answer): Promise<void>;

  /** The call failed: its key may be used again. */
  forget(key: CallKey): Promise<void>;
}
