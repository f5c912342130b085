// Renews a summary later, as work of the durable queue, if it could not be renewed after a decision because the engine
// or the store was away. It is retried like any work, and given up with a line in the log. The decision is finished
// without it.

import type { Work } from '../../core/records/documents/work.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Engine } from '../../ports/engine.ts';
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
