// A session's summary for the loader: the JSON that reporting answers over REST.

import { create } from '@bufbuild/protobuf';
import { SummarySchema } from '../../gen/tieout/reporting/v1/summary_pb.ts';
import type { JsonObject } from '../core/records/documents/json.ts';
import { summaryMessage } from '../rpc/reporting/summary-message.ts';
import { encode } from './encode.ts';

export const loaderSummary = (summary: Parameters<typeof summaryMessage>[0]): JsonObject =>
  encode(SummarySchema, create(SummarySchema, summaryMessage(summary))) as JsonObject;
