// The verification service of a process: its lists, read at the start and again on a timer, and its handlers. Loaded only
// by a process of that role, so that no other pays for it.

import { hash, randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { readIban } from '../adapters/identity/ibans.ts';
import { readPhone } from '../adapters/identity/phone-numbers.ts';
import { superviseImaging } from '../adapters/imaging/supervise.ts';
import { readList } from '../adapters/lists/read-list.ts';
import { httpVerifier } from '../adapters/verifier/http-verifier.ts';
import { SANDBOX } from '../adapters/verifier/sandbox.ts';
import type { Configuration } from '../config.ts';
import { TieoutError } from '../core/errors.ts';
import type { CheckReport } from '../core/identity/report.ts';
import type { Store } from '../ports/store.ts';
import type { ImagingTasks } from '../ports/verification/imaging.ts';
import { NO_VERIFIER, type Verifier } from '../ports/verification/verifier.ts';
import { encode } from '../rest/encode.ts';
import type { ListAge } from '../rpc/home.ts';
import type { Handlers } from '../rpc/services.ts';
import { verificationService } from '../rpc/verification/verification.ts';
import { rescreen } from '../workflows/verification/kept-subjects.ts';
import { createWatchlists, type Watchlists } from '../workflows/verification/watchlists.ts';

export interface OpenVerification {
  readonly handlers: NonNullable<Handlers['verification']>;
  readonly watchlists: Watchlists;
  readonly listAges: () => readonly ListAge[];
  readonly close: () => Promise<void>;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Models take half a gigabyte, and are loaded again in a second or two. */
const IMAGING_IDLE_MS = 600_000;

/** The library and its font are read with the first report. */
const renderPdf = async (report: CheckReport): Promise<Uint8Array> =>
  (await import('../adapters/reports/pdf-report.ts')).pdfReport(report);

export function openVerification(config: Configuration, store: Store, log: Logger): OpenVerification {
  const watchlists = watchlistsOf(config, log);
  const sources = config.TIEOUT_LISTS ?? [];
  const keepMs = config.TIEOUT_CHECKS_KEEP_DAYS * DAY_MS;
  // The service answers meanwhile, and clears nobody.
  const loadAll = async (): Promise<void> => {
    const changed = await watchlists.loadAll(sources);
    if (changed.length > 0) await screenAgain(store, watchlists, log);
  };
  const failed = (err: unknown) => log.error({ err }, 'Kept subjects could not be screened again.');
  let loading = loadAll().catch(failed);
  const again = setInterval(() => {
    loading = loading.then(loadAll).catch(failed);
  }, config.TIEOUT_LISTS_REFRESH_MINUTES * 60_000);
  again.unref();
  const prune = () =>
    void store.checks.prune(Date.now()).catch((err) => log.error({ err }, 'Old checks could not be removed.'));
  prune();
  const pruning = setInterval(prune, HOUR_MS);
  pruning.unref();
  // Nothing of it runs before the first image.
  const imaging = superviseImaging<ImagingTasks>({
    entry: new URL('../adapters/imaging/process.ts', import.meta.url),
    ...{ memoryMb: config.TIEOUT_IMAGING_MEMORY_MB, timeoutMs: config.TIEOUT_IMAGING_TIMEOUT_SECONDS * 1_000 },
    ...{ queue: config.TIEOUT_IMAGING_QUEUE, idleMs: IMAGING_IDLE_MS, log },
  });
  return {
    handlers: verificationService({
      ...{ clock: Date.now, newId: randomUUID, requiresConsent: config.TIEOUT_CONSENT_REQUIRED },
      ...{ readPhone, readIban, watchlists, store, keepMs, renderPdf, encodeJson: encode, imaging },
      ...{ verifier: openVerifier(config), webhookSecret: config.VERIFIER_WEBHOOK_SECRET },
      digest: (bytes) => hash('sha256', bytes, 'hex'),
    }),
    watchlists,
    listAges: () =>
      watchlists.states().map(({ name, version, entities, loadedAt, isStale }) => ({
        ...{ name, version, entities, stale: isStale, ageHours: Math.floor((Date.now() - loadedAt) / HOUR_MS) },
      })),
    async close() {
      clearInterval(again);
      clearInterval(pruning);
      await imaging.close();
    },
  };
}

const RESCREEN_LEASE = 'rescreen';
const RESCREEN_LEASE_MS = 600_000;

/** By one process at a time: another one that loads the same lists finds nothing new. */
async function screenAgain(store: Store, watchlists: Watchlists, log: Logger): Promise<void> {
  const lease = await store.leases.take(RESCREEN_LEASE, RESCREEN_LEASE_MS);
  if (lease === null) return;
  try {
    const { asked, found } = await rescreen({ subjects: store.subjects, watchlists, clock: Date.now });
    if (found > 0)
      log.warn({ subjects: asked, new_hits: found }, 'Lists name kept subjects that they did not name before.');
    else log.info({ subjects: asked }, 'Kept subjects were screened again.');
  } finally {
    await store.leases.release(lease).catch(() => false);
  }
}

/** The sandbox stands in where nobody could take its answers for real ones. */
const SANDBOXED = new Set(['dev', 'test', 'ci']);

function openVerifier(config: Configuration): Verifier {
  const { VERIFIER_BASE_URL: baseUrl, VERIFIER_CLIENT_ID: client, VERIFIER_SECRET: secret } = config;
  if (baseUrl === null) return SANDBOXED.has(config.TIEOUT_ENV) ? SANDBOX : NO_VERIFIER;
  if (client === null || secret === null) {
    throw new TieoutError('usage', 'VERIFIER_BASE_URL needs VERIFIER_CLIENT_ID and VERIFIER_SECRET beside it.');
  }
  return httpVerifier({ baseUrl, client, secret, timeoutMs: config.VERIFIER_TIMEOUT_SECONDS * 1_000 });
}

export const watchlistsOf = (config: Configuration, log: Logger): Watchlists =>
  createWatchlists({
    read: readList,
    clock: Date.now,
    log,
    shrinkShare: config.TIEOUT_LISTS_SHRINK_SHARE,
    staleMs: config.TIEOUT_LISTS_STALE_HOURS * HOUR_MS,
  });
