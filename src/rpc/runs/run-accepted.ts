// How every route answers a run that it accepted.

import { RunStatus } from '../../../gen/tieout/engine/v1/run_pb.ts';
import type { Run } from '../../core/records/documents/run.ts';

export function acceptedMessage({ runId, key: { session, tenant, partner } }: Pick<Run, 'runId' | 'key'>) {
  const query = new URLSearchParams({ tenant_id: tenant, partner_id: partner });
  return {
    status: RunStatus.ACCEPTED,
    runId,
    sessionId: session,
    pipelineStatusUrl: `/v1/loader/pipeline-status/${encodeURIComponent(session)}?${query}`,
  };
}
