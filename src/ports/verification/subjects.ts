// Subjects of ongoing screening, kept until somebody deletes them. Every look-up names tenant and partner, except the
// pass of ongoing screening over all subjects.

import type { KeptSubject, Scope } from '../../core/records/documents/check.ts';

interface SubjectPage {
  readonly subjects: readonly KeptSubject[];
  /** Where the next page begins; null: there is none. */
  readonly next: string | null;
}

/** hits: lists name it, or somebody like it. not_screened: no list was loaded since it was kept. */
export type SubjectStatus = 'hits' | 'no_hits' | 'not_screened';

/** Null leaves nothing out. Times are milliseconds since 1970. */
export interface SubjectSearch {
  readonly tenant: string;
  readonly partner: string | null;
  readonly status: SubjectStatus | null;
  readonly subjectId: string | null;
  readonly actor: string | null;
  /** Kept last from here on, and before. */
  readonly from: number | null;
  readonly before: number | null;
}

/** Where the next page of a search begins. */
export interface SubjectPlace {
  readonly updatedAt: number;
  readonly subjectId: string;
}

type ScreeningNote = Pick<KeptSubject, 'screenedAt' | 'screenedBy' | 'hits' | 'keys'>;

/** Every operation may throw store_unavailable or store_damaged. */
export interface Subjects {
  /** Stores the subject in place of one with its name, whose createdAt and subjectId stay. Answers the subjectId. */
  put(subject: KeptSubject): Promise<string>;

  /** Notes the result of screening the subject, and by what it is found, as it was kept at `updatedAt`, unless it was replaced since, or is gone. */
  screened(
    scope: Scope,
    subjectRef: string,
    noted: ScreeningNote,
    updatedAt: number,
  ): Promise<'noted' | 'replaced' | 'gone'>;

  get(scope: Scope, subjectRef: string): Promise<KeptSubject | null>;

  /**
   * Deletes the subject and the checks about it, so that nothing of them is left in a file or document of the store;
   * answers whether there was one, and how many checks. With `upTo` whatever is later stays: a subject by when it was
   * kept last, checks by when they were made.
   */
  delete(
    scope: Scope,
    subjectRef: string,
    upTo?: { readonly subject: number; readonly checks: number },
  ): Promise<{ readonly existed: boolean; readonly checks: number }>;

  /** Subjects with at least one of the keys: those with more keys first, then by `subjectId`. */
  withKeys(scope: Scope, keys: readonly string[], limit: number): Promise<readonly KeptSubject[]>;

  /** Subjects of a tenant behind a place, the last kept first. */
  search(search: SubjectSearch, after: SubjectPlace | null, limit: number): Promise<readonly KeptSubject[]>;

  /** Subjects of one tenant and partner, or with null of all. */
  page(scope: Scope | null, after: string | null, limit: number): Promise<SubjectPage>;
}
