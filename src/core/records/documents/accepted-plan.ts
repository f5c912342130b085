// The plan that a file was read by, as it is kept with what the file gave to its session. How one is made, and which later
// files it fits: core/reading/accepted-plan.ts.

import type { JsonObject } from './json.ts';

export interface AcceptedPlan {
  /** Names the layout: delimiter, and titles in order or, where there are none, what stands in the columns. */
  readonly fingerprint: string;
  /** The object of a side (column-mapping.ts), its columns by number. */
  readonly mapping: JsonObject;
}
