// A pattern's sweep, as work of the durable queue: everything pending that lies within what the pattern has seen is
// approved by a synthetic call, through the same three calls of the store as any other. Its operation and its
// auto-sweep id derive from what set it off, so that trying again is the same sweep. Source: spec/2, Recurring-pattern
// intelligence 4 to 6.

import { FLIPS } from '../../core/exceptions/decision.ts';
import { sweptValues, whyNoSweep } from '../../core/patterns/sweep.ts';
import type { Domain } from '../../core/records/documents/clusters.ts';
import type { Operation } from '../../core/records/documents/decisions.ts';
import type { JsonObject } from '../../core/records/documents/json.ts';
import { type PatternKey, type PatternType, VALUE_FIELDS } from '../../core/records/documents/patterns.ts';
import type { SessionKey } from '../../core/records/documents/session.ts';
import type { Digest } from '../../core/records/rows/identity.ts';
import type { Store } from '../../ports/store.ts';
import type { WorkHandler } from '../work/handler.ts';
import { type FlipDependencies, flip } from './flip.ts';
import type { QueueDependencies } from './queue-afterwards.ts';
import { patternKeyOf } from './refresh-pattern.ts';

const KIND = 'pattern-sweep';
const VERSION = 1;

interface SweepQueueDependencies extends QueueDependencies {
  readonly store: Pick<Store, 'work' | 'patterns' | 'clusters'>;
  readonly digest: Digest;
}

/** `cause`: the run or operation that set it off. A pattern that decides nothing now is left alone. */
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
  bus.announce([requestId]);
}

/** Once a run's clusters are written; only where its session has pending ones of a type that patterns learn from. */
export async function sweepAfterRun(deps: SweepQueueDependencies, key: SessionKey, runId: string): Promise<void> {
  for (const type of Object.keys(VALUE_FIELDS)) {
    const pending = { type, decisionStatus: 'pending', after: null, limit: 1 } as const;
    const [cluster] = (await deps.store.clusters.page(key, pending)).clusters;
    const of = cluster && patternKeyOf({ ...key, domain: cluster.domain as Domain, type });
    if (of) await queueSweep(deps, of, runId);
  }
}

/** The first 32 digits of a digest in the form of a UUID. */
const uuidOf = (digest: string): string =>
  [digest.slice(0, 8), digest.slice(8, 12), digest.slice(12, 16), digest.slice(16, 20), digest.slice(20, 32)].join('-');

export function patternSweeps(deps: FlipDependencies): WorkHandler {
  return {
    kind: KIND,
    versions: [VERSION],
    noun: 'sweep of a pattern',
    about: ({ command }) => ({ operation: command['requestId'] }),
    // Until it is done nothing of it counts, and a sweep that fails for good leaves clusters to people.
    isCommitted: async () => false,
    tidy: async () => {},
    async carryOut({ work }) {
      const { key, requestId, at } = decoded(work.command);
      const known = await deps.store.decisions.get(requestId);
      // Done to the last, but for the end of the work: what came since is another sweep's.
      if (known?.isFinished) return 'nothing_to_do';
      const pattern = await deps.store.patterns.get(key);
      // What was begun is ended: its stamps say which clusters it changed.
      if (pattern === null || (known === null && whyNoSweep(pattern, deps.clock()) !== null)) return 'nothing_to_do';
      const { patternId } = pattern;
      const operation: Operation = {
        ...key,
        ...{ operationId: requestId, requestId, service: null, decision: 'approved', method: 'auto' },
        ...{ autoResolved: true, isRecurring: false, note: `Approved by pattern ${patternId}.` },
        ...{ metadata: { pattern_id: patternId }, at },
      };
      await flip(deps, operation, { ...FLIPS.approved, clusterIds: null, values: sweptValues(pattern) });
      return 'done';
    },
  };
}

function decoded(command: JsonObject) {
  const { tenant, partner, domain, type, requestId, at } = command;
  return {
    key: {
      tenant: String(tenant),
      partner: String(partner),
      domain: domain as Domain,
      type: type as PatternType,
    },
    requestId: String(requestId),
    at: Number(at),
  };
}
