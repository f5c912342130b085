// The id of the ad hoc session under which an uploaded document is ingested: no run is of it. A repeated call gets the
// same id, so the document's rows are found again.

import type { Digest } from '../records/rows/identity.ts';

/** Stands for the session in the record ids of ad hoc rows, so that two uploads of one content give the same rows. */
export const AD_HOC = 'adhoc';
const PREFIX = `${AD_HOC}-`;

export const isAdHoc = (session: string): boolean => /^adhoc-[0-9a-f]{32}$/.test(session);

/** The ad hoc session for a name in a call of an internal route. It is never the id of a run's session of that name. */
export const adHocNamed = (name: string, digest: Digest): string =>
  isAdHoc(name) ? name : adHocOf(['ad hoc', name], digest);

/** The ad hoc session of the documents in one call. */
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
  return adHocOf([tenant, partner, branchId ?? '', [...urls].sort()], digest);
}

const adHocOf = (parts: readonly unknown[], digest: Digest): string =>
  PREFIX + digest(JSON.stringify(parts)).slice(0, 32);
