// The service of those who watch: runs and sessions as streams of messages.

import { RunStateSchema } from '../../../gen/tieout/engine/v1/run_list_pb.ts';
import { type SessionChange as Message, SessionChangeKindSchema } from '../../../gen/tieout/engine/v1/watch_pb.ts';
import type { WatchService } from '../../../gen/tieout/engine/v1/watch_service_pb.ts';
import type { SessionKey } from '../../core/records/session-key.ts';
import type { Store } from '../../ports/store.ts';
import { watchRun } from '../../workflows/watching/watch-run.ts';
import { type SessionChange, watchSession } from '../../workflows/watching/watch-session.ts';
import type { Watches } from '../../workflows/watching/watches.ts';
import { enumNumber } from '../enum-names.ts';
import { instantOrNone } from '../plain-values.ts';
import { statusMessage } from '../runs/status-message.ts';
import type { ServiceHandlers } from '../services.ts';

export function watchingService(deps: {
  readonly store: Store;
  readonly watches: Watches;
}): Required<ServiceHandlers<typeof WatchService>> {
  return {
    async *watchRun({ runId = '' }, context) {
      for await (const status of watchRun(deps, runId, context)) yield statusMessage(status);
    },
    async *watchSession({ sessionId: session = '', tenantId: tenant = '', partnerId: partner = '' }, context) {
      const key = { tenant, partner, session };
      const watcher = { caller: context.caller.id, signal: context.signal };
      for await (const change of watchSession(deps, key, watcher)) yield changeMessage(key, change);
    },
  };
}

const changeMessage = (
  { session }: SessionKey,
  { kind, now, by, operation }: SessionChange,
): Omit<Message, '$typeName'> => ({
  kind: enumNumber(SessionChangeKindSchema)(kind),
  sessionId: session,
  version: now.version,
  summaryVersion: now.summaryVersion,
  ...(now.run !== null && { runId: now.run.runId, runState: enumNumber(RunStateSchema)(now.run.state) }),
  ...(by !== null && { by }),
  ...(operation !== null && {
    act: operation.decision,
    operationId: operation.operationId,
    at: instantOrNone(operation.at),
  }),
});
