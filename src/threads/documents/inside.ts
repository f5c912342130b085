// The thread that works on documents of requests, put together: its connection to the store, a compute thread that reads
// and matches, the engine, and the two services whose methods bring documents.

import { randomUUID } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { EngineInternalService } from '../../../gen/tieout/engine/v1/engine_internal_service_pb.ts';
import { ResolutionService } from '../../../gen/tieout/resolution/v1/resolution_service_pb.ts';
import { rulesVersion } from '../../adapters/digest/rules-version.ts';
import { sha256 } from '../../adapters/digest/sha256.ts';
import { filesUnder } from '../../adapters/file-urls/find-file.ts';
import { startThreads } from '../../adapters/threads/compute.ts';
import { openEngine } from '../../compose/open-engine.ts';
import { connectStore } from '../../compose/open-store.ts';
import { MAX_DOCUMENT_TASK_MS } from '../../core/limits.ts';
import { engineInternalService } from '../../rpc/internal/engine-internal.ts';
import { resolutionService } from '../../rpc/resolution/resolve.ts';
import { dayIn } from '../../rpc/validation/day-of.ts';
import { KINDS } from '../../workflows/kinds/kinds.ts';
import { engineHere } from '../../workflows/rematch/engine-here.ts';
import { finishingBy } from '../../workflows/stored-runs/kind-of-run.ts';
import { answerCalls, mainLog, type ThreadHandler } from '../calls/inside.ts';
import { BEHIND_ANSWERS, giveWay } from '../runs/give-way.ts';
import type { Announced, DocumentThreadStart } from './messages.ts';

// Before any thread is started.
giveWay(BEHIND_ANSWERS);

/** Open rows of a large partner are read in one operation; a store that is not heard at all is told of within seconds. */
const OPERATION_MS = 60_000;

const start = workerData as DocumentThreadStart;
const store = await connectStore(start.store, { operationMs: OPERATION_MS });
const rows = {
  store,
  compute: startThreads(1, { mostTaskMs: MAX_DOCUMENT_TASK_MS }),
  digest: sha256,
  rules: rulesVersion(),
  clock: Date.now,
};
const here = engineHere({
  ...{ ...rows, files: filesUnder(start.files), kinds: KINDS },
  defaultCurrency: start.currency,
  rejectedShare: start.resolving.rejectedShare,
  institutions: start.resolving.institutions,
});
const resolving = { ...rows, leaseMs: start.leaseMs, finish: finishingBy(KINDS, rows), newId: randomUUID };
const resolution = resolutionService({
  ...{ ...resolving, engine: openEngine(start.engine) ?? here },
  bus: { announce: (announce) => parentPort!.postMessage({ announce } satisfies Announced) },
  log: mainLog,
  resolvedDomains: start.resolving.domains,
  currency: start.currency,
});
// It renews no summary here.
const engineInternal = engineInternalService({
  ...{ ...resolving, engine: here, kinds: KINDS },
  dayOf: dayIn(start.resolving.timeZone),
  ...{ languageModel: null, loaderSummary: null },
});
const { matchBanking, matchNip, ingestBankingDocument } = EngineInternalService.method;
const handlers = { ...engineInternal, ...resolution } as unknown as Readonly<Record<string, ThreadHandler>>;

answerCalls(
  [ResolutionService.method.resolve, matchBanking, matchNip, ingestBankingDocument].map((method) => [
    method,
    handlers[method.localName]!,
  ]),
  // Whose turn it is was decided before.
  { atOnce: Number.POSITIVE_INFINITY },
);
