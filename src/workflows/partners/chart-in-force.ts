// The chart of accounts by which a partner's journals find their accounts.

import { TieoutError } from '../../core/errors.ts';
import type { PartnerScope } from '../../core/records/session-key.ts';
import { type ChartInForce, parseChart } from '../../core/summary/chart/chart.ts';
import type { Store } from '../../ports/store.ts';
import { termsInForce } from './terms-in-force.ts';

/** `version`: null for the latest. Null if the partner has no chart. Throws not_found for an unknown version. */
export async function chartInForce(
  store: Pick<Store, 'partnerTerms'>,
  { tenant, partner }: PartnerScope,
  version: number | null,
): Promise<ChartInForce | null> {
  const found = await termsInForce(store, { tenant, partner, name: 'chart' }, version);
  if (found === null) return null;
  const damaged = (sentence: string) =>
    new TieoutError('store_damaged', `Version ${found.version} of the chart of partner ${partner}: ${sentence}`);
  return { chart: parseChart(found.terms, damaged), version: found.version };
}
