// A partner's policy as messages: money in currency units there, in minor units inside.

import type { DescEnum, MessageInitShape } from '@bufbuild/protobuf';
import type { PartnersService } from '../../../gen/tieout/partners/v1/partners_service_pb.ts';
import {
  type MoneyLimit,
  type Policy as PolicyMessage,
  type PolicySchema,
  ReviewedActSchema,
} from '../../../gen/tieout/partners/v1/policy_pb.ts';
import { DifferenceAsSchema } from '../../../gen/tieout/people/v1/matches_pb.ts';
import { ClusterTypeSchema } from '../../../gen/tieout/resolution/v1/vocabulary_pb.ts';
import { TieoutError } from '../../core/errors.ts';
import { decimalsOf, exponentOf, scaledInteger } from '../../core/money/money.ts';
import { type Policy, policyFromJson, policyJson } from '../../core/people/policy.ts';
import type { ReviewRule } from '../../core/people/review.ts';
import type { DifferenceAs } from '../../core/records/groups/difference-as.ts';
import type { PartnerTerms } from '../../core/records/partner-terms.ts';
import type { Store } from '../../ports/store.ts';
import { OF_TENANT, setPolicy } from '../../workflows/partners/policy-in-force.ts';
import { setTerms } from '../../workflows/partners/terms-in-force.ts';
import { decimalText } from '../decimal-text.ts';
import { enumNames, enumNumber } from '../enum-names.ts';
import { instant } from '../plain-values.ts';
import { moneyNumber } from '../reporting/json-money.ts';
import type { ServiceHandlers } from '../services.ts';
import { InvalidRequest, type Problem, type ProblemPath } from '../validation/problems.ts';
import { requireAllBranches } from './of-all-branches.ts';

interface PolicyDependencies {
  readonly store: Pick<Store, 'partnerTerms'>;
  readonly clock: () => number;
}

export function policyHandlers({
  store,
  clock,
}: PolicyDependencies): Required<Pick<ServiceHandlers<typeof PartnersService>, 'getPolicy' | 'putPolicy'>> {
  return {
    async getPolicy({ tenantId = '', partnerId = OF_TENANT, version = null }) {
      const found = await setPolicy(store, { tenant: tenantId, partner: partnerId }, version);
      const whose = partnerId === OF_TENANT ? `Tenant ${tenantId}` : `Partner ${partnerId}`;
      if (found === null) throw new TieoutError('not_found', `${whose} has no policy.`);
      return policyMessage(found);
    },

    async putPolicy({ tenantId = '', partnerId = OF_TENANT, policy }, { caller }) {
      requireAllBranches(caller, 'set the policy');
      const key = { tenant: tenantId, partner: partnerId, name: 'policy' as const };
      const terms = policyJson(policyOf(policy!));
      return policyMessage(await setTerms(store, { ...key, terms, setAt: clock(), setBy: caller.id }));
    },
  };
}

function policyOf(message: PolicyMessage): Policy {
  const { signOffByTwo = false, leastSweepPrecision, suspendOnDrift = false, needsReview } = message;
  const problems: Problem[] = [];
  const read = (limits: readonly MoneyLimit[], ...at: ProblemPath) => limitsOf(limits, { problems, at });
  const policy = {
    writeOffLimits: read(message.writeOffLimits, 'write_off_limits'),
    signOffByTwo,
    leastSweepPrecision: leastSweepPrecision ?? null,
    suspendOnDrift,
    needsReview: needsReview.map(
      (rule, i): ReviewRule => ({
        acts: rule.acts.map((act) => nameOf(ReviewedActSchema, act) as ReviewRule['acts'][number]),
        types: rule.clusterTypes.map((type) => nameOf(ClusterTypeSchema, type)),
        amountAbove: read(rule.amountAbove, 'needs_review', i, 'amount_above'),
        shareOfMonthAbove: rule.shareOfMonthAbove ?? null,
        recurring: rule.recurring ?? null,
        differences: rule.differences.map((one) => nameOf(DifferenceAsSchema, one) as DifferenceAs),
        differenceAbove: read(rule.differenceAbove, 'needs_review', i, 'difference_above'),
      }),
    ),
  };
  if (problems.length > 0) throw new InvalidRequest(problems);
  return policy;
}

const nameOf = (desc: DescEnum, number: number): string => enumNames(desc).names.get(number)!;

/** Minor units by currency, in order of the codes. Adds a problem for what is no limit. */
function limitsOf(
  limits: readonly MoneyLimit[],
  { problems, at }: { readonly problems: Problem[]; readonly at: ProblemPath },
): Readonly<Record<string, number>> {
  const found = new Map<string, number>();
  for (const [i, { currency = '', amount = 0 }] of limits.entries()) {
    const wrong = (field: string, msg: string) =>
      problems.push({ type: 'policy', path: ['policy', ...at, i, field], msg });
    const text = decimalText(amount);
    const minor = decimalsOf(text) > exponentOf(currency) ? null : scaledInteger(text, exponentOf(currency));
    if (found.has(currency)) wrong('currency', `${currency} stands there twice`);
    else if (minor === null) wrong('amount', `has more decimals than ${currency} has`);
    else found.set(currency, minor);
  }
  return Object.fromEntries([...found].sort());
}

function policyMessage({ partner, version, setAt, setBy, terms }: PartnerTerms) {
  const { writeOffLimits, signOffByTwo, leastSweepPrecision, suspendOnDrift, needsReview } = policyFromJson(terms);
  const policy: MessageInitShape<typeof PolicySchema> = {
    writeOffLimits: limitMessages(writeOffLimits),
    signOffByTwo,
    leastSweepPrecision: leastSweepPrecision ?? undefined,
    suspendOnDrift,
    needsReview: needsReview.map((rule) => ({
      acts: rule.acts.map(enumNumber(ReviewedActSchema)),
      clusterTypes: rule.types.map(enumNumber(ClusterTypeSchema)),
      amountAbove: limitMessages(rule.amountAbove),
      shareOfMonthAbove: rule.shareOfMonthAbove ?? undefined,
      recurring: rule.recurring ?? undefined,
      differences: rule.differences.map(enumNumber(DifferenceAsSchema)),
      differenceAbove: limitMessages(rule.differenceAbove),
    })),
  };
  const partnerId = partner === OF_TENANT ? undefined : partner;
  return { version, setAt: instant(setAt), setBy: setBy ?? undefined, policy, partnerId };
}

const limitMessages = (limits: Readonly<Record<string, number>>) =>
  Object.entries(limits).map(([currency, minor]) => ({ currency, amount: moneyNumber(BigInt(minor), currency) }));
