// Resumes a suspended pattern, as a person's act: stored first, audited, and finished by the work that follows.

import { actBatch } from '../../core/exceptions/audit-rows.ts';
import { resumedPattern } from '../../core/patterns/suspension.ts';
import { verticalNamed } from '../../core/records/documents/clusters.ts';
import type { Operation } from '../../core/records/documents/decisions.ts';
import type { Pattern } from '../../core/records/documents/patterns.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { HeldOperation, TakenOperation } from '../../ports/decisions.ts';
import type { PatternScope } from '../../ports/partners/patterns.ts';
import type { Store } from '../../ports/store.ts';
import { handOver, inOtherHands, takingOf, whileHeld } from '../operations/hold-operation.ts';
import type { QueueDependencies } from '../operations/queue-afterwards.ts';
import { patternById } from './undo-sweep.ts';

interface ResumeDependencies extends QueueDependencies {
  readonly store: Pick<Store, 'patterns' | 'decisions' | 'audit' | 'work'>;
  readonly digest: Digest;
  readonly newId: () => string;
}

interface Resuming {
  readonly scope: PatternScope;
  readonly patternId: string;
  readonly note: string;
  readonly by: string | null;
}

/** Throws not_found. A pattern that is not suspended stays as it is; a departure told meanwhile keeps it suspended. */
export async function resumePattern(deps: ResumeDependencies, resuming: Resuming): Promise<Pattern> {
  const { store, newId, clock } = deps;
  const { scope, patternId, note, by } = resuming;
  const known = await patternById(store, scope, patternId);
  if (known.suspendedAt === null) return known;
  const operationId = newId();
  const operation: Operation = {
    ...{ operationId, requestId: operationId, tenant: scope.tenant, partner: scope.partner, type: '' },
    ...{ ...verticalNamed(known.domain), decision: 'pattern_resumed', method: 'manual', note, at: clock() },
    ...{ autoResolved: false, isRecurring: false },
    metadata: { pattern_id: patternId, departures: known.departures ?? [] },
    ...(by !== null && { caller: by }),
  };
  const held = await store.decisions.begin(operation, takingOf(operation));
  if (held === null) throw inOtherHands(operation);
  return whileHeld(store, held, async () => {
    const resumed = await resumeAndAudit(deps, operation, { held, known });
    await handOver(deps, operation, { held, isDecided: true });
    return resumed;
  });
}

interface ToResume {
  readonly held: HeldOperation;
  readonly known: Pattern;
}

async function resumeAndAudit(
  { store, digest }: Pick<ResumeDependencies, 'store' | 'digest'>,
  operation: Operation,
  { held, known }: ToResume,
): Promise<Pattern> {
  const { patternId } = known;
  const seen = (operation.metadata['departures'] ?? []) as readonly string[];
  const subject = { id: patternId, session: '', type: known.type, matched: false, glRecordIds: [], bankRecordIds: [] };
  await store.audit.insertIfAbsent(actBatch(operation, [subject], digest), held);
  for (let pattern = known; ; pattern = await patternById(store, operation, patternId)) {
    if (pattern.suspendedAt === null || pattern.suspendedAt > operation.at) return pattern;
    const resumed = resumedPattern(pattern, seen);
    if (resumed === pattern || (await store.patterns.put(resumed))) return resumed;
  }
}

/** No summary changes. */
export async function completeResuming(
  deps: Pick<ResumeDependencies, 'store' | 'digest'>,
  { operation, held, isDecided }: TakenOperation,
): Promise<readonly []> {
  if (isDecided) return [];
  const known = await patternById(deps.store, operation, String(operation.metadata['pattern_id']));
  await resumeAndAudit(deps, operation, { held, known });
  return [];
}
