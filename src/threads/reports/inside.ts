// Puts together the thread that reads reports: its store connection, the reporting service and its queue. A page of
// matches is much work and becomes a megabyte of JSON; the main thread answers other calls meanwhile.

import { workerData } from 'node:worker_threads';
import { ReportingService } from '../../../gen/tieout/reporting/v1/reporting_service_pb.ts';
import { unpackHere } from '../../adapters/block-packing/unpack-here.ts';
import { sha256 } from '../../adapters/digest/sha256.ts';
import { journalFile } from '../../adapters/spreadsheets/journal-file.ts';
import { workbook } from '../../adapters/spreadsheets/workbook.ts';
import { connectStore } from '../../compose/open-store.ts';
import { REPORTS_AT_ONCE } from '../../core/limits.ts';
import { restBytes } from '../../rest/answer.ts';
import { reportingService } from '../../rpc/reporting/reporting.ts';
import { KINDS } from '../../workflows/kinds/kinds.ts';
import { answerCalls, type ThreadHandler } from '../calls/inside.ts';
import { BEHIND_ANSWERS, giveWay } from '../runs/give-way.ts';
import type { ReportThreadStart } from './messages.ts';

giveWay(BEHIND_ANSWERS);

/** A store that is away is reported within seconds. A page takes many operations, each much shorter. */
const OPERATION_MS = 10_000;

const { store: connection } = workerData as ReportThreadStart;
const store = await connectStore(connection, { operationMs: OPERATION_MS });
const reading = { store, compute: unpackHere, digest: sha256, kinds: KINDS };
const handlers = reportingService({
  ...reading,
  written: restBytes,
  journalFile,
  workbook,
  clock: Date.now,
}) as unknown as Readonly<Record<string, ThreadHandler>>;

answerCalls(
  ReportingService.methods.map((method) => [method, handlers[method.localName]]),
  { atOnce: REPORTS_AT_ONCE },
);
