// The service for what a partner's people set for all of its runs.

import type { JsonObject } from '@bufbuild/protobuf';
import type { PartnersService } from '../../../gen/tieout/partners/v1/partners_service_pb.ts';
import { ConfirmedAsSchema } from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import { formatDay } from '../../core/money/calendar.ts';
import { accountMapOf } from '../../core/records/account-map.ts';
import type { PartnerTerms } from '../../core/records/partner-terms.ts';
import { chartJson, parseChart } from '../../core/summary/chart/chart.ts';
import type { Store } from '../../ports/store.ts';
import { setAccounts } from '../../workflows/partners/accounts-in-force.ts';
import { forgetNames, lessonsIn } from '../../workflows/partners/charge-words-in-force.ts';
import { setTerms, termsInForce } from '../../workflows/partners/terms-in-force.ts';
import { enumNumber } from '../enum-names.ts';
import { instant } from '../plain-values.ts';
import { moneyNumber } from '../reporting/json-money.ts';
import type { ServiceHandlers } from '../services.ts';
import { formatHandlers } from './formats.ts';
import { requireAllBranches } from './of-all-branches.ts';
import { policyHandlers } from './policy.ts';

interface PartnersDependencies {
  readonly store: Pick<Store, 'partnerTerms' | 'formats'>;
  readonly clock: () => number;
}

export function partnersService({ store, clock }: PartnersDependencies): ServiceHandlers<typeof PartnersService> {
  return {
    ...policyHandlers({ store, clock }),
    ...formatHandlers(store),

    async getChart({ tenantId = '', partnerId = '', version = null }) {
      const found = await termsInForce(store, { tenant: tenantId, partner: partnerId, name: 'chart' }, version);
      if (found === null) throw new TieoutError('not_found', `Partner ${partnerId} has no chart of accounts.`);
      return chartMessage(found);
    },

    async putChart({ tenantId = '', partnerId = '', chart }, { caller }) {
      requireAllBranches(caller, 'set the chart of accounts');
      const invalid = (sentence: string) => new TieoutError('mapping_invalid', sentence);
      const terms = chartJson(parseChart(chart, invalid));
      const key = { tenant: tenantId, partner: partnerId, name: 'chart' as const };
      return chartMessage(await setTerms(store, { ...key, terms, setAt: clock(), setBy: caller.id }));
    },

    async getAccounts({ tenantId = '', partnerId = '', version = null }) {
      const found = await termsInForce(store, { tenant: tenantId, partner: partnerId, name: 'accounts' }, version);
      if (found === null) throw new TieoutError('not_found', `Partner ${partnerId} has no map of accounts.`);
      return accountsMessage(found);
    },

    async putAccounts({ tenantId = '', partnerId = '', accounts }, { caller }) {
      requireAllBranches(caller, 'set the map of accounts');
      const map = accountMapOf(accounts, (sentence) => new TieoutError('mapping_invalid', sentence));
      const of = { tenant: tenantId, partner: partnerId };
      return accountsMessage(await setAccounts(store, of, { map, setAt: clock(), setBy: caller.id }));
    },

    async getChargeWords({ tenantId = '', partnerId = '', version = null }) {
      const key = { tenant: tenantId, partner: partnerId, name: 'charge_words' as const };
      return chargeWordsMessage(await termsInForce(store, key, version));
    },

    async forgetChargeWords({ tenantId = '', partnerId = '', names }, { caller }) {
      requireAllBranches(caller, 'forget charge words');
      const of = { tenant: tenantId, partner: partnerId };
      return chargeWordsMessage(await forgetNames(store, of, { names, setAt: clock(), setBy: caller.id }));
    },
  };
}

const chartMessage = (set: PartnerTerms) => ({ ...versionOf(set), chart: set.terms as JsonObject });

const accountsMessage = (set: PartnerTerms) => ({ ...versionOf(set), accounts: set.terms as JsonObject });

const chargeWordsMessage = (set: PartnerTerms | null) => ({
  ...(set !== null && versionOf(set)),
  names: (set === null ? [] : lessonsIn(set)).map(({ name, kind, clusters, seen }) => ({
    ...{ name, confirmedAs: enumNumber(ConfirmedAsSchema)(kind), clusterIds: [...clusters] },
    seen: seen.map(({ cluster, currency, amount, day }) => ({
      ...{ clusterId: cluster, currency, amount: moneyNumber(amount, currency), day: formatDay(day)! },
    })),
  })),
});

const versionOf = ({ version, setAt, setBy }: PartnerTerms) => ({
  version,
  setAt: instant(setAt),
  setBy: setBy ?? undefined,
});
