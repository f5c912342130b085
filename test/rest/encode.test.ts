// Messages to JSON: snake_case, nulls where nothing is set, integers as numbers, lower-case enumerations.

import { create } from '@bufbuild/protobuf';
import { expect, test } from 'vitest';
import { CompleteBatchResponseSchema, CompleteBatchStatus } from '../../gen/tieout/engine/v1/complete_batch_pb.ts';
import { RunStatus } from '../../gen/tieout/engine/v1/run_pb.ts';
import { PipelineStatusSchema, StageStatus } from '../../gen/tieout/engine/v1/status_pb.ts';
import { SummaryRegenerateResponseSchema } from '../../gen/tieout/engine/v1/summary_regenerate_pb.ts';
import { GetSummaryResponseSchema } from '../../gen/tieout/reporting/v1/summary_pb.ts';
import { encode } from '../../src/rest/encode.ts';

test('every field is there, null when it is not set', () => {
  const status = create(PipelineStatusSchema, {
    sessionId: 's',
    status: RunStatus.RUNNING,
    stages: [{ name: 'ingress', status: StageStatus.RUNNING, rowsDone: 5 }],
  });
  expect(encode(PipelineStatusSchema, status)).toEqual({
    session_id: 's',
    tenant_id: '',
    partner_id: '',
    status: 'running',
    run_id: '',
    stages: [
      {
        name: 'ingress',
        task_id: null,
        status: 'running',
        started_at: null,
        finished_at: null,
        rows_done: 5,
        rows_total: null,
        message: null,
      },
    ],
    rejected_rows: 0,
    warnings: [],
    error: null,
    retry_at: null,
    retry_reason: null,
  });
});

test('64-bit integers are numbers', () => {
  const answer = create(SummaryRegenerateResponseSchema, { glAccountNumber: 123_456_789_012n });
  expect(encode(SummaryRegenerateResponseSchema, answer)).toMatchObject({
    gl_account_number: 123_456_789_012,
    statement_account_number: null,
  });
});

test('a field may be absent where the proto says so', () => {
  const accepted = create(CompleteBatchResponseSchema, { status: CompleteBatchStatus.ACCEPTED });
  expect(encode(CompleteBatchResponseSchema, accepted)).toEqual({ status: 'accepted' });
});

test('an unwrapped message is its member', () => {
  const history = create(GetSummaryResponseSchema, { answer: { case: 'history', value: { items: [], total: 0 } } });
  expect(encode(GetSummaryResponseSchema, history)).toEqual({ items: [], next_page_token: null, total: 0 });
});
