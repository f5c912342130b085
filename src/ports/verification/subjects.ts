// Subjects of ongoing screening, until somebody deletes them. Every look-up but the pass of ongoing screening over all of
// them names tenant and partner.

import type { KeptSubject, Scope } from '../../core/records/documents/check.ts';

interface SubjectPage {
  readonly subjects: readonly KeptSubject[];
  /** Where the next page begins; null: there is none. */
  readonly next: string | null;
}

type ScreeningNote = Pick<KeptSubject, 'screenedAt' | 'screenedBy' | 'hits'>;

/** Every operation may throw store_unavailable or store_damaged. */
export interface Subjects {
  /** Keeps it in place of one of its name, whose createdAt stays. */
  put(subject: KeptSubject): Promise<void>;

  /** Notes what lists said of it; false when it is not kept. */
  screened(scope: Scope, subjectRef: string, noted: ScreeningNote): Promise<boolean>;

  get(scope: Scope, subjectRef: string): Promise<KeptSubject | null>;

  /** With the checks that are kept about it: whether there was one, and how many checks. */
  delete(scope: Scope, subjectRef: string): Promise<{ readonly existed: boolean; readonly checks: number }>;

  /** Those with one of the keys, first those with more of them. */
  withKeys(scope: Scope, keys: readonly string[], limit: number): Promise<readonly KeptSubject[]>;

  /** Those of one tenant and partner, or, with null, of all. */
  page(scope: Scope | null, after: string | null, limit: number): Promise<SubjectPage>;
}
