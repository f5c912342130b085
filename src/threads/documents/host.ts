// Has documents of requests processed in their own thread: decisions that reconcile, sheets of decisions, the engine's
// internal routes, and trials of sessions with other terms.
// A document may be as large as a run's file, and the main thread answers other calls meanwhile. The number of documents
// at once is limited (calls/turns.ts), and so is their memory.

import type { DescMessage, MessageShape } from '@bufbuild/protobuf';
import { EngineInternalService } from '../../../gen/tieout/engine/v1/engine_internal_service_pb.ts';
import { PeopleService } from '../../../gen/tieout/people/v1/people_service_pb.ts';
import { ResolutionService } from '../../../gen/tieout/resolution/v1/resolution_service_pb.ts';
import { DecisionType } from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import type { ServiceTerms } from '../../compose/compose-engine.ts';
import type { ConnectableStore } from '../../compose/open-store.ts';
import { TieoutError } from '../../core/errors.ts';
import { DOCUMENTS_AT_ONCE, MAX_DOCUMENT_WAIT_MS, MAX_DOCUMENTS_WAITING } from '../../core/limits.ts';
import type { Bus } from '../../ports/bus.ts';
import type { Log } from '../../ports/log.ts';
import { wholeSheet } from '../../rpc/people/decision-sheet.ts';
import { asResolveFails } from '../../rpc/resolution/resolve.ts';
import type { CallContext, ServiceHandlers } from '../../rpc/services.ts';
import { type AskedMethod, callThread } from '../calls/host.ts';
import { turns } from '../calls/turns.ts';
import { threadOnStore } from '../runs/on-store.ts';
import type { Announced, DocumentThreadStart } from './messages.ts';

interface DocumentThreadOptions extends ServiceTerms {
  readonly store: ConnectableStore;
  readonly bus: Pick<Bus, 'announce'>;
  readonly log: Log;
}

type Resolving = ServiceHandlers<typeof ResolutionService>;
type People = ServiceHandlers<typeof PeopleService>;
type Internal = ServiceHandlers<typeof EngineInternalService>;

export interface DocumentThread {
  /** A service's handlers; methods with documents run in the thread. */
  resolution(here: Resolving): Resolving;
  engineInternal(here: Internal): Internal;
  people(here: People): People;
  /** Open calls fail. The store is closed after it. */
  close(): Promise<void>;
}

export function startDocumentThread({ store, bus, log, ...terms }: DocumentThreadOptions): DocumentThread {
  const thread = callThread<Announced>({
    start: () => threadOnStore<DocumentThreadStart>(new URL('./inside.ts', import.meta.url), store, terms),
    verb: 'works on documents',
    isEager: false,
    log,
    heard: ({ announce }) => bus.announce(announce),
  });
  const bounds = {
    // A second one of a partner would only wait for the partner's rows.
    ...{ atOnce: DOCUMENTS_AT_ONCE, atOnceOfLane: 1 },
    ...{ mostWaiting: MAX_DOCUMENTS_WAITING, mostWaitingOfLane: MAX_DOCUMENTS_WAITING },
    mostWaitMs: MAX_DOCUMENT_WAIT_MS,
  };
  // A decision has its turn already when it calls the engine under its lease. Such calls are counted separately, so that
  // no decision waits for itself.
  const [ofCallers, ofDecisions] = [turns(bounds), turns(bounds)];

  const inTurn = <I extends DescMessage, O extends DescMessage>(
    method: AskedMethod<I, O>,
    message: MessageShape<I> & Scoped,
    context: CallContext,
  ) => {
    const turn = context.lease === null ? ofCallers : ofDecisions;
    const lane = JSON.stringify([message.tenantId, message.partnerId]);
    return turn(lane, () => {
      if (context.signal.aborted) throw new TieoutError('cancelled', 'Whoever asked has left.');
      return thread.ask(method, message, context);
    });
  };
  const { matchBanking, matchNip, ingestBankingDocument } = EngineInternalService.method;

  return {
    resolution: (here) => ({
      ...here,
      resolve: (message, context) =>
        message.decision === DecisionType.RECONCILE
          ? inTurn(ResolutionService.method.resolve, message, context).catch((error: unknown) => {
              throw asResolveFails(error);
            })
          : here.resolve!(message, context),
    }),
    engineInternal: (here) => ({
      ...here,
      matchBanking: (message, context) => inTurn(matchBanking, message, context),
      matchNip: (message, context) => inTurn(matchNip, message, context),
      ingestBankingDocument: (message, context) => inTurn(ingestBankingDocument, message, context),
    }),
    people: (here) => ({
      ...here,
      previewSession: (message, context) => inTurn(PeopleService.method.previewSession, message, context),
      decideBySheet: async (messages, context) =>
        inTurn(PeopleService.method.decideBySheet, await wholeSheet(messages), context),
    }),
    close: thread.close,
  };
}

interface Scoped {
  readonly tenantId?: string | undefined;
  readonly partnerId?: string | undefined;
}
