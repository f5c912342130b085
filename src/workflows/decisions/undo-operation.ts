// Takes one call back: reopens exactly the clusters that it decided and that still stand so, as decisions of whoever asks
// for it. A sweep is taken back as a sweep, which suspends its pattern.

import { type Caller, maySee } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import { verticalName } from '../../core/records/documents/clusters.ts';
import type { Operation } from '../../core/records/documents/decisions.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import { type ResolveDependencies, type ResolveOrder, resolveExceptions, WITHOUT_FILES } from './resolve-exceptions.ts';
import { undoSweep } from './undo-sweep.ts';

interface UndoOperationOrder extends PartnerScope {
  readonly operationId: string;
  readonly caller: Caller;
  readonly note: string | null;
}

interface Undone {
  readonly reopened: readonly string[];
  /** Clusters of the operation that stay as they are. */
  readonly left: number;
}

/** Throws not_found for an operation that is unknown or not written yet; otherwise as resolveExceptions and undoSweep. */
export async function undoOperation(
  deps: ResolveDependencies & Parameters<typeof undoSweep>[0],
  { tenant, partner, operationId, caller, note }: UndoOperationOrder,
): Promise<Undone> {
  const known = await deps.store.decisions.get(operationId);
  const isOwn = known?.operation.tenant === tenant && known.operation.partner === partner;
  if (!known?.isDecided || !isOwn || !maySee(caller, known.operation)) {
    throw new TieoutError('not_found', `Operation ${operationId} is unknown for this tenant and partner.`);
  }
  const { operation } = known;
  const all = await deps.store.audit.countOf(operation);
  const { pattern_id: patternId } = operation.metadata;
  if (operation.autoResolved && typeof patternId === 'string') {
    const { reopened } = await undoSweep(deps, { patternId, requestId: operation.requestId, caller });
    return { reopened: reopened.map(({ clusterId }) => clusterId), left: all - reopened.length };
  }
  const standing = (await deps.store.audit.standing(operation)).filter(({ status }) => status !== 'pending');
  const reopened: string[] = [];
  for (const [type, decisions] of Map.groupBy(standing, (one) => one.type)) {
    const clusterIds = decisions.map(({ clusterId }) => clusterId);
    const order = orderOf(operation, { type, clusterIds, caller, note: note ?? `Takes ${operationId} back.` });
    const again = deps.newId();
    // What somebody decided meanwhile, if only in the same way, is not this operation's to take back.
    await resolveExceptions(deps, order, { operationId: again, standsBy: operationId });
    const made = await deps.store.audit.standing({ tenant, partner, operationId: again });
    reopened.push(...made.map(({ clusterId }) => clusterId));
  }
  return { reopened, left: all - reopened.length };
}

const orderOf = (
  operation: Operation,
  of: { readonly type: string; readonly clusterIds: readonly string[]; readonly caller: Caller; readonly note: string },
): ResolveOrder => ({
  ...{ tenant: operation.tenant, partner: operation.partner, named: verticalName(operation) },
  ...{ service: operation.service, type: of.type, decision: 'reopened', requestId: null },
  ...{ clusterIds: of.clusterIds, branches: of.caller.branches, isRecurring: false },
  ...(of.caller.id !== null && { caller: of.caller.id }),
  ...{ note: of.note, metadata: { undoes: operation.operationId } },
  ...WITHOUT_FILES,
});
