// Erases a subject with everything that is kept about it, unless the law wants it kept. Events and the audit have only
// our own id of it, which stands for nobody from then on. Copies in backups live on; the answer says until when.

import { TieoutError } from '../../core/errors.ts';
import type { Scope } from '../../core/records/documents/check.ts';
import type { Cases } from '../../ports/verification/cases.ts';
import type { Checks } from '../../ports/verification/checks.ts';
import type { Subjects } from '../../ports/verification/subjects.ts';

interface Erasing {
  readonly subjects: Subjects;
  readonly checks: Checks;
  readonly cases: Pick<Cases, 'erase'>;
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

/** Null: nothing is kept about it. Throws legal_hold. */
export async function eraseSubject(
  { subjects, checks, cases, clock, holdMs, backupsKeepMs }: Erasing,
  { scope, subjectRef }: SubjectToErase,
): Promise<Erased | null> {
  const kept = await subjects.get(scope, subjectRef);
  const [newest] = await checks.get(scope, (await checks.ofSubject(scope, subjectRef)).slice(0, 1));
  if (kept === null && newest === undefined) return null;
  const heldUntil = Math.max(kept?.updatedAt ?? 0, newest?.createdAt ?? 0) + holdMs;
  if (holdMs > 0 && clock() < heldUntil) {
    throw new TieoutError(
      'legal_hold',
      `What is kept of this subject is under legal hold until ${new Date(heldUntil).toISOString()}: delete it then.`,
    );
  }
  // Before and after: a screening under way may open a case between.
  await cases.erase(scope, subjectRef);
  const gone = await subjects.delete(scope, subjectRef);
  await cases.erase(scope, subjectRef);
  const backupsUntil = backupsKeepMs === null ? null : clock() + backupsKeepMs;
  return { subjectId: kept?.subjectId ?? null, checks: gone.checks, backupsUntil };
}
