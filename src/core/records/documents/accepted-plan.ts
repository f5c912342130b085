// The plan that a file was read by, as it is kept with what the file gave to its session. core/reading/accepted-plan.ts
// makes plans and decides which later files they fit.

import type { JsonObject } from './json.ts';

export interface AcceptedPlan {
  /** Names the layout: delimiter, and titles in order or, without titles, the contents of the columns. */
  readonly fingerprint: string;
  /** The object of a side (column-mapping.ts), its columns by number. */
  readonly mapping: JsonObject;
}
