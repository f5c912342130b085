// What an officer does with a case: decides it, opens it again, notes something, says who looks at it. Each is a step
// with the caller's id. A decision is on the case as the officer saw it.

import { TieoutError } from '../../../core/errors.ts';
import {
  type CaseKey,
  type CaseMove,
  type CaseStatus,
  moved,
  type ScreeningCase,
  STEPS_WITH_WORDS,
} from '../../../core/screening/cases/screening-case.ts';
import { chainSteps } from '../../decisions/chain-steps.ts';
import type { CaseKeeping } from './keep-moves.ts';

interface Decided {
  readonly status: CaseStatus;
  readonly reason: string;
  /** YYYY-MM-DD; null: without end. */
  readonly until: string | null;
  /** Of the case that the officer saw. */
  readonly version: number;
  readonly by: string;
}

/** Throws not_found, case_changed. */
export async function decideCase(deps: CaseKeeping, key: CaseKey, decided: Decided): Promise<ScreeningCase> {
  const one = await found(deps, key);
  const { status, reason, until, version, by } = decided;
  if (one.version !== version) throw changed(one);
  const at = deps.clock();
  const isOpen = status === 'undecided';
  if (isOpen && one.decision === null) throw new TieoutError('case_changed', 'The case is undecided already.');
  const decision = isOpen ? null : { by, at, reason, until };
  const kind = isOpen ? 'reopened' : 'decided';
  const move = moved({ ...one, status, decision }, { kind, at, by, note: reason }, deps);
  const after = await keepStep(deps, move);
  if (after === null) throw changed(await found(deps, key));
  return after;
}

interface Added {
  readonly by: string | null;
  readonly note?: string;
  /** Null: nobody. */
  readonly assignee?: string | null;
}

/** A note, or who looks at it. Throws not_found, case_full. */
export async function addToCase(
  deps: CaseKeeping,
  key: CaseKey,
  { by, note, assignee }: Added,
): Promise<ScreeningCase> {
  for (;;) {
    const one = await found(deps, key);
    if (one.version >= STEPS_WITH_WORDS) {
      throw new TieoutError('case_full', `The case has ${one.version} steps, and takes no more notes or assignments.`);
    }
    const at = deps.clock();
    const move =
      note !== undefined
        ? moved(one, { kind: 'noted', at, by, note }, deps)
        : moved({ ...one, assignee: assignee ?? null }, { kind: 'assigned', at, by }, deps);
    const after = await keepStep(deps, move);
    if (after !== null) return after;
  }
}

/** Null: another step came first, or the case is gone. */
export async function keepStep(deps: CaseKeeping, move: CaseMove): Promise<ScreeningCase | null> {
  if (!(await deps.store.cases.advance(move))) return null;
  const { scope, caseId, version } = move.after;
  await chainSteps(deps, { scope, caseId, version, chained: version - 1 });
  return move.after;
}

async function found({ store }: CaseKeeping, key: CaseKey): Promise<ScreeningCase> {
  const one = await store.cases.get(key);
  if (one === null) throw new TieoutError('not_found', 'There is no such case for this tenant and partner');
  return one;
}

const changed = ({ version, status }: ScreeningCase): TieoutError =>
  new TieoutError(
    'case_changed',
    `The case is at version ${version} and ${status.replace('_', ' ')}: look at it again, then decide on that version.`,
  );
