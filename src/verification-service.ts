// The verification service of a process: its handlers, and its lists, which are loaded at the start and again on a
// timer. Only a process of that role loads this file.

import { hash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { auditSeals, runningSha256 } from './adapters/digest/audit-seals.ts';
import { readIban } from './adapters/identity/ibans.ts';
import { readPhone } from './adapters/identity/phone-numbers.ts';
import { imagingPool } from './adapters/imaging/pool.ts';
import { httpVerifier, QOREID } from './adapters/verifier/http-verifier.ts';
import { readMapping } from './adapters/verifier/read-mapping.ts';
import { SANDBOX } from './adapters/verifier/sandbox.ts';
import type { ConnectableStore } from './compose/open-store.ts';
import type { Configuration } from './config.ts';
import { TieoutError } from './core/errors.ts';
import type { CheckReport } from './core/identity/report.ts';
import { SAMPLE_LIST } from './core/records/documents/watchlist.ts';
import type { Store } from './ports/store.ts';
import type { ImagingTasks } from './ports/verification/imaging.ts';
import { NO_VERIFIER, type Verifier } from './ports/verification/verifier.ts';
import { encode } from './rest/encode.ts';
import type { ListAge } from './rpc/home.ts';
import type { Handlers } from './rpc/services.ts';
import { screenBatches } from './rpc/verification/batches/take-up-batches.ts';
import { caseService } from './rpc/verification/cases.ts';
import { noteStatuses } from './rpc/verification/check-statuses.ts';
import { type VerificationOptions, verificationService } from './rpc/verification/verification.ts';
import { turns } from './threads/calls/turns.ts';
import { loadInThread, type Screening, startScreening } from './threads/screening/host.ts';
import { chainWaiting } from './workflows/decisions/chain-steps.ts';
import { Outage } from './workflows/upkeep/outage.ts';
import { reopenLapsed } from './workflows/verification/cases/keep-moves.ts';
import { finishErasures } from './workflows/verification/erase-subject.ts';
import { type KeptScreening, rescreen } from './workflows/verification/kept-subjects.ts';

interface OpenVerification {
  readonly handlers: NonNullable<Handlers['verification']>;
  readonly caseHandlers: NonNullable<Handlers['cases']>;
  /** A sentence about missing, old or failed lists; null if there are none. */
  readonly listTrouble: () => string | null;
  readonly listAges: () => readonly ListAge[];
  readonly close: () => Promise<void>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Models take half a gigabyte, and are loaded again in a second or two. */
const IMAGING_IDLE_MS = 600_000;
/** A picture waits for its turn as long as so many may take. */
const IMAGING_WAITS = 4;

/** The PDF library and its font are loaded with the first report. */
const renderPdf = async (report: CheckReport): Promise<Uint8Array> =>
  (await import('./adapters/reports/pdf-report.ts')).pdfReport(report);

/** How soon a list that another process loaded is in use here. */
const LOOK_MS = 5_000;

/** How soon subjects of a batch are screened. */
const BATCH_LOOK_MS = 500;
/** How soon a case whose decision's time is over opens again. */
const TEND_MS = 60_000;

const digest = (bytes: Uint8Array | string): string => hash('sha256', bytes, 'hex');

export function openVerification(
  config: Configuration,
  store: Store & ConnectableStore,
  log: Logger,
): OpenVerification {
  const sources = config.TIEOUT_LISTS ?? [];
  const { standard, named } = config.TIEOUT_LISTS_STALE_HOURS;
  const staleHours = (name: string): number => named.get(name) ?? standard;
  const staleMs = (name: string): number => staleHours(name) * HOUR_MS;
  const wanted = sources.map(({ name }) => name);
  const watchlists = startScreening({ store, clock: Date.now, log, staleMs, wanted });
  const keepMs = config.TIEOUT_CHECKS_KEEP_DAYS * DAY_MS;
  const kept: KeptScreening = {
    ...{ store, watchlists, log, clock: Date.now, digest, newId: randomUUID },
    newSalt: () => randomBytes(16).toString('base64url'),
    ...{ seals: auditSeals(config.TIEOUT_AUDIT_KEY ?? []), runningDigest: runningSha256 },
  };
  const holdMs = config.TIEOUT_LEGAL_HOLD_DAYS * DAY_MS;
  const backupDays = config.TIEOUT_BACKUPS_KEEP_DAYS;
  let failures = new Map<string, string>();
  // The service answers before this ends, and clears nobody until then.
  const load = async (): Promise<void> => {
    if (sources.length === 0) return;
    const shrinkShare = config.TIEOUT_LISTS_SHRINK_SHARE;
    const loaded = await loadInThread({ store, sources, shrinkShare, clock: Date.now, log });
    failures = new Map(loaded.failures.map(({ name, sentence }) => [name, sentence]));
    for (const { name, sentence } of loaded.failures) log.error({ list: name }, sentence);
    for (const { name, sentence } of loaded.alarms) log.error({ list: name }, sentence);
    for (const { name, sentence } of loaded.warnings) log.warn({ list: name }, sentence);
  };
  let isScreened = false;
  const look = async (): Promise<void> => {
    if (await watchlists.refresh()) isScreened = false;
    if (!isScreened) isScreened = await screenAgain(store, kept, log);
  };
  const outage = new Outage(log, { over: 'Lists are brought up to date again.' });
  let isClosed = false;
  let busy: Promise<void> = Promise.resolve();
  const then = (next: () => Promise<void>): void => {
    const failed = (error: unknown) => {
      if (!isClosed) outage.failed(error, {}, 'Lists could not be brought up to date; it is tried again.');
    };
    busy = busy
      .then(async () => {
        if (isClosed) return;
        await next();
        outage.worked({});
      })
      .catch(failed);
  };
  // The lists of the store are in use before sources are read again.
  then(look);
  then(load);
  then(look);
  const looking = setInterval(() => then(look), LOOK_MS);
  looking.unref();
  const again = setInterval(() => {
    isScreened = false;
    then(load);
    then(look);
  }, config.TIEOUT_LISTS_REFRESH_MINUTES * 60_000);
  again.unref();
  // Decisions end at the turn of a day; steps that are not chained belong to a process that died.
  const tend = async (): Promise<void> => {
    await reopenLapsed(kept);
    await chainWaiting(kept);
  };
  then(tend);
  const tending = setInterval(() => then(tend), TEND_MS);
  tending.unref();
  const prune = () => {
    store.checks.prune(Date.now()).catch((err) => log.error({ err }, 'Old checks could not be removed.'));
    finishErasures(kept).catch((err) => log.error({ err }, 'Cases of deleted subjects could not be removed.'));
  };
  prune();
  const pruning = setInterval(prune, HOUR_MS);
  pruning.unref();
  const processes = config.TIEOUT_IMAGING_PROCESSES;
  const queue = config.TIEOUT_IMAGING_QUEUE;
  const timeoutMs = config.TIEOUT_IMAGING_TIMEOUT_SECONDS * 1_000;
  // It starts no process before the first image.
  const imaging = imagingPool<ImagingTasks>({
    processes,
    turn: turns({
      ...{ atOnce: processes, atOnceOfLane: config.TIEOUT_IMAGING_TENANT, mostWaiting: queue },
      // One tenant leaves room for others.
      ...{ mostWaitingOfLane: Math.ceil(queue / 2), mostWaitMs: IMAGING_WAITS * timeoutMs },
    }),
    entry: new URL('./adapters/imaging/process.ts', import.meta.url),
    ...{ memoryMb: config.TIEOUT_IMAGING_MEMORY_MB, timeoutMs },
    ...{ idleMs: IMAGING_IDLE_MS, log },
  });
  const options: VerificationOptions = {
    ...{ ...kept, digest, store, requiresConsent: config.TIEOUT_CONSENT_REQUIRED },
    ...{ readPhone, readIban, keepMs, holdMs, renderPdf, encodeJson: encode, imaging },
    backupsKeepMs: backupDays === null ? null : backupDays * DAY_MS,
    challengeSecret: config.TIEOUT_CHALLENGE_SECRET ?? randomBytes(32).toString('base64'),
    draw: (of) => randomInt(of),
    ...{ verifier: openVerifier(config), webhookSecret: config.VERIFIER_WEBHOOK_SECRET, log },
  };
  noteStatuses(options).then(
    (noted) => noted > 0 && log.info({ checks: noted }, 'Checks of an earlier version have their status now.'),
    (err) => log.error({ err }, 'Checks of an earlier version could not be given their status: a restart tries again.'),
  );
  const batches = new Outage(log, { over: 'Batches are screened again.' });
  let screening: Promise<void> | null = null;
  const batching = setInterval(() => {
    screening ??= screenBatches(options)
      .then(
        () => batches.worked({}),
        (error) => batches.failed(error, {}, 'Batches of subjects could not be screened; it is tried again.'),
      )
      .finally(() => {
        screening = null;
      });
  }, BATCH_LOOK_MS);
  batching.unref();
  return {
    handlers: verificationService(options),
    caseHandlers: caseService(kept),
    listTrouble: () =>
      troubleOf(watchlists, {
        ...{ failures, staleHours, isWanted: wanted.length > 0 },
      }),
    listAges: () =>
      watchlists.states().map(({ name, version, entities, publishedAt, isStale, warnings }) => ({
        ...{ name, version, entities, stale: isStale, warnings, publishedAt: new Date(publishedAt).toISOString() },
        ageHours: Math.max(0, Math.floor((Date.now() - publishedAt) / HOUR_MS)),
      })),
    async close() {
      isClosed = true;
      clearInterval(looking);
      clearInterval(again);
      clearInterval(batching);
      await screening;
      clearInterval(tending);
      await watchlists.close();
      clearInterval(pruning);
      await imaging.close();
    },
  };
}

const RESCREEN_LEASE = 'rescreen';
const RESCREEN_LEASE_MS = 600_000;

/** Screens the kept subjects again, in one process at a time. True when all are screened. */
async function screenAgain(store: Store, kept: KeptScreening, log: Logger): Promise<boolean> {
  if (kept.watchlists.states().length === 0) return false;
  const lease = await store.leases.take(RESCREEN_LEASE, RESCREEN_LEASE_MS);
  if (lease === null) return false;
  try {
    const { asked, found } = await rescreen(kept);
    if (found > 0)
      log.warn({ subjects: asked, new_hits: found }, 'Lists name kept subjects that they did not name before.');
    else if (asked > 0) log.info({ subjects: asked }, 'Kept subjects were screened again.');
    return true;
  } finally {
    await store.leases.release(lease).catch(() => false);
  }
}

interface ListHealth {
  readonly failures: ReadonlyMap<string, string>;
  readonly staleHours: (name: string) => number;
  readonly isWanted: boolean;
}

function troubleOf(watchlists: Screening, { failures, staleHours, isWanted }: ListHealth): string | null {
  const [failed] = failures.values();
  if (failed !== undefined) return failed;
  const [missing] = watchlists.missing();
  if (missing !== undefined) return `The list ${missing} is not loaded yet.`;
  const states = watchlists.states();
  // Nobody asked for lists. A call that needs one says so itself.
  if (states.length === 0 && !isWanted) return null;
  const stale = states.find(({ isStale }) => isStale);
  if (stale !== undefined) return `The list ${stale.name} was published more than ${staleHours(stale.name)} hours ago.`;
  return states.some(({ name }) => name !== SAMPLE_LIST) ? null : 'No list is loaded: nobody can be cleared.';
}

/** Environments in which the sandbox may answer, because nobody takes its answers for real ones. */
const SANDBOXED = new Set(['dev', 'test', 'ci']);

function openVerifier(config: Configuration): Verifier {
  const { VERIFIER_BASE_URL: baseUrl, VERIFIER_CLIENT_ID: client, VERIFIER_SECRET: secret } = config;
  if (baseUrl === null) return SANDBOXED.has(config.TIEOUT_ENV) ? SANDBOX : NO_VERIFIER;
  if (client === null || secret === null) {
    throw new TieoutError('usage', 'VERIFIER_BASE_URL needs VERIFIER_CLIENT_ID and VERIFIER_SECRET beside it.');
  }
  const mapping = config.VERIFIER_MAPPING === null ? QOREID : readMapping(config.VERIFIER_MAPPING);
  return httpVerifier({ baseUrl, client, secret, timeoutMs: config.VERIFIER_TIMEOUT_SECONDS * 1_000, mapping });
}
