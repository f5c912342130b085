// A store: all of its ports, and what concerns it as a whole. Callers may not rely on any operation to change two
// documents atomically; writes that may be interrupted are made so that they can be repeated.

import type { Audit } from './audit.ts';
import type { KeptAnswers } from './calls/kept-answers.ts';
import type { Clusters } from './clusters.ts';
import type { Decisions } from './decisions.ts';
import type { GroupBlocks } from './group-blocks.ts';
import type { Ingestions } from './ingestions.ts';
import type { KeptStatements } from './kept-statements.ts';
import type { LateGroups } from './late-groups.ts';
import type { Leases } from './leases.ts';
import type { OpenItems } from './open-items.ts';
import type { Outbox } from './outbox.ts';
import type { Formats } from './partners/formats.ts';
import type { Journals } from './partners/journals.ts';
import type { PartnersTerms } from './partners/partner-terms.ts';
import type { Patterns } from './partners/patterns.ts';
import type { Acts } from './people/acts.ts';
import type { RowBlocks } from './row-blocks.ts';
import type { Runs } from './runs.ts';
import type { Sessions } from './sessions.ts';
import type { Summaries } from './summaries.ts';
import type { Cases } from './verification/cases.ts';
import type { Checks } from './verification/checks.ts';
import type { Lists } from './verification/lists.ts';
import type { Subjects } from './verification/subjects.ts';
import type { WindowResults } from './window-results.ts';
import type { WorkQueue } from './work.ts';

interface Swept {
  readonly ingestions: number;
  /** Runs whose group blocks were removed; the runs themselves stay. */
  readonly runs: number;
}

/** Limits by the caller's clock, in milliseconds since 1970; null: nothing is removed. */
export interface Retention {
  /** Sessions whose last run was committed before this keep no rows. */
  readonly rowsBefore: number | null;
  /** Succeeded runs that ended before this are removed. */
  readonly runsBefore: number | null;
}

interface Pruned {
  readonly sessions: number;
  readonly runs: number;
}

export interface Upkeep {
  /**
   * Removes content that nothing names: ingestions and group blocks of runs that no session names, and window results
   * of runs that have ended. Sessions with an unfinished run are left alone, because recovery may still finish it. A
   * decided cluster whose rows were replaced keeps their record ids; their ingestion is then given as ''.
   */
  sweepUnnamed(): Promise<Swept>;

  /**
   * Removes content whose time is over. For a session this is the content of row and group blocks: their headers and
   * the rows' fingerprints stay, and so do open items, clusters, summaries and kept statements; reading removed content
   * throws content_pruned. For runs this is the succeeded ones, except the latest of each session and the one that the
   * session names. Sessions with an unfinished run are left alone.
   */
  prune(retention: Retention): Promise<Pruned>;
}

export interface Store {
  readonly sessions: Sessions;
  readonly work: WorkQueue;
  readonly runs: Runs;
  readonly leases: Leases;
  readonly ingestions: Ingestions;
  readonly rowBlocks: RowBlocks;
  readonly groupBlocks: GroupBlocks;
  readonly windowResults: WindowResults;
  readonly openItems: OpenItems;
  readonly clusters: Clusters;
  readonly decisions: Decisions;
  readonly audit: Audit;
  readonly patterns: Patterns;
  readonly lateGroups: LateGroups;
  readonly summaries: Summaries;
  readonly keptStatements: KeptStatements;
  readonly outbox: Outbox;
  readonly checks: Checks;
  readonly subjects: Subjects;
  readonly cases: Cases;
  readonly lists: Lists;
  readonly formats: Formats;
  readonly partnerTerms: PartnersTerms;
  readonly journals: Journals;
  readonly acts: Acts;
  readonly keptAnswers: KeptAnswers;
  readonly upkeep: Upkeep;
  /** Closes after all calls made before are done. Later calls throw store_unavailable. */
  close(): Promise<void>;
}
