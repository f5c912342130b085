// Removes sent files that nothing names, a configured time after they were sent last, at the start and every few hours.
// What is found is looked at again while the tenant's files are held: it may have been sent or named meanwhile.
// Every process that does runs tries, and the one that gets the lease does it.

import type { SentFile } from '../../core/records/files/sent-file.ts';
import type { SentFiles } from '../../ports/coming/sent-files.ts';
import type { Log } from '../../ports/log.ts';
import type { Store } from '../../ports/store.ts';
import { removeUnread, sumOf } from '../files/keep-sent-file.ts';
import { whileLeased } from '../upkeep/hold.ts';
import { type Repeated, regularly } from '../upkeep/regularly.ts';
import { type NamingStore, namedFiles } from './named-files.ts';

interface RemovalDependencies {
  readonly store: NamingStore & Pick<Store, 'leases'>;
  readonly sent: SentFiles;
  readonly log: Log;
  /** Milliseconds since 1970, UTC. */
  readonly clock: () => number;
}

const LEASE_MS = 60_000;
const EVERY_MS = 6 * 3_600_000;
const DAY_MS = 86_400_000;

/** Removes files from now on, `days` after they were sent; null: never. */
export function startRemoval(deps: RemovalDependencies, days: number | null): Repeated {
  if (days === null) return { stop: async () => {} };
  const attempt = async (): Promise<void> => {
    try {
      await removeUnnamedFiles(deps, deps.clock() - days * DAY_MS);
    } catch (err) {
      deps.log.error({ err }, 'Sent files that nothing names could not be removed.');
    }
  };
  return regularly(attempt, { everyMs: EVERY_MS, atOnce: true });
}

/** Removes files that were sent before then and that nothing names; answers how many. */
async function removeUnnamedFiles(deps: RemovalDependencies, before: number): Promise<number> {
  const { store, sent, log } = deps;
  const removed = await whileLeased(store.leases, { name: 'remove sent files', leaseMs: LEASE_MS }, async (hold) => {
    const gone: { readonly size: number }[] = [];
    for (const [tenant, files] of Map.groupBy(await sent.sentBefore(before), (file) => file.tenant)) {
      if ((await unnamed(store, tenant, files)).length === 0) continue;
      hold.check();
      const again = async () => unnamed(store, tenant, await sent.sentBefore(before, tenant));
      gone.push(...(await removeUnread(deps, tenant, again)));
    }
    return gone;
  });
  if (removed === null || removed.length === 0) return 0;
  log.info({ files: removed.length, bytes: sumOf(removed) }, 'Sent files that nothing names were removed.');
  return removed.length;
}

async function unnamed(store: NamingStore, tenant: string, files: readonly SentFile[]): Promise<readonly SentFile[]> {
  const { names, digests } = await namedFiles(store, tenant);
  return files.filter(({ name, digest }) => !names.has(name) && !digests.has(digest));
}
