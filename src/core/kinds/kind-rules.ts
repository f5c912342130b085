// The rules of a kind beside its matching: the domain of its clusters, the classification rules of open rows, and the
// stages that its runs skip.

import type { ClassificationRule } from '../classification/rule.ts';
import type { MatchOutcome } from '../matching/outcome/outcome.ts';
import type { Domain } from '../records/documents/clusters.ts';
import type { JsonObject } from '../records/documents/json.ts';
import type { StageName } from '../records/documents/run.ts';
import type { RowColumns, Side } from '../records/rows/columns.ts';
import type { Subject } from '../summary/summarise.ts';

export interface KindRules {
  /** The kind's name, as sessions store it. */
  readonly name: string;
  /** A row's subject: an entry of an account, or a position. Positions have no hints. */
  readonly subject: Subject;
  readonly domain: Domain;
  /** Rules in order of precedence; the last are true of any open row. */
  readonly rules: readonly ClassificationRule[];
  /** Figures that its summaries keep beside the facts of every kind. `flow`: the direction of a settlement session. */
  readonly figures?: (
    columns: Readonly<Record<Side, RowColumns>>,
    outcome: MatchOutcome,
    flow: 'inward' | 'outward' | null,
  ) => JsonObject;
  /** Stages that runs of the kind pass over, with the sentence that says why. */
  readonly without: Readonly<Partial<Record<StageName, string>>>;
}
