// Proves the steps of cases for the audit: a step is as it was chained, its words are those that it was written with, no
// step is outside the chain, and a case is as its last step says.

import { rowsFault } from '../../core/exceptions/audit-chain.ts';
import type { AuditLink } from '../../core/records/documents/audit-chain.ts';
import { stepOperation } from '../../core/screening/cases/case-record.ts';
import { type CaseStep, wordsText } from '../../core/screening/cases/screening-case.ts';
import type { Store } from '../../ports/store.ts';
import type { ChainedCase } from '../../ports/verification/cases.ts';
import type { ReadBatchDependencies } from './chain-audit.ts';
import { stepFigures } from './chain-steps.ts';

interface StepVerifying extends Pick<ReadBatchDependencies, 'runningDigest'> {
  readonly store: Pick<Store, 'audit' | 'cases'>;
}

/** Null: the step that the link seals is as it was chained. */
export async function stepFault(
  deps: StepVerifying,
  link: AuditLink,
  { caseId, n }: { readonly caseId: string; readonly n: number },
): Promise<string | null> {
  const scope = { tenant: link.tenant, partner: link.partner };
  const placed = await deps.store.cases.step({ scope, caseId, n });
  return rowsFault(link, stepFigures(placed, deps)) ?? (placed && wordsFault(deps, placed.step));
}

function wordsFault({ runningDigest }: StepVerifying, { words, wordsDigest }: CaseStep): string | null {
  if (words === null) return null;
  const digest = runningDigest();
  digest.add(wordsText(words));
  return digest.hex() === wordsDigest ? null : 'its note or its changes are not those that were written';
}

const PAGE = 500;

/** Every case of a tenant, erased ones too. */
export async function* casesOf({ cases }: Pick<Store, 'cases'>, tenant: string): AsyncGenerator<ChainedCase> {
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof cases.ofTenant>> = await cases.ofTenant(tenant, { after, limit: PAGE });
    yield* page.cases;
    after = page.next;
  } while (after !== null);
}

interface CaseFault {
  readonly operationId: string;
  readonly reason: string;
}

/** Null: every step that should be is in the chain, and the case is as the last one says. */
export async function caseFault({ store }: StepVerifying, one: ChainedCase): Promise<CaseFault | null> {
  const { scope, caseId, version, chained } = one;
  for (let n = 1; n <= chained; n++) {
    const operationId = stepOperation(caseId, n);
    const link = await store.audit.linkOf({ ...scope, operationId });
    if (link === null) return { operationId, reason: 'there is a step of a case that the chain does not know' };
  }
  const [kept, last] = [await store.cases.get(one), await store.cases.step({ ...one, n: version })];
  const operationId = stepOperation(caseId, version);
  if (last === null) return { operationId, reason: 'the last step of a case is missing' };
  // It is erased, or somebody changes it now.
  if (kept === null || kept.version !== version) return null;
  const { status, until, words } = last.step;
  const isSame =
    kept.status === status && (kept.decision?.until ?? null) === until && kept.assignee === words?.assignee;
  return isSame ? null : { operationId, reason: 'a case is not as its last step says' };
}
