// A summary that could not be renewed after a decision, because the engine or the store was away, as work of the durable
// queue: tried again as any work that may pass, and given up in the log. A decision is at its end without it.

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
  /** What asks for it: a renewal that was made is not made again. */
  readonly cause: string;
}

/** Once for a cause and session, however often it is asked for. */
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
