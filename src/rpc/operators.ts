// The operators' service: the runs of all sessions. workflows/runs/operate-runs.ts says what may be done with one.

import type { OperatorService } from '../../gen/tieout/engine/v1/operator_service_pb.ts';
import { RunKind, RunStateSchema } from '../../gen/tieout/engine/v1/run_list_pb.ts';
import { type ListedRun, RUN_STAGES, type RunState as State, stateOf } from '../core/records/documents/run.ts';
import type { LoaderDependencies } from '../workflows/delivery/tell-loader.ts';
import type { AcceptDependencies } from '../workflows/runs/accept-run.ts';
import { cancelRun, getRun, listRuns, retryRun } from '../workflows/runs/operate-runs.ts';
import { enumNames, enumNumber } from './enum-names.ts';
import { alone, pageAfter, pageMessage } from './page-token.ts';
import { failureMessage, instant, instantOrNone } from './plain-values.ts';
import { acceptedMessage } from './runs/run-accepted.ts';
import type { ServiceHandlers } from './services.ts';

/** The kinds of workflows/kinds by the operators' names; kinds of other versions have none. */
export const STORED_KINDS: Readonly<Record<number, readonly string[]>> = {
  [RunKind.BANKING]: ['banking', 'local'],
  [RunKind.COMMERCIAL]: ['commercial_nip', 'commercial_atm', 'local_nip', 'local_atm'],
  [RunKind.ASSET]: ['asset', 'local_asset'],
  [RunKind.CROSS_MONTH]: ['cross_month'],
  [RunKind.INGESTION]: ['banking_ingestion', 'commercial_nip_ingestion', 'commercial_atm_ingestion'],
};

export function operatorService(
  deps: AcceptDependencies & LoaderDependencies,
): Required<ServiceHandlers<typeof OperatorService>> {
  return {
    async listRuns({ tenantId, partnerId, sessionId, kind, state, ...paging }) {
      const scope = {
        ...(tenantId && { tenant: tenantId }),
        ...(partnerId && { partner: partnerId }),
        ...(sessionId && { session: sessionId }),
        ...(kind && { kinds: STORED_KINDS[kind] ?? [] }),
      };
      const named = state === undefined ? undefined : (enumNames(RunStateSchema).names.get(state) as State);
      const { queue, ...page } = await listRuns(deps, { scope, state: named, page: pageAfter(paging, 'runs') });
      const { waiting, running, oldestWaiting } = queue;
      return {
        ...pageMessage(page, 'runs', { message: runMessage, parts: alone }),
        waiting,
        running,
        oldestWaitingSeconds: oldestWaiting === null ? undefined : Math.max(0, deps.clock() - oldestWaiting) / 1_000,
      };
    },
    getRun: async ({ runId = '' }, { caller }) => runMessage(await getRun(deps, runId, caller)),
    cancelRun: async ({ runId = '' }, { caller }) => ({
      runId,
      state: stateNumber(await cancelRun(deps, runId, caller)),
    }),
    retryRun: async ({ runId = '' }, { caller, onceId: newRunId }) =>
      acceptedMessage(await retryRun(deps, runId, { caller, newRunId })),
  };
}

const stateNumber = enumNumber(RunStateSchema);

const kindOf = (stored: string): RunKind =>
  Number(
    Object.entries(STORED_KINDS).find(([, names]) => names.includes(stored))?.[0] ?? RunKind.UNSPECIFIED,
  ) as RunKind;

function runMessage(run: ListedRun) {
  const { runId, key, kind, status, failure, failures, interruptions, worker, caller } = run;
  const { acceptedAt, startedAt, finishedAt, retryAt } = run;
  const stage = stageOf(run);
  return {
    runId,
    kind: kindOf(kind),
    sessionId: key.session,
    tenantId: key.tenant,
    partnerId: key.partner,
    state: stateNumber(stateOf(run)),
    acceptedAt: instant(acceptedAt),
    startedAt: instantOrNone(startedAt),
    finishedAt: instantOrNone(finishedAt),
    attempts: failures + interruptions + (status === 'running' || status === 'succeeded' ? 1 : 0),
    stage: status === 'succeeded' ? undefined : stage?.name,
    rowsDone: stage?.rowsDone ?? 0,
    rowsTotal: stage?.rowsTotal ?? undefined,
    worker: worker ?? undefined,
    caller: caller ?? undefined,
    retryAt: instantOrNone(retryAt),
    error: failureMessage(failure),
  };
}

/** The running or failed stage; for a succeeded run the stage that stored its rows. */
function stageOf({ status, report: { stages } }: ListedRun) {
  if (status === 'succeeded') return stages.find(({ name }) => name === 'records_create');
  const inHand = stages.filter((stage) => stage.status === 'running' || stage.status === 'failed');
  return inHand.toSorted((a, b) => RUN_STAGES.indexOf(a.name) - RUN_STAGES.indexOf(b.name)).at(-1);
}
