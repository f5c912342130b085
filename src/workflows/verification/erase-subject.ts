// Erases a subject with everything that is kept about it, unless the law wants it kept. Events and the audit have only
// our own id of it, which stands for nobody from then on. Copies in backups live on; the answer says until when.

import { TieoutError } from '../../core/errors.ts';
import type { KeptCheck, KeptSubject, Scope } from '../../core/records/documents/check.ts';
import type { Cases } from '../../ports/verification/cases.ts';
import type { Checks } from '../../ports/verification/checks.ts';
import type { Subjects } from '../../ports/verification/subjects.ts';
import { type KeptScreening, screenKept } from './kept-subjects.ts';

interface Erasing {
  readonly subjects: Subjects;
  readonly checks: Checks;
  readonly cases: Pick<Cases, 'erase' | 'ofSubject'>;
  readonly clock: () => number;
  /** How long a subject is held from the last time that it was checked or kept; 0: not at all. */
  readonly holdMs: number;
  /** How long copies in backups live; null: not known. */
  readonly backupsKeepMs: number | null;
}

interface SubjectToErase {
  readonly scope: Scope;
  readonly subjectRef: string;
}

interface Erased {
  /** Null: only checks were kept. */
  readonly subjectId: string | null;
  readonly checks: number;
  /** Milliseconds since 1970; null: not known. */
  readonly backupsUntil: number | null;
}

/** Null: nothing is kept about it. Throws legal_hold. Can be repeated after an interruption, which it finishes. */
export async function eraseSubject(
  { subjects, checks, cases, clock, holdMs, backupsKeepMs }: Erasing,
  { scope, subjectRef }: SubjectToErase,
): Promise<Erased | null> {
  const newest = async () => (await checks.get(scope, (await checks.ofSubject(scope, subjectRef)).slice(0, 1)))[0];
  const requireNoHold = (kept: KeptSubject | null, check: KeptCheck | undefined): void => {
    const heldUntil = Math.max(kept?.updatedAt ?? 0, check?.createdAt ?? 0) + holdMs;
    if (holdMs === 0 || clock() >= heldUntil) return;
    throw new TieoutError(
      'legal_hold',
      `What is kept of this subject is under legal hold until ${new Date(heldUntil).toISOString()}: delete it then.`,
    );
  };
  const kept = await subjects.get(scope, subjectRef);
  const check = await newest();
  const left = await cases.ofSubject(scope, subjectRef);
  if (kept === null && check === undefined && left.length === 0) return null;
  requireNoHold(kept, check);
  // What a call keeps between is under a hold of its own, and stays.
  const free = clock() - holdMs;
  const gone = await subjects.delete(scope, subjectRef, holdMs === 0 ? undefined : { subject: free, checks: free });
  const after = await subjects.get(scope, subjectRef);
  if (after === null) await cases.erase(scope, subjectRef);
  if (holdMs > 0) requireNoHold(after, await newest());
  const backupsUntil = backupsKeepMs === null ? null : clock() + backupsKeepMs;
  return { subjectId: kept?.subjectId ?? left[0]?.subjectId ?? null, checks: gone.checks, backupsUntil };
}

const PAGE = 200;

/** Erases the cases of subjects that are gone: whoever erased them, or screened them meanwhile, died before the end. */
export async function finishErasures(screening: KeptScreening): Promise<void> {
  const { cases, subjects } = screening.store;
  for (const { scope, subjectRef } of await cases.orphans(PAGE)) {
    await cases.erase(scope, subjectRef);
    // It may have come back just now: then its cases are opened anew.
    const back = await subjects.get(scope, subjectRef);
    if (back !== null) await screenKept(screening, [back]);
  }
}
