// Puts together the thread that processes documents of requests: its store connection, a compute thread that reads and
// matches, the engine, and the two services with such methods.

import { parentPort, workerData } from 'node:worker_threads';
import type { Message } from '@bufbuild/protobuf';
import { EngineInternalService } from '../../../gen/tieout/engine/v1/engine_internal_service_pb.ts';
import type { DecideBySheetRequest } from '../../../gen/tieout/people/v1/decision_sheet_pb.ts';
import { PeopleService } from '../../../gen/tieout/people/v1/people_service_pb.ts';
import { ResolutionService } from '../../../gen/tieout/resolution/v1/resolution_service_pb.ts';
import { startThreads } from '../../adapters/threads/compute.ts';
import { composeEngine } from '../../compose/compose-engine.ts';
import { connectStore } from '../../compose/open-store.ts';
import { MAX_DOCUMENT_TASK_MS } from '../../core/limits.ts';
import { statementNow } from '../../rpc/people/statement-now.ts';
import type { CallContext, Streamed } from '../../rpc/services.ts';
import { answerCalls, type ThreadHandler } from '../calls/inside.ts';
import { BEHIND_ANSWERS, giveWay } from '../runs/give-way.ts';
import { mainLog } from '../runs/main-log.ts';
import type { Announced, DocumentThreadStart } from './messages.ts';

// Called before any thread is started, because new threads inherit the priority.
giveWay(BEHIND_ANSWERS);

/** Open rows of a large partner are read in one operation. */
const OPERATION_MS = 60_000;

const start = workerData as DocumentThreadStart;
const store = await connectStore(start.store, { operationMs: OPERATION_MS });
const { resolution, engineInternal, people } = composeEngine(
  {
    store,
    compute: startThreads(1, { mostTaskMs: MAX_DOCUMENT_TASK_MS }),
    bus: { announce: (announce) => parentPort!.postMessage({ announce } satisfies Announced) },
    log: mainLog,
    // Summaries are renewed elsewhere.
    ...{ languageModel: null, loaderSummary: null },
    // Nobody signs here.
    statementNow: statementNow(null),
  },
  start,
);
const { matchBanking, matchNip, ingestBankingDocument } = EngineInternalService.method;
const decideBySheet = async (message: Message, call: Parameters<ThreadHandler>[1]) =>
  people.decideBySheet!(streamOf(message as Message & DecideBySheetRequest), call as CallContext) as Promise<Message>;
const handlers = { ...engineInternal, ...resolution, ...people, decideBySheet } as unknown as Readonly<
  Record<string, ThreadHandler>
>;

answerCalls(
  [
    ResolutionService.method.resolve,
    PeopleService.method.previewSession,
    PeopleService.method.decideBySheet,
    matchBanking,
    matchNip,
    ingestBankingDocument,
  ].map((method) => [method, handlers[method.localName]]),
  // The main thread has decided whose turn it is.
  { atOnce: Number.POSITIVE_INFINITY },
);

/** A stream of one message: the main thread has put its pieces together. */
async function* streamOf<M>(message: M): AsyncGenerator<Streamed<M>> {
  yield { message, problem: null };
}
