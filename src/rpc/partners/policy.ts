// A partner's policy as messages: money in currency units there, in minor units inside.

import type { MessageInitShape } from '@bufbuild/protobuf';
import type { PartnersService } from '../../../gen/tieout/partners/v1/partners_service_pb.ts';
import type { Policy as PolicyMessage, PolicySchema } from '../../../gen/tieout/partners/v1/policy_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import { decimalsOf, exponentOf, scaledInteger } from '../../core/money/money.ts';
import { type Policy, policyFromJson, policyJson } from '../../core/people/policy.ts';
import type { PartnerTerms } from '../../core/records/partner-terms.ts';
import type { Store } from '../../ports/store.ts';
import { setTerms, termsInForce } from '../../workflows/partners/terms-in-force.ts';
import { decimalText } from '../decimal-text.ts';
import { instant } from '../plain-values.ts';
import { moneyNumber } from '../reporting/json-money.ts';
import type { ServiceHandlers } from '../services.ts';
import { InvalidRequest, type Problem } from '../validation/problems.ts';

interface PolicyDependencies {
  readonly store: Pick<Store, 'partnerTerms'>;
  readonly clock: () => number;
}

export function policyHandlers({
  store,
  clock,
}: PolicyDependencies): Required<Pick<ServiceHandlers<typeof PartnersService>, 'getPolicy' | 'putPolicy'>> {
  return {
    async getPolicy({ tenantId = '', partnerId = '', version = null }) {
      const found = await termsInForce(store, { tenant: tenantId, partner: partnerId, name: 'policy' }, version);
      if (found === null) throw new TieoutError('not_found', `Partner ${partnerId} has no policy.`);
      return policyMessage(found);
    },

    async putPolicy({ tenantId = '', partnerId = '', policy }, { caller }) {
      const key = { tenant: tenantId, partner: partnerId, name: 'policy' as const };
      const terms = policyJson(policyOf(policy!));
      return policyMessage(await setTerms(store, { ...key, terms, setAt: clock(), setBy: caller.id }));
    },
  };
}

function policyOf({ writeOffLimits, signOffByTwo = false, leastSweepPrecision }: PolicyMessage): Policy {
  const limits = new Map<string, number>();
  const problems: Problem[] = [];
  for (const [i, { currency = '', amount = 0 }] of writeOffLimits.entries()) {
    const at = (field: string, msg: string) =>
      problems.push({ type: 'policy', path: ['policy', 'write_off_limits', i, field], msg });
    const text = decimalText(amount);
    const minor = decimalsOf(text) > exponentOf(currency) ? null : scaledInteger(text, exponentOf(currency));
    if (limits.has(currency)) at('currency', `${currency} stands there twice`);
    else if (minor === null) at('amount', `has more decimals than ${currency} has`);
    else limits.set(currency, minor);
  }
  if (problems.length > 0) throw new InvalidRequest(problems);
  return {
    writeOffLimits: Object.fromEntries([...limits].sort()),
    signOffByTwo,
    leastSweepPrecision: leastSweepPrecision ?? null,
  };
}

function policyMessage({ version, setAt, setBy, terms }: PartnerTerms) {
  const { writeOffLimits, signOffByTwo, leastSweepPrecision } = policyFromJson(terms);
  const policy: MessageInitShape<typeof PolicySchema> = {
    writeOffLimits: Object.entries(writeOffLimits).map(([currency, minor]) => ({
      currency,
      amount: moneyNumber(BigInt(minor), currency),
    })),
    signOffByTwo,
    leastSweepPrecision: leastSweepPrecision ?? undefined,
  };
  return { version, setAt: instant(setAt), setBy: setBy ?? undefined, policy };
}
