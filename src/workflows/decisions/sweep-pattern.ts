// A pattern's sweep, as work of the durable queue: a synthetic call approves everything pending that lies within what
// the pattern has seen, by the same three calls to the store as any other decision. Its operation and its auto-sweep id
// derive from its cause, so that a retry is the same sweep.

import { TieoutError } from '../../core/errors.ts';
import { FLIPS } from '../../core/exceptions/decision.ts';
import { sweptValues, whyNoSweep } from '../../core/patterns/sweep.ts';
import { type Cluster, verticalNamed } from '../../core/records/documents/clusters.ts';
import type { Operation } from '../../core/records/documents/decisions.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import {
  type Pattern,
  type PatternKey,
  type PatternType,
  VALUE_FIELDS,
} from '../../core/records/documents/patterns.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { PatternScope } from '../../ports/partners/patterns.ts';
import type { Store } from '../../ports/store.ts';
import type { QueueDependencies } from '../operations/queue-afterwards.ts';
import { policiesOverPatterns } from '../partners/policy-in-force.ts';
import type { ProposalDependencies } from '../review/proposal-acts.ts';
import { NO_FACTS, type ReviewStore, whyNotAlone } from '../review/require-alone.ts';
import type { CarriedOut, WorkHandler } from '../work/handler.ts';
import { backTestPattern } from './backtest-pattern.ts';
import { type FlipDependencies, flip } from './flip.ts';
import { clustersToSweep, proposeSweep } from './propose-sweep.ts';
import { patternKeyOf } from './refresh-pattern.ts';
import { moneyOfCluster } from './review-decision.ts';
import { whileSweeping } from './suspend-pattern.ts';

const KIND = 'pattern-sweep';
const VERSION = 1;

interface SweepQueueDependencies extends QueueDependencies {
  readonly store: Pick<Store, 'work' | 'patterns' | 'clusters'>;
  readonly digest: Digest;
}

/** `cause`: the run or operation that caused the sweep. A suspended pattern is left alone. */
export async function queueSweep(
  { store, bus, clock, digest }: SweepQueueDependencies,
  key: PatternKey,
  cause: string,
): Promise<void> {
  const pattern = await store.patterns.get(key);
  const at = clock();
  if (pattern === null || whyNoSweep(pattern, at) !== null) return;
  const { tenant, partner, domain, type } = key;
  const requestId = `auto-sweep-${uuidOf(digest(JSON.stringify(['sweep', cause, type])))}`;
  const command = { requestId, tenant, partner, domain, type, at };
  const lane = JSON.stringify([KIND, tenant, partner]);
  await store.work.put({ workId: requestId, kind: KIND, version: VERSION, command, tenant, lane, acceptedAt: at });
  bus.announce([requestId], 'work');
}

/**
 * Call it once a run's clusters are written. Sweeps only if its session has pending clusters of a type that patterns
 * learn from.
 */
export async function sweepAfterRun(deps: SweepQueueDependencies, key: SessionKey, runId: string): Promise<void> {
  for (const type of Object.keys(VALUE_FIELDS)) {
    const pending = { type, decisionStatus: 'pending', after: null, limit: 1 } as const;
    const [cluster] = (await deps.store.clusters.page(key, pending)).clusters;
    const of = cluster && patternKeyOf({ ...key, domain: cluster.domain, service: cluster.service, type });
    if (of) await queueSweep(deps, of, runId);
  }
}

/** The first digits of a digest as a UUID of version 8, whose bits are free to choose (RFC 9562). */
const uuidOf = (digest: string): string => {
  const variant = '89ab'[Number.parseInt(digest[16], 16) % 4];
  const third = `8${digest.slice(13, 16)}`;
  return [digest.slice(0, 8), digest.slice(8, 12), third, variant + digest.slice(17, 20), digest.slice(20, 32)].join(
    '-',
  );
};

export function patternSweeps(deps: SweepDependencies): WorkHandler {
  return {
    kind: KIND,
    versions: [VERSION],
    noun: 'sweep of a pattern',
    about: ({ command }) => ({ operation: command['requestId'] }),
    // Until the sweep is done nothing of it counts; a sweep that fails for good leaves its clusters to people.
    isCommitted: async () => false,
    tidy: async () => {},
    async carryOut({ work }) {
      const order = sweepOrderIn(work.command);
      const swept = await whileSweeping(deps, order.key, () => sweep(deps, order));
      if (swept === null) throw new TieoutError('session_busy', 'Another sweep of the pattern goes on.');
      return swept;
    },
  };
}

