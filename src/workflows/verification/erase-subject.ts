// Erases a subject with everything that is kept about it, unless the law wants it kept, or a hit of it is undecided and
// the caller may not decide it: nobody makes a hit vanish. Events and the audit have only our own id of it, which stands
// for nobody from then on, and who had it erased. Copies in backups live on; the answer says until when.

import { TieoutError } from '../../core/errors.ts';
import { dayAt } from '../../core/money/calendar.ts';
import type { KeptCheck, KeptSubject, Scope } from '../../core/records/documents/check.ts';
import { isLapsed } from '../../core/screening/cases/case-differences.ts';
import { moved, type ScreeningCase } from '../../core/screening/cases/screening-case.ts';
import type { Store } from '../../ports/store.ts';
import { keepStep } from './cases/change-case.ts';
import type { CaseKeeping } from './cases/keep-moves.ts';
import { type KeptScreening, screenKept } from './kept-subjects.ts';

interface Erasing extends CaseKeeping {
  readonly store: CaseKeeping['store'] & Pick<Store, 'subjects' | 'checks'>;
  /** How long a subject is held from the last time that it was checked or kept; 0: not at all. */
  readonly holdMs: number;
  /** How long copies in backups live; null: not known. */
  readonly backupsKeepMs: number | null;
}

interface SubjectToErase {
  readonly scope: Scope;
  readonly subjectRef: string;
  /** Id of the caller; null: nobody knows. */
  readonly by: string | null;
  /** Whether the caller may decide cases. */
  readonly mayDecide: boolean;
}

interface Erased {
  /** Null: only checks were kept. */
  readonly subjectId: string | null;
  readonly checks: number;
  /** Milliseconds since 1970; null: not known. */
  readonly backupsUntil: number | null;
}

/**
 * Null: nothing is kept about it. Throws legal_hold, case_undecided. Can be repeated after an interruption, which it
 * finishes.
 */
export async function eraseSubject(deps: Erasing, erased: SubjectToErase): Promise<Erased | null> {
  const { clock, holdMs, backupsKeepMs } = deps;
  const { subjects, checks, cases } = deps.store;
  const { scope, subjectRef } = erased;
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
  const noted = new Set<string>();
  await noteErased(deps, erased, noted, erased.mayDecide ? undefined : requireDecided);
  // What a call keeps between is under a hold of its own, and stays.
  const free = clock() - holdMs;
  const gone = await subjects.delete(scope, subjectRef, holdMs === 0 ? undefined : { subject: free, checks: free });
  const after = await subjects.get(scope, subjectRef);
  if (after === null) {
    // Those that a screening opened meanwhile.
    await noteErased(deps, erased, noted);
    await cases.erase(scope, subjectRef);
  }
  if (holdMs > 0) requireNoHold(after, await newest());
  const backupsUntil = backupsKeepMs === null ? null : clock() + backupsKeepMs;
  return { subjectId: kept?.subjectId ?? left[0]?.subjectId ?? null, checks: gone.checks, backupsUntil };
}

type Requirement = (cases: readonly ScreeningCase[], today: string) => void;

/** A step in each case of the subject, once all are as they are required to be. `noted`: cases that have theirs. */
async function noteErased(
  deps: Erasing,
  { scope, subjectRef, by }: SubjectToErase,
  noted: Set<string>,
  require: Requirement = () => {},
): Promise<void> {
  for (;;) {
    const cases = await deps.store.cases.ofSubject(scope, subjectRef);
    require(cases, dayAt(deps.clock()));
    const [next] = cases.filter(({ caseId }) => !noted.has(caseId));
    if (next === undefined) return;
    const after = await keepStep(deps, moved(next, { kind: 'erased', at: deps.clock(), by }, deps));
    if (after !== null) noted.add(next.caseId);
  }
}

const requireDecided: Requirement = (cases, today) => {
  if (!cases.some((one) => one.status === 'undecided' || isLapsed(one, today))) return;
  throw new TieoutError(
    'case_undecided',
    'A hit of this subject is undecided: decide its case first (GET /v1/cases), or have a caller delete it who may decide cases.',
  );
};

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
