// What every run is told, whatever its kind, and how a kind of run decides: what carrying out a run needs to know of it.

import type { KindRules } from '../../core/kinds/kind-rules.ts';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import type { MatchPlan } from '../../core/matching/plan.ts';
import type { Compute, Progress } from '../../ports/compute.ts';
import type { PreparedRun } from '../preparing/prepare-run.ts';

export interface RunTerms {
  readonly branchId: string | null;
  /** What a commercial run is of; banking has none. */
  readonly service?: string | null;
  /** Which way the transfers of a settlement session go. */
  readonly flow?: 'inward' | 'outward' | null;
  /** Day numbers; null: no bound. */
  readonly periodStart: number | null;
  readonly periodEnd: number | null;
  readonly defaultCurrency: string;
  /** Whether nobody asked for it at the time: kept with its summary. */
  readonly isScheduled?: boolean | null;
  /** False: open items are put into no cluster. */
  readonly classifying: boolean;
}

export interface Matches {
  readonly rules: KindRules;
  /** Groups, reversals and what is known of the rest, computed by way of the port. Throws TieoutError. */
  readonly match: (
    compute: Compute,
    prepared: PreparedRun,
    how: { readonly plan: MatchPlan; readonly progress: Progress },
  ) => Promise<MatchOutcome>;
}
