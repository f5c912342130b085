// The session that an uploaded document is ingested under: the same for the same call, so that trying again finds what
// was ingested.

import type { Digest } from '../records/rows/identity.ts';

/** What stands for the session in the record ids of ad hoc rows: two uploads of one content are the same rows. */
export const AD_HOC = 'adhoc';
const PREFIX = `${AD_HOC}-`;

export const isAdHoc = (session: string): boolean => /^adhoc-[0-9a-f]{32}$/.test(session);

/** What a caller of an internal route calls it, as an ad hoc session: one that runs have by the name is never it. */
export const adHocNamed = (session: string, digest: Digest): string =>
  isAdHoc(session) ? session : PREFIX + digest(JSON.stringify(['ad hoc', session])).slice(0, 32);

export function adHocSession(
  {
    tenant,
    partner,
    branchId,
    urls,
  }: {
    readonly tenant: string;
    readonly partner: string;
    readonly branchId: string | null;
    readonly urls: readonly string[];
  },
  digest: Digest,
): string {
  return PREFIX + digest(JSON.stringify([tenant, partner, branchId ?? '', [...urls].sort()])).slice(0, 32);
}
