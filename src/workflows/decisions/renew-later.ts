// Renews a summary later, as work of the durable queue, if it could not be renewed after a decision because the engine
// or the store was away. It is retried like any work, and given up with a line in the log. The decision is finished
// without it.

import { toErrorRecord } from '../../core/errors.ts';
import { isAdHoc } from '../../core/exceptions/ad-hoc-id.ts';
import type { Operation } from '../../core/records/documents/decisions.ts';
import type { Work } from '../../core/records/documents/work.ts';
import { mayPass } from '../../core/records/documents/work-attempts.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Engine } from '../../ports/engine.ts';
import type { Log } from '../../ports/log.ts';
import type { QueueDependencies } from '../operations/queue-afterwards.ts';
import type { WorkHandler } from '../work/handler.ts';

const KIND = 'summary-renewal';
const VERSION = 1;

type Vertical = Parameters<Engine['regenerateSummary']>[0];

interface Renewal {
  readonly vertical: Vertical;
  readonly key: SessionKey;
  /** The event that asks for it: one event renews a summary once. */
  readonly cause: string;
}

/** Queues it once for a cause and session, however often it is called. */
export async function renewLater({ store, bus, clock }: QueueDependencies, { vertical, key, cause }: Renewal) {
  const { tenant, partner, session } = key;
  const workId = JSON.stringify([KIND, tenant, partner, session, cause]);
  const command = { vertical, tenant, partner, session, cause };
  await store.work.put({ workId, kind: KIND, version: VERSION, command, tenant, lane: null, acceptedAt: clock() });
  bus.announce([workId], 'work');
}

export interface RenewEachDependencies extends QueueDependencies {
  readonly engine: Pick<Engine, 'regenerateSummary'>;
  readonly log: Log;
}

/**
 * Renews the summary of each session that an operation changed. A failure does not hold up other sessions, and is tried
 * again.
 */
export async function renewEach(
  deps: RenewEachDependencies,
  { operationId, tenant, partner, domain }: Operation,
  sessions: Iterable<string>,
): Promise<void> {
  const vertical = domain === 'nip' ? 'nip' : 'banking';
  await Promise.all(
    Array.from(sessions, async (session) => {
      // The ad hoc session, of uploaded documents, has no summary.
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

export function summaryRenewals({ engine }: { readonly engine: Pick<Engine, 'regenerateSummary'> }): WorkHandler {
  return {
    kind: KIND,
    versions: [VERSION],
    noun: 'renewal of a summary',
    about: ({ command: { tenant, partner, session } }) => ({ tenant, partner, session }),
    isCommitted: async () => false,
    tidy: async () => {},
    async carryOut({ work }) {
      const { vertical, key, cause } = renewalOf(work);
      await engine.regenerateSummary(vertical, { key, cause });
      return 'done';
    },
  };
}

function renewalOf({ command }: Work): Renewal {
  const { vertical, tenant, partner, session, cause } = command as Record<string, string>;
  const key = { tenant: tenant!, partner: partner!, session: session! };
  return { vertical: vertical === 'nip' ? 'nip' : 'banking', key, cause: cause! };
}
