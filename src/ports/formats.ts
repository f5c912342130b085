// Formats: how files of a layout were read for a partner, confirmed by a mapping or by a proof. One for each partner,
// side and layout; whoever puts another one replaces it. They stay until somebody forgets them.

import type { FormatKey, FormatScope, RememberedFormat } from '../core/reading/remembered-format.ts';

/** Every operation may throw store_unavailable or store_damaged. */
export interface Formats {
  get(key: FormatKey): Promise<RememberedFormat | null>;

  /** Replaces the one of the same key. */
  put(format: RememberedFormat): Promise<void>;

  /** False when there was none. */
  forget(key: FormatKey): Promise<boolean>;

  /**
   * Formats of one partner, of a tenant, or of all; what was remembered last comes first, and of what came at one moment the
   * lowest id. Answers at most FORMATS_LISTED.
   */
  list(of: Partial<FormatScope>): Promise<readonly RememberedFormat[]>;
}
