// What follows from a decision, as work of the durable queue: the audit where the call did not get to write it, then
// whatever else each step here says. Work of one partner is done one after the other. A call that ended in the middle
// is found by its operation, which is not finished, and put into the queue by recover-decisions.ts.

import { toErrorRecord } from '../../core/errors.ts';
import { isAdHoc } from '../../core/exceptions/ad-hoc-id.ts';
import { auditBatch, auditedOf } from '../../core/exceptions/audit-rows.ts';
import { NOT_FOUND_TYPES } from '../../core/exceptions/decision.ts';
import { sumsNotes } from '../../core/exceptions/sums-note.ts';
import type { DecidedCluster, Operation } from '../../core/records/documents/decisions.ts';
import { lateSessions } from '../../core/records/documents/late-groups.ts';
import { mayPass } from '../../core/records/documents/work-attempts.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { Bus } from '../../ports/bus.ts';
import type { Unpacking } from '../../ports/compute.ts';
import type { Engine } from '../../ports/engine.ts';
import type { Log } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import { type RowsDependencies, withPartnerRows } from '../rematch/partner-rows.ts';
import { approve } from '../rematch/rematch-not-found.ts';
import type { WorkHandler } from '../work/handler.ts';
import { type ChainDependencies, chainBatch } from './chain-audit.ts';
import { FREED, freeReopened } from './free-rows.ts';
import { auditOf, publishDecision } from './publish-decision.ts';
import { AFTER_DECISION, AFTER_VERSION } from './queue-afterwards.ts';
import { type PatternDependencies, patternKeyOf, refreshPattern, suspendPattern } from './refresh-pattern.ts';
import { renewLater } from './renew-later.ts';
import { queueSweep } from './sweep-pattern.ts';

interface AfterDependencies extends RowsDependencies, PatternDependencies, ChainDependencies {
  readonly store: Store;
  readonly compute: Unpacking;
  readonly bus: Pick<Bus, 'announce'>;
  readonly engine: Pick<Engine, 'regenerateSummary'>;
  readonly log: Log;
  readonly digest: Digest;
  readonly clock: () => number;
}

/** Everything that follows, step by step; each can be repeated. */
async function follow(
  deps: AfterDependencies,
  operation: Operation,
  { isCut }: { readonly isCut: boolean },
): Promise<void> {
  // A call that ended between confirming its matches and approving their clusters.
  if (operation.decision === 'reconcile') await finishRematch(deps, operation);
  const changed = await deps.store.decisions.changedBy(operation);
  if (isCut && changed.length === 0 && !(await isAudited(deps, operation))) {
    return deps.store.decisions.withdraw(operation);
  }
  await auditAll(deps, operation, changed);
  await chainBatch(deps, operation);
  const sessions = new Set(changed.map(({ session }) => session));
  if (operation.decision === 'reopened') {
    for (const session of await freeReopened(deps, operation, changed)) sessions.add(session);
    await chainBatch(deps, { ...operation, operationId: `${operation.operationId}${FREED}` });
  }
  await teach(deps, operation, changed);
  await publishDecision(deps, operation);
  if (operation.decision === 'reconcile') for (const session of await matchedIn(deps, operation)) sessions.add(session);
  await renewSummaries(deps, operation, sessions);
  await deps.store.decisions.finish(operation);
}

/** Patterns learn from people, sweep what they now cover, and are suspended where people take back what they decided. */
async function teach(deps: AfterDependencies, operation: Operation, changed: readonly DecidedCluster[]): Promise<void> {
  const key = patternKeyOf(operation);
  if (key === null) return;
  if (operation.isRecurring) {
    const pattern = await deps.store.patterns.get(key);
    // The call itself did not get to it.
    if (pattern === null || pattern.updatedAt < operation.at) await refreshPattern(deps, operation);
    await queueSweep(deps, key, operation.operationId);
  }
  if (changed.some(({ before, after, wasSwept }) => wasSwept && before === 'approved' && after === 'pending')) {
    await suspendPattern(deps, key);
  }
}

/** What is matched is approved, however the call ended. */
async function finishRematch(deps: AfterDependencies, operation: Operation): Promise<void> {
  const { store, clock } = deps;
  const { tenant, partner, domain, operationId, groupsOf = operationId } = operation;
  await withPartnerRows(deps, operation, async ({ under }) => {
    await store.lateGroups.settle({ tenant, partner }, { at: clock(), under });
    const groups = await store.lateGroups.ofOperation({ tenant, partner }, groupsOf);
    if (groups.length === 0) return;
    const clusters = await store.decisions.pending({ tenant, partner, domain, types: NOT_FOUND_TYPES });
    await approve(deps, operation, { known: { clusters }, groups });
  });
}

/** Sessions with a row in what the call matched, of which no cluster may have changed. */
async function matchedIn(
  { store }: AfterDependencies,
  { tenant, partner, operationId, groupsOf = operationId }: Operation,
): Promise<readonly string[]> {
  return (await store.lateGroups.ofOperation({ tenant, partner }, groupsOf)).flatMap(lateSessions);
}

/** Of each session that the call changed, whatever the decision; one that fails holds no other back, and is tried again. */
async function renewSummaries(
  deps: AfterDependencies,
  { operationId, tenant, partner, domain }: Operation,
  sessions: ReadonlySet<string>,
): Promise<void> {
  if (domain !== 'mfb' && domain !== 'nip') return;
  const vertical = domain === 'mfb' ? 'banking' : 'nip';
  await Promise.all(
    [...sessions].map(async (session) => {
      // What was uploaded for a decision has none.
      if (isAdHoc(session)) return;
      const key = { tenant, partner, session };
      const cause = `decision ${operationId}`;
      try {
        await deps.engine.regenerateSummary(vertical, { key, cause });
      } catch (error) {
        deps.log.error({ err: error, ...key, operation: operationId }, 'A summary was not renewed after a decision.');
        if (mayPass(toErrorRecord(error).code)) await renewLater(deps, { vertical, key, cause });
      }
    }),
  );
}

async function isAudited(deps: AfterDependencies, operation: Operation): Promise<boolean> {
  for await (const _ of auditOf(deps, operation)) return true;
  return false;
}

/** Rows that are there stay as they are. */
async function auditAll(
  { store, digest }: AfterDependencies,
  operation: Operation,
  changed: readonly DecidedCluster[],
): Promise<void> {
  const { operationId, groupsOf = operationId } = operation;
  const isMatched = operation.decision === 'reconcile' && changed.length > 0;
  const sumsNote = sumsNotes(isMatched ? await store.lateGroups.ofOperation(operation, groupsOf) : []);
  await store.audit.insertIfAbsent(
    auditBatch(
      operation,
      changed.map((cluster) => auditedOf(operation, cluster, sumsNote)),
      digest,
    ),
  );
}

export function afterDecisions(deps: AfterDependencies): WorkHandler {
  return {
    kind: AFTER_DECISION,
    versions: [AFTER_VERSION],
    noun: 'work after a decision',
    about: ({ command }) => ({ operation: command['operationId'] }),
    // The decision counts, and what follows from it has to come to its end.
    isCommitted: async () => true,
    tidy: async () => {},
    async carryOut({ work }) {
      const known = await deps.store.decisions.get(String(work.command['operationId']));
      if (known === null || known.isFinished) return 'nothing_to_do';
      await follow(deps, known.operation, { isCut: work.command['isCut'] === true });
      return 'done';
    },
  };
}
