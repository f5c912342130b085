// The ad hoc session under which an uploaded document is ingested. A repeated call has the same one, so its rows are
// found again.

import type { Digest } from '../records/rows/identity.ts';

/** Replaces the session in record ids of ad hoc rows, so that two uploads of one content give the same rows. */
export const AD_HOC = 'adhoc';
const PREFIX = `${AD_HOC}-`;

export const isAdHoc = (session: string): boolean => /^adhoc-[0-9a-f]{32}$/.test(session);

/** The ad hoc session for a name in a call of an internal route. It never equals a run's session of that name. */
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
