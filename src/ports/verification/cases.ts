// Cases of kept subjects with their steps. A case and its next step are stored together, guarded by the case's version.
// Steps are only ever added. Every look-up names tenant and partner, except those of upkeep over all of them.

import type { Scope } from '../../core/records/documents/check.ts';
import type { PlacedStep, StepKey } from '../../core/screening/cases/case-record.ts';
import type {
  CaseKey,
  CaseMove,
  CaseStatus,
  CaseStep,
  ScreeningCase,
} from '../../core/screening/cases/screening-case.ts';

/** A field that is left out does not narrow. */
export interface CaseFilter {
  readonly status?: CaseStatus | undefined;
  readonly subjectRef?: string | undefined;
  readonly list?: string | undefined;
  /** Empty: cases of nobody. */
  readonly assignee?: string | undefined;
}

/** Where a case is listed: by when it was opened, the newest first. */
export interface CasePlace {
  readonly at: number;
  readonly caseId: string;
}

interface CaseQuestion {
  readonly filter: CaseFilter;
  readonly after: CasePlace | null;
  readonly limit: number;
}

interface CasePage {
  readonly cases: readonly ScreeningCase[];
  readonly next: CasePlace | null;
  readonly total: number;
}

/** How far a case's steps are in the audit chain. */
export interface ChainedCase extends CaseKey {
  /** The number of its last step. */
  readonly version: number;
  /** The last step that is chained and told; 0: none. */
  readonly chained: number;
}

/** Every operation may throw store_unavailable or store_damaged. */
export interface Cases extends CaseUpkeep {
  /** Stores the case with its first step. If the subject has a case of the entity, that one is answered instead. */
  open(opened: CaseMove): Promise<ScreeningCase>;

  /**
   * Stores the case with its next step. False if another step came first, or if the case is gone. Of steps that are
   * STEPS_WITH_WORDS or more before it the words are dropped: a case does not grow without end.
   */
  advance(move: CaseMove): Promise<boolean>;

  get(key: CaseKey): Promise<ScreeningCase | null>;

  /** All steps of a case, in order. */
  steps(key: CaseKey): Promise<readonly CaseStep[]>;

  ofSubject(scope: Scope, subjectRef: string): Promise<readonly ScreeningCase[]>;

  page(scope: Scope, question: CaseQuestion): Promise<CasePage>;

  /**
   * Removes what the cases of a subject say of people; answers how many cases. They are in no look-up any more; their
   * steps stay for the audit chain, without words.
   */
  erase(scope: Scope, subjectRef: string): Promise<number>;
}

interface CaseUpkeep {
  /** Cases of anybody with a decision whose last day is before this one. */
  lapsed(today: string, limit: number): Promise<readonly ScreeningCase[]>;

  /** Subjects of anybody that have cases and are not stored. */
  orphans(limit: number): Promise<readonly { readonly scope: Scope; readonly subjectRef: string }[]>;

  /** Cases of anybody with steps that are not chained, erased ones too. */
  unchained(limit: number): Promise<readonly ChainedCase[]>;

  /** Notes that steps up to this one are chained. */
  chained(key: StepKey): Promise<void>;

  /** A step, also of an erased case. */
  step(key: StepKey): Promise<PlacedStep | null>;

  /** All cases of a tenant, erased ones too, in the store's own order. */
  ofTenant(
    tenant: string,
    page: { readonly after: string | null; readonly limit: number },
  ): Promise<{ readonly cases: readonly ChainedCase[]; readonly next: string | null }>;
}
