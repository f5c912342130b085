// The plan by which a file was read, stored with its ingestion. core/reading/accepted-plan.ts makes plans and decides
// which later files they fit.

import type { JsonObject } from './json.ts';

export interface AcceptedPlan {
  /** Names the layout: delimiter with titles in order or, without titles, with the contents of the columns. */
  readonly fingerprint: string;
  /** The mapping of a side (column-mapping.ts), with columns by number. */
  readonly mapping: JsonObject;
}
