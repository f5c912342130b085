// Undoes a constraint: the rows may meet again. The session whose match was taken apart runs again.

import { TieoutError } from '../../core/errors.ts';
import { actBatch } from '../../core/exceptions/audit-rows.ts';
import { type Act, nextVersion } from '../../core/people/act.ts';
import { type Apart, apartOf } from '../../core/people/set-apart.ts';
import type { Domain } from '../../core/records/documents/clusters.ts';
import type { Operation } from '../../core/records/documents/decisions.ts';
import { lateSessions } from '../../core/records/late/late-groups.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import type { HeldOperation } from '../../ports/decisions.ts';
import type { Store } from '../../ports/store.ts';
import { APART_UNDONE, SET_APART } from '../constraints/apart-in-force.ts';
import { handOver, inOtherHands, requireHold, takingOf, whileHeld } from '../operations/hold-operation.ts';
import { moneyOfRows } from '../review/money-of-rows.ts';
import { NO_FACTS, oneByOne, requireAlone } from '../review/require-alone.ts';
import type { Accepted, PeopleDependencies } from './match-by-hand.ts';
import { requireSessions } from './sessions-of-rows.ts';

export interface Undoing extends Accepted {
  readonly scope: PartnerScope;
  readonly id: string;
  readonly note: string;
  readonly by: string | null;
  readonly branches: readonly string[] | null;
}

/** Throws not_found, needs_review, session_signed_off. Undoing it again changes nothing. */
export const undoConstraint = (deps: PeopleDependencies, undoing: Undoing): Promise<Apart> =>
  oneByOne(deps.store, { ...undoing, act: 'undo' }, () => undo(deps, undoing));

async function undo(deps: PeopleDependencies, undoing: Undoing): Promise<Apart> {
  const { store, clock, newId } = deps;
  const { scope, id, note, by, reviewed, operationId = newId() } = undoing;
  const { apart, acts, domain, isUndone } = await constraintToUndo(deps, undoing);
  if (isUndone) return apart;
  await requireAlone(store, { scope, act: 'undo', order: 'undo', by, reviewed }, async () => ({
    ...{ ...NO_FACTS, money: moneyOfRows(apart.rows) },
  }));
  const operation: Operation = {
    ...{ operationId, reviewed, tenant: scope.tenant, partner: scope.partner, domain, service: null, type: '' },
    ...{ decision: 'constraint_undone', method: 'manual', autoResolved: false, isRecurring: false, note, at: clock() },
    ...(by !== null && { caller: by }),
    requestId: id,
    metadata: { constraint_id: id, group_id: apart.groupId, session_id: apart.session },
  };
  const held = await store.decisions.begin(operation, takingOf(operation));
  if (held === null) throw inOtherHands(operation);
  await whileHeld(store, held, async () => {
    const of = { kind: 'apart', thing: id, version: nextVersion(acts), verb: APART_UNDONE } as const;
    const made = { ...of, operation: operation.operationId, at: operation.at, by, content: { note } };
    await requireHold(store, held);
    if (!(await store.acts.add(scope, made))) {
      await store.decisions.withdraw(held);
      return;
    }
    await auditUndoing(deps, operation, { apart, held });
    await handOver(deps, operation, { held, isDecided: true });
  });
  return apart;
}

interface ToUndo {
  readonly apart: Apart;
  readonly acts: readonly Act[];
  readonly domain: Domain;
  readonly isUndone: boolean;
}

/** The constraint that the order names. Throws not_found, session_signed_off; nothing is written. */
export async function constraintToUndo(
  deps: Pick<PeopleDependencies, 'store'>,
  { scope, id, branches }: Undoing,
): Promise<ToUndo> {
  const acts = await deps.store.acts.of(scope, { kind: 'apart', thing: id });
  const [first] = acts;
  if (first === undefined) throw new TieoutError('not_found', `There is no constraint ${id}.`);
  const apart = apartOf(first);
  const isUndone = acts.at(-1)!.verb !== SET_APART;
  const of = { sessions: lateSessions(apart.rows), branches, ofSigned: isUndone };
  return { apart, acts, isUndone, domain: await requireSessions(deps, scope, of) };
}

export async function auditUndoing(
  { store, digest }: { readonly store: Pick<Store, 'audit'>; readonly digest: Digest },
  operation: Operation,
  { apart: { id, session, rows }, held }: { readonly apart: Apart; readonly held: HeldOperation },
): Promise<void> {
  const of = (side: 'gl' | 'bank') => rows[side].map(({ recordId }) => recordId);
  const subject = { id, session, type: '', matched: false, glRecordIds: of('gl'), bankRecordIds: of('bank') };
  await store.audit.insertIfAbsent(actBatch(operation, [subject], digest), held);
}
