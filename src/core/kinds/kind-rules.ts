// What runs of one kind are decided by, apart from how their rows come together: where their clusters belong, what
// classifies those that stay open, and which stages they do not have.

import type { ClassificationRule } from '../classification/rule.ts';
import type { MatchOutcome } from '../matching/outcome/outcome.ts';
import type { Domain } from '../records/documents/clusters.ts';
import type { JsonObject } from '../records/documents/json.ts';
import type { StageName } from '../records/documents/run.ts';
import type { RowColumns, Side } from '../records/rows/columns.ts';
import type { Subject } from '../summary/summarise.ts';

export interface KindRules {
  /** What sessions that it reconciles are said to be of. */
  readonly name: string;
  /** What a row is: an entry of an account, or a position that is held. Positions have hints of no kind. */
  readonly subject: Subject;
  readonly domain: Domain;
  /** In order of precedence; the last are true of any open row. */
  readonly rules: readonly ClassificationRule[];
  /** What its summaries keep beside the facts of every kind; `flow` of a settlement session. */
  readonly figures?: (
    columns: Readonly<Record<Side, RowColumns>>,
    outcome: MatchOutcome,
    flow: 'inward' | 'outward' | null,
  ) => JsonObject;
  /** Stages that runs of the kind pass over, with the sentence that says why. */
  readonly without: Readonly<Partial<Record<StageName, string>>>;
}
