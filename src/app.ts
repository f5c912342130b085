// Puts the service together: its store, its threads, its contract and its port. It only calls constructors. The command
// line's own runs are put together in compose/local-run.ts.

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { sha256 } from './adapters/digest/sha256.ts';
import { filesUnder } from './adapters/file-urls/find-file.ts';
import { sentFilesIn } from './adapters/file-urls/sent-files.ts';
import { startThreads } from './adapters/threads/compute.ts';
import { composeEngine } from './compose/compose-engine.ts';
import { fileRoot, sentBounds, sentFolder } from './compose/file-root.ts';
import { busPlace, openBus, requireBusFiles } from './compose/open-bus.ts';
import { callerSettings, NO_CALLERS, openCallers } from './compose/open-callers.ts';
import { enginePlace } from './compose/open-engine.ts';
import { listedFeeds, localTimeIn, startFeeds } from './compose/open-feeds.ts';
import { modelSettings, openLanguageModel } from './compose/open-language-model.ts';
import { openLoader } from './compose/open-loader.ts';
import { openStore } from './compose/open-store.ts';
import type { Configuration } from './config.ts';
import { TieoutError } from './core/errors.ts';
import { loaderSummary } from './rest/loader-summary.ts';
import type { OtherCounter } from './rest/metrics.ts';
import { startServer } from './rest/server.ts';
import { readTls } from './rest/tls-files.ts';
import { engineService } from './rpc/engine.ts';
import { filesService } from './rpc/files/files.ts';
import { ingestion, submitFiles } from './rpc/files/submit-files.ts';
import { warningOfDates } from './rpc/internal/date-warnings.ts';
import { operatorService } from './rpc/operators.ts';
import { partnersService } from './rpc/partners/partners.ts';
import { statementNow } from './rpc/people/statement-now.ts';
import { dayIn } from './rpc/validation/day-of.ts';
import { watchingService } from './rpc/watching/watching.ts';
import { startDocumentThread } from './threads/documents/host.ts';
import { startReportThread } from './threads/reports/host.ts';
import { startRunThread } from './threads/runs/host.ts';
import { startRemoval } from './workflows/arrivals/remove-unnamed-files.ts';
import type { WatchedFeeds } from './workflows/arrivals/watch-feeds.ts';
import { type OutboxRelay, startOutboxRelay } from './workflows/delivery/relay-outbox.ts';
import { storeProbe } from './workflows/upkeep/store-probe.ts';
import { createWatches } from './workflows/watching/watches.ts';

export interface RunningService {
  readonly address: string;
  /** Takes no new request, waits for the current run or gives it back, and closes everything. */
  readonly close: () => Promise<void>;
}

/**
 * Starts the parts of the service that this process has by its roles. `watches`: it looks for files of feeds and removes
 * old ones, as one that lasts does. Throws TieoutError.
 */
