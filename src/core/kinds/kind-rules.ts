// What runs of one kind are decided by, apart from how their rows come together: where their clusters belong, how their
// rows are matched by name, what classifies those that stay open, and which stages they do not have.

import type { ClassificationRule } from '../classification/rule.ts';
import type { Domain } from '../records/documents/clusters.ts';
import type { StageName } from '../records/documents/run.ts';

/** As requests name it (spec/1, MatchingMethod). */
export type MatchingMethod = 'line_by_line' | 'bulk' | 'lump_sum' | 'line_by_line_and_lump_sum';

export interface KindRules {
  /** What sessions that it reconciles are said to be of. */
  readonly name: string;
  readonly domain: Domain;
  readonly method: MatchingMethod;
  /** In order of precedence; the last are true of any open row. */
  readonly rules: readonly ClassificationRule[];
  /** Stages that runs of the kind pass over, with the sentence that says why. */
  readonly without: Readonly<Partial<Record<StageName, string>>>;
}
