// How far a run is, as a message.

import { RunStatus } from '../../../gen/tieout/engine/v1/run_pb.ts';
import { StageStatus } from '../../../gen/tieout/engine/v1/status_pb.ts';
import type { StageStatus as StoredStage, RunStatus as StoredStatus } from '../../core/records/documents/run.ts';
import type { PipelineStatus } from '../../workflows/reports/pipeline-status.ts';
import { failureMessage, instantOrNone } from '../plain-values.ts';

const RUN: Readonly<Record<StoredStatus, RunStatus>> = {
  accepted: RunStatus.ACCEPTED,
  running: RunStatus.RUNNING,
  succeeded: RunStatus.SUCCEEDED,
  failed: RunStatus.FAILED,
};
const STAGE: Readonly<Record<StoredStage, StageStatus>> = {
  pending: StageStatus.PENDING,
  running: StageStatus.RUNNING,
  succeeded: StageStatus.SUCCEEDED,
  failed: StageStatus.FAILED,
  skipped: StageStatus.SKIPPED,
};

export function statusMessage({ key, runId, status, stages, rejectedRows, warnings, error, retry }: PipelineStatus) {
  return {
    sessionId: key.session,
    tenantId: key.tenant,
    partnerId: key.partner,
    status: RUN[status],
    runId,
    stages: stages.map((stage) => ({
      name: stage.name,
      taskId: stage.taskId ?? undefined,
      status: STAGE[stage.status],
      startedAt: instantOrNone(stage.startedAt),
      finishedAt: instantOrNone(stage.finishedAt),
      rowsDone: stage.rowsDone,
      rowsTotal: stage.rowsTotal ?? undefined,
      message: stage.message ?? undefined,
    })),
    rejectedRows,
    warnings: [...warnings],
    error: failureMessage(error),
    retryAt: instantOrNone(retry?.at ?? null),
    retryReason: retry?.reason,
  };
}
