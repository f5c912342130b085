// Notes on exceptions who looks into them, until when, what was found, and files: any number in one call. The operation
// is stored first, with the exceptions as they were, then audited, then noted on them; each step can be repeated, and of
// two changes the later stands, so what a crash interrupts is completed by the work that follows (complete-act.ts).

import { isOfBranches } from '../../core/callers/caller.ts';
import { TieoutError } from '../../core/errors.ts';
import { actBatch } from '../../core/exceptions/audit-rows.ts';
import { formatDay, parseDay } from '../../core/money/calendar.ts';
import { verticalName, verticalNamed } from '../../core/records/documents/clusters.ts';
import type { FollowedCluster, Operation } from '../../core/records/documents/decisions.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import { type Attachment, type FollowUpChange, lastFollowedUp, MOST_ATTACHED } from '../../core/records/follow-up.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { NamedCluster } from '../../ports/clusters.ts';
import type { HeldOperation, TakenOperation } from '../../ports/decisions.ts';
import { handOver, inOtherHands, requireHold, takingOf, whileHeld } from '../operations/hold-operation.ts';
import type { PeopleDependencies } from './match-by-hand.ts';

interface FollowUpOrder {
  readonly scope: PartnerScope;
  readonly clusterIds: readonly string[];
  readonly change: Omit<FollowUpChange, 'hasNote'>;
  readonly note: string | null;
  readonly by: string | null;
  /** Branches whose exceptions the caller may follow up; null: every one. */
  readonly branches: readonly string[] | null;
}

interface FollowedUp {
  readonly followedUp: number;
  /** Unknown, void, or of another branch. */
  readonly skipped: readonly string[];
}

/** Throws not_found if none of the exceptions stands, usage if one has too many files; then nothing was changed. */
export async function followUpClusters(deps: PeopleDependencies, order: FollowUpOrder): Promise<FollowedUp> {
  const { scope, clusterIds, change, branches } = order;
  const found = (await deps.store.clusters.named(scope, clusterIds)).filter(
    (one) => one.decisionStatus !== null && isOfBranches(one, branches),
  );
  if (found.length === 0)
    throw new TieoutError('not_found', 'None of these exceptions stands: they are unknown, or void since a later run.');
  for (const cluster of found) requireRoom(cluster, change.attach);
  const at = Math.max(deps.clock(), ...found.map(({ followUp }) => (followUp ? lastFollowedUp(followUp) + 1 : 0)));
  for (const [named, some] of Map.groupBy(found, verticalName)) await act(deps, order, { named, at, clusters: some });
  const known = new Set(found.map(({ clusterId }) => clusterId));
  return { followedUp: found.length, skipped: clusterIds.filter((id) => !known.has(id)) };
}

function requireRoom({ clusterId, followUp }: NamedCluster, attach: readonly Attachment[]): void {
  const names = new Set([...(followUp?.files ?? []), ...attach].map(({ name }) => name));
  if (names.size > MOST_ATTACHED)
    throw new TieoutError('usage', `Exception ${clusterId} has had ${MOST_ATTACHED} files: no more can be attached.`);
}

interface OfVertical {
  readonly named: string;
  readonly at: number;
  readonly clusters: readonly NamedCluster[];
}

async function act(deps: PeopleDependencies, order: FollowUpOrder, { named, at, clusters }: OfVertical): Promise<void> {
  const { scope, change, note, by } = order;
  const operationId = deps.newId();
  const operation: Operation = {
    ...{ operationId, requestId: operationId, tenant: scope.tenant, partner: scope.partner, ...verticalNamed(named) },
    ...{ type: '', decision: 'followed_up', method: 'manual', autoResolved: false, isRecurring: false, note, at },
    ...(by !== null && { caller: by }),
    metadata: changeJson(change),
    subjects: clusters.map(({ clusterId, session, branchId, type, decisionStatus }) => ({
      ...{ clusterId, session, branchId, type, status: decisionStatus! },
    })),
  };
  const held = await deps.store.decisions.begin(operation, takingOf(operation));
  if (held === null) throw inOtherHands(operation);
  await whileHeld(deps.store, held, async () => {
    await auditAndNote(deps, operation, held);
    await handOver(deps, operation, { held, isDecided: true });
  });
}

async function auditAndNote(
  { store, digest }: Pick<PeopleDependencies, 'store' | 'digest'>,
  operation: Operation,
  held: HeldOperation,
): Promise<void> {
  const { tenant, partner, operationId, at, subjects = [] } = operation;
  await store.audit.insertIfAbsent(actBatch(operation, subjects.map(audited), digest), held);
  await requireHold(store, held);
  const change = { ...changeFromJson(operation.metadata), hasNote: operation.note !== null };
  const clusterIds = subjects.map(({ clusterId }) => clusterId);
  await store.clusters.followUp({ tenant, partner }, { clusterIds, change, by: { at, op: operationId } });
}

const audited = ({ clusterId, session, branchId, type, status }: FollowedCluster) => ({
  ...{ id: clusterId, session, branchId, type, before: status, after: status },
  ...{ matched: false, glRecordIds: [], bankRecordIds: [] },
});

/** No summary changes. */
export async function completeFollowUp(
  deps: PeopleDependencies,
  { operation, held, isDecided }: TakenOperation,
): Promise<readonly []> {
  if (!isDecided) await auditAndNote(deps, operation, held);
  return [];
}

/** The files that an operation of any kind attached. */
export const attachedBy = ({ decision, metadata }: Operation): readonly Attachment[] =>
  decision === 'followed_up' ? changeFromJson(metadata).attach : [];

/** As the audit has it. */
const changeJson = ({ owner, dueDay, attach, detach }: FollowUpOrder['change']): JsonObject => ({
  ...(owner !== undefined && { owner }),
  ...(dueDay !== undefined && { due_day: dueDay === null ? null : formatDay(dueDay) }),
  ...(attach.length > 0 && { attach: attach.map(({ name, digest }) => ({ name, digest })) }),
  ...(detach.length > 0 && { detach: [...detach] }),
});

function changeFromJson({ owner, due_day: day, attach = [], detach = [] }: JsonObject): FollowUpOrder['change'] {
  return {
    ...(owner !== undefined && { owner: owner as string | null }),
    ...(day !== undefined && { dueDay: day === null ? null : parseDay(String(day)) }),
    ...{ attach: attach as unknown as Attachment[], detach: detach as unknown as string[] },
  };
}