export async function startService(
  config: Configuration,
  logger: Logger,
  { watches = true }: { readonly watches?: boolean } = {},
): Promise<RunningService> {
  const [isApi, isWorker] = [config.TIEOUT_ROLES.includes('api'), config.TIEOUT_ROLES.includes('worker')];
  if (config.MONGODB_URI === null) requireWhole({ isApi, isWorker });
  const feeds = listedFeeds(config);
  const model = modelSettings(config);
  const tls = readTls({
    certificate: config.TIEOUT_TLS_CERT,
    key: config.TIEOUT_TLS_KEY,
    clientAuthority: config.TIEOUT_TLS_CLIENT_CA,
  });
  await requireBusFiles(config);
  const ofCallers = callerSettings(config);
  const callers = ofCallers === null ? null : openCallers(ofCallers, logger, config.TIEOUT_SERVICE_TOKEN);
  /** The part that was opened last is closed first. */
  const closing: (() => Promise<unknown>)[] = [async () => callers?.close()];
  const end = async (): Promise<void> => {
    for (const close of closing.toReversed()) {
      const isClosed = await Promise.race([close().then(() => true), pause(MOST_CLOSE_MS, false, { ref: false })]);
      if (!isClosed)
        logger.error({ after_ms: MOST_CLOSE_MS }, 'A part of the service did not end; the others are closed.');
    }
  };
  try {
    const store = await openStore(config);
    closing.push(() => store.close());
    const place = busPlace(config);
    const bus = await openBus(place, logger);
    closing.push(() => bus.close());
    const leaseMs = config.TIEOUT_LEASE_SECONDS * 1_000;
    const kept = { keepMs: config.TIEOUT_OUTBOX_KEEP_DAYS * DAY_MS, leaseMs: leaseMs / 2 };
    const relay = startOutboxRelay(
      { store, log: logger, deliverers: { bus: (message) => bus.publish(message), ...openLoader(config) } },
      kept,
    );
    closing.push(() => relay.stop());
    const files = fileRoot(config);
    const bounds = sentBounds(config);
    const folder = sentFolder(config);
    const sent = folder === null ? null : sentFilesIn(folder);
    const reading = isApi ? startReportThread({ store, log: logger }) : null;
    closing.push(async () => reading?.close());
    const keeping = { rowsDays: config.TIEOUT_KEEP_ROWS_DAYS, runsDays: config.TIEOUT_KEEP_RUNS_DAYS };
    const tellsLoader = config.LOADER_BASE_URL !== null;
    const quietMs = config.TIEOUT_WINDOW_QUIET_MINUTES * MINUTE_MS;
    const engineTerms = {
      ...{ files, leaseMs, engine: enginePlace(config), currency: config.TIEOUT_CURRENCY },
      resolving: {
        domains: config.TIEOUT_RESOLVE_DOMAINS,
        rejectedShare: config.TIEOUT_REJECTED_SHARE,
        institutions: config.TIEOUT_INSTITUTION_CODES,
        timeZone: config.TIEOUT_TIME_ZONE,
      },
    };
    const runs = isWorker
      ? startRunThread({
          ...{ ...engineTerms, store, bus: place, log: logger, keeping, model, tellsLoader, quietMs },
          threads: config.TIEOUT_THREADS,
          mostRunMs: config.TIEOUT_RUN_MINUTES * MINUTE_MS,
          auditKeys: config.TIEOUT_AUDIT_KEY ?? [],
          callers: ofCallers,
          windowRows: config.TIEOUT_WINDOW_ROWS,
        })
      : null;
    closing.push(async () => runs?.drain(DRAIN_MS));
    // It starts with the first suggestion that is asked for.
    const mapping = startThreads(1);
    closing.push(() => mapping.close());
    const accepting = {
      store,
      bus,
      clock: Date.now,
      newId: randomUUID,
      mostWaiting: config.TIEOUT_RUNS_WAITING,
    };
    const engine = engineService({
      digest: sha256,
      quietMs,
      ...accepting,
      files: filesUnder(files),
      mapping,
      languageModel: openLanguageModel(model),
      dayOf: dayIn(config.TIEOUT_TIME_ZONE),
      defaultCurrency: config.TIEOUT_CURRENCY,
      rejectedShare: config.TIEOUT_REJECTED_SHARE,
    });
    const localTime = localTimeIn(config.TIEOUT_TIME_ZONE);
    const watched =
      !isWorker || !watches || sent === null || feeds.length === 0
        ? null
        : startFeeds(feeds, {
            ...{ store, sent, compute: mapping, outbox: store.outbox, log: logger, digest: sha256, clock: Date.now },
            ...{ localTime, ...bounds },
            submit: submitFiles(ingestion(engine, config.TIEOUT_TIME_ZONE), logger),
          });
    closing.push(async () => watched?.stop());
    if (isWorker && watches && sent !== null) {
      const removal = startRemoval({ store, sent, log: logger, clock: Date.now }, config.TIEOUT_KEEP_SENT_DAYS);
      closing.push(() => removal.stop());
    }
    const { resolution, people, engineInternal } = composeEngine(
      {
        ...{ store, compute: mapping, bus, log: logger },
        languageModel: openLanguageModel(model),
        loaderSummary: tellsLoader ? loaderSummary : null,
        statementNow: statementNow(reading?.handlers ?? null),
      },
      engineTerms,
    );
    const documents = startDocumentThread({ ...{ store, bus, log: logger }, ...engineTerms });
    closing.push(() => documents.close());
    const verification = config.TIEOUT_ROLES.includes('verification')
      ? (await import('./verification-service.ts')).openVerification(config, store, logger)
      : null;
    closing.push(async () => verification?.close());
    const following = createWatches();
    const server = await startServer({
      host: config.TIEOUT_HOST,
      port: config.TIEOUT_PORT,
      tls,
      token: config.TIEOUT_SERVICE_TOKEN,
      pushToken: config.TIEOUT_PUSH_TOKEN,
      callers: callers?.directory ?? null,
      kept: { answers: store.keptAnswers, digest: sha256, clock: Date.now, newId: randomUUID },
      isInsecure: config.TIEOUT_INSECURE,
      consoleOrigin: config.TIEOUT_CONSOLE_ORIGIN,
      currency: config.TIEOUT_CURRENCY,
      timeZone: config.TIEOUT_TIME_ZONE,
      isReflected: config.TIEOUT_REFLECTION,
      roles: config.TIEOUT_ROLES,
      files: bounds,
      handlers: {
        ...(verification && { verification: verification.handlers, cases: verification.caseHandlers }),
        engine,
        resolution: documents.resolution(resolution),
        engineInternal: warningOfDates(documents.engineInternal(engineInternal)),
        people: documents.people(people),
        files: filesService({
          ...{ ...bounds, sent, store, compute: mapping, clock: Date.now },
          ...{ feeds: feeds.map(({ feed }) => feed), watched: () => watched, localTime },
        }),
        partners: partnersService({ store, clock: Date.now }),
        operators: operatorService({ ...accepting, loaderSummary: tellsLoader ? loaderSummary : null }),
        watching: watchingService({ store, watches: following }),
        ...(reading && { reporting: reading.handlers }),
      },
      counters: [
        { name: 'tieout_run_threads_replaced_total', samples: () => [['', runs?.replaced() ?? 0]] },
        { name: 'tieout_drift_alarms_total', samples: () => [['', runs?.drifted() ?? 0]] },
        { name: 'tieout_committed_run_attempts_total', samples: () => [['', runs?.committed.attempts() ?? 0]] },
        {
          name: 'tieout_bus_requests_total',
          samples: () => {
            const { taken = 0, setAside = 0 } = runs?.requests() ?? {};
            return [
              ['{became="stored"}', taken],
              ['{became="dead_letter"}', setAside],
            ];
          },
        },
        { name: 'tieout_watches', kind: 'gauge', samples: () => [['', following.count()]] },
        ...feedCounters(watched),
        ...outboxCounters(relay),
      ],
      ...(verification && { lists: verification.listAges }),
      probes: [
        { name: 'store', isNeeded: true, trouble: storeProbe(store) },
        { name: 'bus', isNeeded: true, trouble: () => bus.trouble() },
        {
          name: 'worker',
          isNeeded: isWorker && !isApi,
          trouble: async () =>
            runs === null
              ? waitingTrouble(await store.work.waiting({ knows: null, forMs: LONG_WAIT_MS, limit: MOST_NAMED }))
              : runs.trouble(),
        },
        ...(verification === null
          ? []
          : [{ name: 'lists', isNeeded: false, trouble: async () => verification.listTrouble() }]),
        ...(callers === null ? [] : [{ name: 'callers', isNeeded: false, trouble: async () => callers.trouble() }]),
        ...(watched === null ? [] : [{ name: 'feeds', isNeeded: false, trouble: async () => watched.trouble() }]),
        ...(runs === null
          ? []
          : [{ name: 'committed_runs', isNeeded: false, trouble: () => runs.committed.trouble() }]),
      ],
      logger,
    });
    closing.push(() => server.close());
    closing.push(async () => following.close());
    if (isApi && callers === null) logger.warn({}, NO_CALLERS);
    return { address: server.address, close: end };
  } catch (error) {
    await end();
    throw error;
  }
}

