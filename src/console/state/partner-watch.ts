// Watches all sessions of a partner, which have no stream of their own: the latest act and the latest run that succeeded
// are asked for, while somebody looks. A session by itself has its stream (session-watch.ts).

import { useEffect, useRef } from 'preact/hooks';
import { RunState } from '../../../gen/tieout/engine/v1/run_list_pb.ts';
import type { ListedOperation } from '../../../gen/tieout/reporting/v1/exceptions_pb.ts';
import { operators, reporting } from './clients.ts';

interface Told {
  readonly acted: (operation: ListedOperation) => void;
  readonly ran: () => void;
}

const LOOK_MS = 4_000;

/** `partner`: nothing is watched where it is empty. */
export function usePartner({ tenant, partner }: { tenant: string; partner: string }, told: Told): void {
  const latest = useRef(told);
  latest.current = told;
  useEffect(() => {
    if (partner === '') return;
    let before: { readonly act: string | undefined; readonly run: string | undefined } | null = null;
    let isAsking = false;
    let isOver = false;
    const look = async () => {
      if (isAsking || document.visibilityState === 'hidden') return;
      isAsking = true;
      try {
        const of = { tenantId: tenant, partnerId: partner, pageSize: 1 };
        const [operations, runs] = await Promise.all([
          reporting.listOperations(of),
          operators.listRuns({ ...of, state: RunState.SUCCEEDED }),
        ]);
        if (isOver) return;
        const [operation] = operations.items;
        const now = { act: operation?.operationId, run: runs.items[0]?.runId };
        if (before !== null && operation !== undefined && now.act !== before.act) latest.current.acted(operation);
        if (before !== null && now.run !== before.run) latest.current.ran();
        before = now;
      } catch {
        // Whatever the screen itself asks for says why; the next look may succeed.
      } finally {
        isAsking = false;
      }
    };
    void look();
    const timer = setInterval(() => void look(), LOOK_MS);
    return () => {
      isOver = true;
      clearInterval(timer);
    };
  }, [tenant, partner]);
}
