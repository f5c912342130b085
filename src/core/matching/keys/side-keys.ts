// The keys of one side's rows: by which identifier each is linked, and how far that speaks against others (keys.ts).

import type { ByteInterner } from '../reading/byte-interner.ts';

export interface SideKeys {
  /** Identifier number of each row's key, or -1. */
  readonly key: Int32Array;
  /** 1 when the other side carries the key too. */
  readonly linked: Uint8Array;
  /** 1 when a different key of the other side speaks against a pair. */
  readonly hard: Uint8Array;
  /** The number that a switch gave the row's transaction, or -1: another one speaks against a pair. */
  readonly transaction: Int32Array;
  /** What keys are numbers of. */
  readonly texts: ByteInterner;
}
