// The request of the benchmark of REST, the same for every server: a banking run with every field that such a run has,
// in the forms of the protocols, and what a handler that does nothing answers.

import { fromJsonString, toBinary } from '@bufbuild/protobuf';
import { ReconcileRequestSchema } from '../gen/tieout/engine/v1/reconcile_pb.ts';

export const REST_PATH = '/v1/reconcile/banking';
export const RPC_PATH = '/tieout.engine.v1.EngineService/ReconcileBanking';
export const TOKEN = 'token-of-the-benchmark';

const RUN = {
  session_id: 'session-2026-01-zaria-main',
  tenant_id: 'tenant-kaduna-mfb',
  partner_id: 'partner-settlement-bank',
  branch_id: 'branch-zaria-main',
  period_start_date: '2026-01-01',
  period_end_date: '2026-01-31T23:59:59+01:00',
  msc_rate: 0.0025,
  amount_tolerance: 50,
  charge_min: 10.75,
  charge_max: 2000,
  search_mode: 'both',
  matching_method: 'line_by_line',
  customer_type: 'mfb',
  reconciliation_type: 'monthly',
  gl_file_url: ['file:///months/2026-01/ledger-1.csv', 'file:///months/2026-01/ledger-2.csv'],
  bank_file_url: ['file:///months/2026-01/statement.csv'],
  max_days_forward_search: 3,
  max_days_backward_search: 3,
  event_dates: [{ start_date: '2026-01-12', end_date: '2026-01-14' }],
  ingress_task_id: 'task-7f0c5a10-ingress',
  records_create_task_id: 'task-7f0c5a10-records-create',
  gl_reversal_task_id: 'task-7f0c5a10-gl-reversal',
  reconciliation_task_id: 'task-7f0c5a10-reconciliation',
  matched_records_task_id: 'task-7f0c5a10-matched-records',
  chargeback_task_id: 'task-7f0c5a10-chargeback',
  summary_task_id: 'task-7f0c5a10-summary',
  is_scheduled: false,
  exclude_debits_from_rate: true,
  exception_analysis_enabled: true,
  on_existing_action: 'overwrite',
  amount_tolerance_percent: 0.5,
  currency: 'NGN',
  account: '0123456789',
};

export const REST_BODY = JSON.stringify(RUN);

/** ProtoJSON, for Connect. */
export const CONNECT_BODY = JSON.stringify({
  ...RUN,
  search_mode: 'SEARCH_MODE_BOTH',
  matching_method: 'MATCHING_METHOD_LINE_BY_LINE',
  customer_type: 'RECONCILIATION_CUSTOMER_TYPE_MFB',
  on_existing_action: 'ON_EXISTING_ACTION_OVERWRITE',
});

/** One uncompressed message of gRPC: a zero, the length in four bytes, the message. */
export function grpcBody(): Buffer {
  const message = toBinary(ReconcileRequestSchema, fromJsonString(ReconcileRequestSchema, CONNECT_BODY));
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
}

/** What a run is answered with, but for its status, which every server writes in its own way. */
export const answerTo = (session: string) => ({
  runId: '0f6e6f1c-4d5e-4a39-9d4c-2f6f0c1f2a77',
  pipelineStatusUrl: `/v1/loader/pipeline-status/${session}`,
});
