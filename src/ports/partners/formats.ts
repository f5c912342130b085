// Formats: how files of a layout were read for a partner, confirmed by a mapping or by a proof. There is one format for
// each partner, side and layout; a new one replaces it. A format stays until somebody forgets it.

import type { FormatKey, FormatScope, RememberedFormat } from '../../core/reading/remembered-format.ts';

/** Every operation may throw store_unavailable or store_damaged. */
export interface Formats {
  get(key: FormatKey): Promise<RememberedFormat | null>;

  /** Replaces a format with the same key. */
  put(format: RememberedFormat): Promise<void>;

  /** False if there was no such format. */
  forget(key: FormatKey): Promise<boolean>;

  /**
   * Formats of one partner, of a tenant, or of all. The format remembered last comes first; among formats of one
   * moment, the one with the lowest id. Answers at most FORMATS_LISTED.
   */
  list(of: Partial<FormatScope>): Promise<readonly RememberedFormat[]>;
}
