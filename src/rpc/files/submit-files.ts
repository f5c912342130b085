// Orders a run for files of a feed as a caller would: by an ingestion, with every check of one.

import { create } from '@bufbuild/protobuf';
import type { Logger } from 'pino';
import { EngineService } from '../../../gen/tieout/engine/v1/engine_service_pb.ts';
import { IngestionRequestSchema } from '../../../gen/tieout/engine/v1/ingestion_pb.ts';
import {
  type ReconciliationCustomerType,
  ReconciliationCustomerTypeSchema,
} from '../../../gen/tieout/engine/v1/vocabulary_pb.ts';
import { callerOf } from '../../core/arrivals/feed.ts';
import { ANYBODY } from '../../core/callers/caller.ts';
import type { FeedDependencies } from '../../workflows/arrivals/look-at-feed.ts';
import { type Call, createCalls } from '../calls.ts';
import { enumNames } from '../enum-names.ts';
import type { Handlers } from '../services.ts';
import { createValidate } from '../validation/validate.ts';

/** The call of IngestBackground, with its checks and defaults. */
export function ingestion(engine: NonNullable<Handlers['engine']>, timeZone: string): Call {
  const { ingestBackground } = EngineService.method;
  const calls = createCalls({
    methods: [ingestBackground],
    handlers: { engine },
    validate: createValidate({ timeZone }),
  });
  return calls.get(ingestBackground)!;
}

/** `ingest`: the call of IngestBackground. */
export const submitFiles =
  (ingest: Call, log: Logger): FeedDependencies['submit'] =>
  async ({ runId, feed, session, period, urls }) => {
    const { tenant, partner, account, customerType } = feed;
    const message = create(IngestionRequestSchema, {
      ...{ tenantId: tenant, partnerId: partner, sessionId: session },
      customerType: enumNames(ReconciliationCustomerTypeSchema).numbers.get(customerType) as ReconciliationCustomerType,
      ...{ periodStartDate: period.start, periodEndDate: period.end },
      ...{ glFileUrl: [...urls.gl], bankFileUrl: [...urls.bank] },
      ...(account !== null && { account }),
    });
    const caller = { ...ANYBODY, id: callerOf(feed), tenants: [tenant], partners: [partner] };
    const nobodyHears = { tell: () => undefined, signal: new AbortController().signal };
    await ingest({ message, caller, requestId: runId, log, lease: null, onceId: runId, ...nobodyHears });
  };
