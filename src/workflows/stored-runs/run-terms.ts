// The terms of every run of any kind, and how a kind of run decides: what carrying out a run needs to know.

import type { KindRules } from '../../core/kinds/kind-rules.ts';
import type { MatchOutcome } from '../../core/matching/outcome/outcome.ts';
import type { MatchPlan } from '../../core/matching/plan.ts';
import type { Compute, Progress } from '../../ports/compute.ts';
import type { PreparedRun } from '../preparing/prepare-run.ts';

export interface RunTerms {
  readonly branchId: string | null;
  /** The service of a commercial run; banking has none. */
  readonly service?: string | null;
  /** The direction of a settlement session's transfers. */
  readonly flow?: 'inward' | 'outward' | null;
  /** Day numbers; null: no bound. */
  readonly periodStart: number | null;
  readonly periodEnd: number | null;
  readonly defaultCurrency: string;
  /** True if a schedule started the run and no person: kept with its summary. */
  readonly isScheduled?: boolean | null;
  /** How many months' open items are matched with the session right after the run; absent or null: none. */
  readonly monthsBack?: number | null;
  /** False: open items are put into no cluster. */
  readonly classifying: boolean;
}

export interface Matches {
  readonly rules: KindRules;
  /** Computes groups, reversals and what is known of the rest, through the port. Throws TieoutError. */
  readonly match: (
    compute: Compute,
    prepared: PreparedRun,
    how: { readonly plan: MatchPlan; readonly progress: Progress },
  ) => Promise<MatchOutcome>;
}
