// Subjects of ongoing screening, until somebody deletes them. Every look-up but the pass of ongoing screening over all of
// them names tenant and partner.

import type { KeptSubject, Scope } from '../../core/records/documents/check.ts';

export interface SubjectPage {
  readonly subjects: readonly KeptSubject[];
  /** Where the next page begins; null: there is none. */
  readonly next: string | null;
}

/** Every operation may throw store_unavailable or store_damaged. */
export interface Subjects {
  /** Keeps it in place of one of its name, whose createdAt stays. */
  put(subject: KeptSubject): Promise<void>;

  get(scope: Scope, subjectRef: string): Promise<KeptSubject | null>;

  /** With the checks that are kept about it: whether there was one, and how many checks. */
  delete(scope: Scope, subjectRef: string): Promise<{ readonly existed: boolean; readonly checks: number }>;

  /** Of one tenant and partner, or, with null, of all. */
  page(scope: Scope | null, after: string | null, limit: number): Promise<SubjectPage>;
}
