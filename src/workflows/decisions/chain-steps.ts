// Takes the steps of cases into the tenant's audit chain, each as a link of its own, and tells the bus of them. A step is
// stored first; whatever a process that died left unchained is chained by the next upkeep.

import type { BatchFigures } from '../../core/exceptions/audit-chain.ts';
import { caseMessage, type PlacedStep, stepOperation, stepText } from '../../core/screening/cases/case-record.ts';
import type { Store } from '../../ports/store.ts';
import type { ChainedCase } from '../../ports/verification/cases.ts';
import {
  append,
  type ChainDependencies,
  headMessage,
  type ReadBatchDependencies,
  takeInEarlier,
} from './chain-audit.ts';

export interface CaseChaining extends ChainDependencies {
  readonly store: ChainDependencies['store'] & Pick<Store, 'cases'>;
}

/** What a link says of a step: a batch of one row, at its place in the case. Null: there is no such step. */
export function stepFigures(
  placed: PlacedStep | null,
  { runningDigest }: Pick<ReadBatchDependencies, 'runningDigest'>,
): BatchFigures {
  if (placed === null) return { rows: 0, firstPlace: 0, lastPlace: 0, digest: '', isWhole: false };
  const digest = runningDigest();
  digest.add(stepText(placed));
  const { n } = placed.step;
  return { rows: 1, firstPlace: n, lastPlace: n, digest: digest.hex(), isWhole: true };
}

/** Can be repeated. */
export async function chainSteps(deps: CaseChaining, { scope, caseId, version, chained }: ChainedCase): Promise<void> {
  const { cases, audit, outbox } = deps.store;
  await takeInEarlier(deps, { tenant: scope.tenant, operationId: stepOperation(caseId, chained + 1) });
  for (let n = chained + 1; n <= version; n++) {
    const placed = await cases.step({ scope, caseId, n });
    if (placed === null) break;
    const batch = { ...scope, operationId: stepOperation(caseId, n) };
    const known = await audit.linkOf(batch);
    const link = known ?? (await append(deps, { batch, figures: stepFigures(placed, deps), isEarlier: false }));
    await outbox.add([caseMessage(placed, new Date(placed.step.at).toISOString()), headMessage(link)]);
    await cases.chained({ scope, caseId, n });
  }
}

const PAGE = 200;

/** Chains what processes that died left. */
export async function chainWaiting(deps: CaseChaining): Promise<void> {
  for (const one of await deps.store.cases.unchained(PAGE)) await chainSteps(deps, one);
}
