// Finds the sent files of a tenant that something stored names. Parameters of runs, proposals, and files of feeds that
// wait for their run name them by name; sessions, and people who attached one to an exception, by content.

import type { PartnerScope } from '../../core/records/session-key.ts';
import type { OperationPlace } from '../../ports/decisions.ts';
import type { Store } from '../../ports/store.ts';
import { addNames } from '../files/keep-sent-file.ts';
import { attachedBy } from '../people/follow-up.ts';
import { arrivalsOfTenant } from './known-arrivals.ts';

interface NamedFiles {
  readonly names: ReadonlySet<string>;
  /** SHA-256, hex. */
  readonly digests: ReadonlySet<string>;
}

export type NamingStore = Pick<Store, 'runs' | 'sessions' | 'ingestions' | 'acts' | 'decisions'>;

const AT_ONCE = 500;

export async function namedFiles(store: NamingStore, tenant: string): Promise<NamedFiles> {
  const [names, digests, partners] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (let after: number | null = null; ; ) {
    const page: Awaited<ReturnType<typeof store.runs.list>> = await store.runs.list({ tenant, after, limit: AT_ONCE });
    for (const { runId } of page.runs) addNames((await store.runs.get(runId))?.parameters ?? null, names);
    after = page.next;
    if (after === null) break;
  }
  for (let after: number | null = null; ; ) {
    const page: Awaited<ReturnType<typeof store.sessions.page>> = await store.sessions.page({
      ...{ tenant, after, limit: AT_ONCE },
    });
    for (const { key } of page.sessions) {
      partners.add(key.partner);
      for (const { fileDigest } of await store.ingestions.live(key)) digests.add(fileDigest);
    }
    after = page.next;
    if (after === null) break;
  }
  for (const partner of partners)
    for (const digest of await attachedDigests(store, { tenant, partner })) digests.add(digest);
  for (const { content } of await store.acts.ofTenant(tenant, 'proposal')) addNames(content, names);
  for (const { sent, runId } of await arrivalsOfTenant(store.acts, tenant)) if (runId === null) names.add(sent);
  return { names, digests };
}

async function attachedDigests({ decisions }: Pick<Store, 'decisions'>, scope: PartnerScope): Promise<string[]> {
  const digests: string[] = [];
  for (let after: OperationPlace | null = null; ; ) {
    const page: Awaited<ReturnType<typeof decisions.past>> = await decisions.past(scope, { after, limit: AT_ONCE });
    for (const operation of page.operations) digests.push(...attachedBy(operation).map(({ digest }) => digest));
    after = page.next;
    if (after === null) return digests;
  }
}
