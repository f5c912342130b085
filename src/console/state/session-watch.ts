// Watches a session: tells its changes as they come, and those that came while the stream was broken off.

import { useRef } from 'preact/hooks';
import { type SessionChange, SessionChangeKind } from '../../../gen/tieout/engine/v1/watch_pb.ts';
import { watching } from './clients.ts';
import { useWatch } from './watch.ts';

interface Place {
  readonly tenant: string;
  readonly partner: string;
  /** The name of the session; nothing is watched where it is empty. */
  readonly session: string;
}

interface Told {
  readonly changed: (change: SessionChange) => void;
  /** Called again and again while the stream is broken off. */
  readonly ask: () => void;
}

/** Returns false while the stream is broken off and the service is asked instead. */
export function useSession({ tenant, partner, session }: Place, { changed, ask }: Told): boolean {
  const before = useRef<SessionChange | null>(null);
  return useWatch(session === '' ? null : JSON.stringify([tenant, partner, session]), {
    open: (signal) => watching.watchSession({ tenantId: tenant, partnerId: partner, sessionId: session }, { signal }),
    told: (change) => {
      const last = before.current;
      before.current = change;
      if (change.kind !== SessionChangeKind.NONE) changed(change);
      else if (last !== null && last.version !== change.version) changed({ ...change, kind: SessionChangeKind.COMMIT });
      else if (last !== null && last.summaryVersion !== change.summaryVersion)
        changed({ ...change, kind: SessionChangeKind.SUMMARY });
    },
    ask,
  });
}
