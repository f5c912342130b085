// The keys of one side's rows: the identifier by which each row is linked, and whether it conflicts with other keys
// (keys.ts).

import type { ByteInterner } from '../reading/byte-interner.ts';

export interface SideKeys {
  /** Identifier number of each row's key, or -1. */
  readonly key: Int32Array;
  /** 1 when the other side carries the key too. */
  readonly linked: Uint8Array;
  /** 1 when a different key of the other side is a conflict. */
  readonly hard: Uint8Array;
  /** The transaction number that a switch gave the row, or -1. Two different numbers are a conflict. */
  readonly transaction: Int32Array;
  /** The texts of the keys, by number. */
  readonly texts: ByteInterner;
}