const feedCounters = (watched: WatchedFeeds | null): OtherCounter[] =>
  watched === null
    ? []
    : [
        { name: 'tieout_feed_files_taken_total', samples: () => labelled(watched.taken()) },
        { name: 'tieout_feed_files_late', kind: 'gauge', samples: () => labelled(watched.late()) },
      ];

const labelled = (counts: ReadonlyMap<string, number>): (readonly [string, number])[] =>
  [...counts].map(([feed, count]) => [`{feed="${feed}"}`, count]);

const outboxCounters = ({ counts }: OutboxRelay): OtherCounter[] =>
  (['delivered', 'refused', 'failed'] as const).map((what) => ({
    name: `tieout_outbox_${what}_total`,
    samples: () => Object.entries(counts).map(([destination, of]) => [`{destination="${destination}"}`, of[what]]),
  }));

/** Only one process can use the embedded store: it must both take runs and do them. Throws usage. */
function requireWhole({ isApi, isWorker }: { readonly isApi: boolean; readonly isWorker: boolean }): void {
  if (isApi === isWorker) return;
  throw new TieoutError(
    'usage',
    'The embedded store belongs to one process, which has to be api and worker, or verification alone: leave TIEOUT_ROLES out, or set MONGODB_URI.',
  );
}

/** A process that is no worker sees of the workers only whether they take the runs that wait. */
const waitingTrouble = (waiting: readonly string[]): string | null =>
  waiting.length === 0
    ? null
    : `${waiting.length}${waiting.length === MOST_NAMED ? ' or more' : ''} runs have waited for a worker for more than a minute.`;

const MOST_NAMED = 100;
const LONG_WAIT_MS = 60_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** A part that takes longer to close is left behind. Longer than the drain and every wait of a driver. */
const MOST_CLOSE_MS = 20_000;
/** How long the current run may go on once the service is to end. */
const DRAIN_MS = 10_000;
