// A session as it is watched: what changes of it, and what changed while nothing was told.

import { useRef } from 'preact/hooks';
import { type SessionChange, SessionChangeKind } from '../../../gen/tieout/engine/v1/watch_pb.ts';
import { watching } from './clients.ts';
import { useWatch } from './watch.ts';

interface Place {
  readonly tenant: string;
  readonly partner: string;
  /** Empty: no session, and nothing is watched. */
  readonly session: string;
}

interface Told {
  readonly changed: (change: SessionChange) => void;
  /** While nothing is told. */
  readonly ask: () => void;
}

/** Answers false while the service is asked instead. */
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
