// Commands for looking into the demo's session: curl, buf curl and grpcurl, for a shell in the project's folder.

import type { Query } from '../service/service-client.ts';

export interface SessionAddress {
  /** http://127.0.0.1:41234 */
  readonly address: string;
  readonly session: string;
  /** tenant_id and partner_id. */
  readonly scope: Query;
  /** Whether the service requires TIEOUT_SERVICE_TOKEN. */
  readonly wantsToken: boolean;
}

interface ShellLine {
  /** Description of its output. */
  readonly shows: string;
  readonly line: string;
}

/** The token is never shown: the shell fills it in. */
const TOKEN = ' -H "Authorization: Bearer $TIEOUT_SERVICE_TOKEN"';

/** Needs curl; `npx buf` comes with the project; users install grpcurl themselves. */
export function lookFurther({ address, session, scope, wantsToken }: SessionAddress): ShellLine[] {
  const header = wantsToken ? TOKEN : '';
  const path = `${address}/v1/sessions/${session}`;
  const get = (list: string, query: Query) =>
    `curl -s${header} '${path}/${list}?${new URLSearchParams({ ...scope, ...query })}'`;
  const message = (fields: Readonly<Record<string, unknown>>) =>
    `'${JSON.stringify({ session_id: session, ...scope, ...fields })}'`;
  const reporting = 'tieout.reporting.v1.ReportingService';
  const buf = (protocol: string) => `npx buf curl --protocol ${protocol} --http2-prior-knowledge${header}`;
  const grpcurl = `grpcurl -plaintext${header}`;
  const port = new URL(address).host;
  return [
    { shows: 'the summary', line: get('summary', {}) },
    { shows: 'what is open at the bank', line: get('open-items', { side: 'bank', page_size: '5' }) },
    {
      shows: 'a page of clusters over Connect',
      line: `${buf('connect')} -d ${message({ page_size: 5 })} ${address}/${reporting}/ListSessionClusters`,
    },
    {
      shows: 'a page of matches of tier 3 over gRPC',
      line: `${grpcurl} -d ${message({ tier: 3, page_size: 5 })} ${port} ${reporting}/ListMatches`,
    },
    { shows: 'every service, by reflection', line: `grpcurl -plaintext ${port} list` },
  ];
}
