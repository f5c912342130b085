// The verification service of a process: its lists, read at the start and again on a timer, and its handlers. Loaded only
// by a process of that role, so that no other pays for it.

import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { readIban } from '../adapters/identity/ibans.ts';
import { readPhone } from '../adapters/identity/phone-numbers.ts';
import { readList } from '../adapters/lists/read-list.ts';
import type { Configuration } from '../config.ts';
import type { Handlers } from '../rpc/services.ts';
import { verificationService } from '../rpc/verification/verification.ts';
import { createWatchlists, type Watchlists } from '../workflows/verification/watchlists.ts';

export interface OpenVerification {
  readonly handlers: NonNullable<Handlers['verification']>;
  readonly watchlists: Watchlists;
  readonly close: () => Promise<void>;
}

const HOUR_MS = 3_600_000;

export function openVerification(config: Configuration, log: Logger): OpenVerification {
  const watchlists = watchlistsOf(config, log);
  const sources = config.TIEOUT_LISTS ?? [];
  // The service answers meanwhile, and clears nobody.
  let loading = watchlists.loadAll(sources);
  const again = setInterval(() => {
    loading = loading.then(() => watchlists.loadAll(sources));
  }, config.TIEOUT_LISTS_REFRESH_MINUTES * 60_000);
  again.unref();
  return {
    handlers: verificationService({
      ...{ clock: Date.now, newId: randomUUID, requiresConsent: config.TIEOUT_CONSENT_REQUIRED },
      ...{ readPhone, readIban, watchlists },
    }),
    watchlists,
    close: async () => clearInterval(again),
  };
}

export const watchlistsOf = (config: Configuration, log: Logger): Watchlists =>
  createWatchlists({
    read: readList,
    clock: Date.now,
    log,
    shrinkShare: config.TIEOUT_LISTS_SHRINK_SHARE,
    staleMs: config.TIEOUT_LISTS_STALE_HOURS * HOUR_MS,
  });
