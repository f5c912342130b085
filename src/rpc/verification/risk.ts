// The risk profile of a customer, factor by factor.

import type { CalculateCustomerRiskProfileRequest } from '../../../gen/tieout/verification/v1/risk_pb.ts';
import { VerificationService } from '../../../gen/tieout/verification/v1/verification_service_pb.ts';
import {
  CustomerKindSchema,
  RiskLevelSchema,
  ScreeningDecisionSchema,
} from '../../../gen/tieout/verification/v1/vocabulary_pb.ts';
import { dayAt } from '../../core/money/calendar.ts';
import type { Reason } from '../../core/records/documents/check.ts';
import { type RiskProfile, type RiskQuestion, riskProfile } from '../../core/risk/risk-profile.ts';
import { RULESET_VERSION } from '../../core/risk/ruleset.ts';
import { enumNames, enumNumber } from '../enum-names.ts';
import type { Checking } from './checking.ts';

const kinds = enumNames(CustomerKindSchema).names;
const decisions = enumNames(ScreeningDecisionSchema).names;
const levels = enumNumber(RiskLevelSchema);

/** `request` must be valid. */
export function riskQuestion(request: CalculateCustomerRiskProfileRequest): RiskQuestion {
  return {
    customerType: kinds.get(request.customerType!)!,
    countries: request.countries,
    products: request.products,
    channels: request.channels,
    occupation: request.occupation ?? null,
    industry: request.industry ?? null,
    ownership: request.ownership.map(({ name, country, sharePercent, kind, isPep, isNominee }) => ({
      ...{ name: name ?? null, country: country ?? null, sharePercent: sharePercent ?? null },
      ...{
        kind: kind === undefined ? null : kinds.get(kind)!,
        isPep: isPep ?? false,
        isNominee: isNominee ?? false,
      },
    })),
    screeningResults: request.screeningResults.map(({ decision, riskTag }) => ({
      ...{ decision: decisions.get(decision!)!, riskTag: riskTag ?? null },
    })),
  };
}

export function riskRoutes(check: Checking) {
  return {
    calculateCustomerRiskProfile: check(VerificationService.method.calculateCustomerRiskProfile, (request, { now }) => {
      const profile = riskProfile(riskQuestion(request));
      const { level, score, floorApplied, factors, reviewMonths, eddRequired } = profile;
      const isClear = level === 'low' || level === 'medium';
      const gaps = gapsOf(profile);
      const ofLevel = {
        code: `risk_${level}`,
        detail: `The profile is ${level}${floorApplied ? ` (${floorApplied})` : ''}.`,
      };
      return {
        outcome: {
          // A profile verifies nobody: it says whether a person must look.
          status:
            level === 'prohibited' ? 'not_verified' : !isClear ? 'review' : gaps.length > 0 ? 'partial' : 'verified',
          score: score / 100,
          reasons: [...(isClear ? [] : [ofLevel]), ...gaps],
          source: { provider: 'tieout', version: RULESET_VERSION },
        },
        details: {
          level: levels(level),
          riskScore: score,
          ...(floorApplied !== null && { floorApplied }),
          factors: factors.map(({ floor, isUnknown, ...factor }) => ({
            ...{ ...factor, unknown: isUnknown },
            ...(floor !== null && { floor: levels(floor) }),
          })),
          reviewDueAt: monthsAfter(now, reviewMonths),
          eddRequired,
          rulesetVersion: RULESET_VERSION,
        },
      };
    }),
  };
}

function gapsOf({ missing, factors }: RiskProfile): Reason[] {
  const gaps: Reason[] = [];
  if (missing.length > 0) {
    gaps.push({
      code: 'facts_missing',
      detail: `Required for this type of customer, and not given: ${missing.join(', ')}.`,
    });
  }
  const unknown = factors.filter(({ isUnknown }) => isUnknown);
  if (unknown.some(({ factor }) => factor === 'geography')) {
    gaps.push({ code: 'country_unknown', detail: 'A country is given that is not known here.' });
  }
  const words = unknown
    .filter(({ factor }) => factor !== 'geography')
    .map(({ factor, value }) => `${factor} “${value}”`);
  if (words.length > 0) {
    gaps.push({ code: 'words_unknown', detail: `Not known to the ruleset: ${words.join(', ')}.` });
  }
  return gaps;
}

/** This day in a later month, or that month's last day. */
function monthsAfter(now: number, months: number): string {
  const date = new Date(now);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months + 1, 0));
  last.setUTCDate(Math.min(date.getUTCDate(), last.getUTCDate()));
  return dayAt(last.getTime());
}