async function sweep(deps: SweepDependencies, { key, requestId, at }: SweepOrder): Promise<CarriedOut> {
  const known = await deps.store.decisions.get(requestId);
  // This sweep is finished; clusters that came since belong to another sweep.
  if (known?.isDecided) return 'nothing_to_do';
  const pattern = await deps.store.patterns.get(key);
  if (pattern === null || whyNoSweep(pattern, deps.clock()) !== null) return 'nothing_to_do';
  if (!(await isPreciseEnough(deps, pattern))) return 'nothing_to_do';
  const { patternId } = pattern;
  const { why, clusters } = await sweepAlone(deps, pattern);
  if (why !== null) {
    await proposeSweep(deps, pattern, { requestId, clusters: clusters ?? (await clustersToSweep(deps, pattern)), why });
    return 'done';
  }
  const operation: Operation = {
    ...key,
    ...verticalNamed(key.domain),
    ...{ operationId: requestId, requestId, decision: 'approved', method: 'auto' },
    ...{ autoResolved: true, isRecurring: false, note: `Approved by pattern ${patternId}.` },
    ...{ metadata: { pattern_id: patternId }, at },
  };
  const clusterIds = clusters === null ? null : clusters.map(({ clusterId }) => clusterId);
  await flip(deps, operation, { ...FLIPS.approved, clusterIds, values: sweptValues(pattern) });
  return 'done';
}

/** Why a pattern's sweep that was proposed would not be done now; null: it would. */
export async function whySweepsNot(
  { store, clock }: { readonly store: Pick<Store, 'patterns'>; readonly clock: () => number },
  scope: PatternScope,
  patternId: string,
): Promise<string | null> {
  const pattern = await store.patterns.byId(scope, patternId);
  return pattern === null ? 'is there no more' : whyNoSweep(pattern, clock());
}

/** Whether the pattern's back-test comes to what the partner's policy asks for. */
async function isPreciseEnough({ store, log }: SweepDependencies, pattern: Pattern): Promise<boolean> {
  const asked = (await policiesOverPatterns(store, pattern)).map(({ leastSweepPrecision }) => leastSweepPrecision);
  const least = Math.max(...asked.map((one) => one ?? Number.NEGATIVE_INFINITY));
  if (least === Number.NEGATIVE_INFINITY) return true;
  const { precision } = await backTestPattern(store, pattern);
  if (precision !== null && precision.approved >= least * precision.of) return true;
  const { tenant, partner, patternId } = pattern;
  const fields = {
    tenant,
    partner,
    pattern: patternId,
    least,
    approved: precision?.approved ?? 0,
    of: precision?.of ?? 0,
  };
  log.info(fields, 'A pattern does not sweep: its back-test does not come to the precision that the policy asks for.');
  return false;
}

/** Why the policy asks for a reviewer of the sweep; null: it does not. Clusters are null if they were not looked at. */
async function sweepAlone(
  deps: SweepDependencies,
  pattern: Pattern,
): Promise<{ readonly why: string | null; readonly clusters: readonly Cluster[] | null }> {
  let clusters: readonly Cluster[] | null = null;
  const why = await whyNotAlone(deps.store, { scope: pattern, act: 'approved', who: pattern }, async ({ money }) => {
    if (money) clusters = await clustersToSweep(deps, pattern);
    const clusterIds = (clusters ?? []).map(({ clusterId }) => clusterId);
    return { ...NO_FACTS, types: [pattern.type], money: (clusters ?? []).map(moneyOfCluster), clusterIds };
  });
  return { why, clusters };
}

type SweepDependencies = FlipDependencies &
  ProposalDependencies & { readonly store: FlipDependencies['store'] & ReviewStore & Pick<Store, 'clusters'> };

interface SweepOrder {
  readonly key: PatternKey;
  readonly requestId: string;
  readonly at: number;
}

function sweepOrderIn(command: JsonObject): SweepOrder {
  const { tenant, partner, domain, type, requestId, at } = command;
  return {
    key: {
      tenant: String(tenant),
      partner: String(partner),
      domain: String(domain),
      type: type as PatternType,
    },
    requestId: String(requestId),
    at: Number(at),
  };
}
