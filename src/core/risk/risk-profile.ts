// A customer's risk by the ruleset, factor by factor. One rule applies to each value of the request. Modifiers add up;
// of several values of one factor the highest counts in full and each other one a quarter. Thresholds give the level,
// and no level is below the highest floor. A value without a rule is unknown and has a floor, and so has a required
// factor that was not given: what is not known is not known to be harmless.

import { countryCode } from '../screening/countries.ts';
import { visible } from '../screening/names/visible-text.ts';
import { ruleFor } from './risk-words.ts';
import { REVIEW_MONTHS, type RiskFactorRules, type RiskLevel, RULES, THRESHOLDS, UNKNOWN_FLOOR } from './ruleset.ts';

export interface RiskQuestion {
  readonly customerType: string;
  readonly countries: readonly string[];
  readonly products: readonly string[];
  readonly channels: readonly string[];
  readonly occupation: string | null;
  readonly industry: string | null;
  readonly ownership: readonly RiskOwner[];
  readonly screeningResults: readonly { readonly decision: string; readonly riskTag: string | null }[];
}

interface RiskOwner {
  readonly name: string | null;
  readonly country: string | null;
  readonly sharePercent: number | null;
  readonly kind: string | null;
  readonly isPep: boolean;
  readonly isNominee: boolean;
}

interface AppliedFactor {
  readonly factor: string;
  readonly value: string;
  readonly modifier: number;
  readonly floor: RiskLevel | null;
  readonly reason: string;
  readonly source: string;
  /** Whether no rule knows the value. */
  readonly isUnknown: boolean;
}

export interface RiskProfile {
  readonly level: RiskLevel;
  /** 0 to 100. */
  readonly score: number;
  /** The factor and value whose floor raised the level. */
  readonly floorApplied: string | null;
  readonly factors: readonly AppliedFactor[];
  /** Required factors that were not given. */
  readonly missing: readonly string[];
  readonly reviewMonths: number;
  readonly eddRequired: boolean;
}

const LEVELS: readonly RiskLevel[] = ['low', 'medium', 'high', 'prohibited'];
/** Share that counts of each further value of a factor. */
const FURTHER = 0.25;

export function riskProfile(question: RiskQuestion): RiskProfile {
  const missing: string[] = [];
  const factors = RULES.flatMap((rules) => {
    const values = valuesOf(rules.factor, question);
    if (values.length > 0 || !rules.needed.includes(question.customerType)) {
      return values.map((value) => applied(rules, value));
    }
    missing.push(rules.factor);
    return [notGiven(rules)];
  });
  const byFactor = Map.groupBy(factors, ({ factor }) => factor);
  let sum = 0;
  for (const applied of byFactor.values()) {
    const modifiers = applied.map(({ modifier }) => modifier).sort((a, b) => b - a);
    sum += modifiers.reduce((total, modifier, at) => total + (at === 0 ? modifier : FURTHER * modifier), 0);
  }
  const score = Math.max(0, Math.min(100, Math.round(sum * 100) / 100));
  const byScore = THRESHOLDS.find(([, from]) => score >= from)![0];
  const highest = factors.reduce<AppliedFactor | null>(
    (found, one) => (one.floor !== null && rank(one.floor) > rank(found?.floor ?? 'low') ? one : found),
    null,
  );
  const isRaised = highest !== null && rank(highest.floor!) > rank(byScore);
  const level = isRaised ? highest.floor! : byScore;
  return {
    level,
    score,
    floorApplied: isRaised ? `${highest.factor}: ${highest.value}` : null,
    factors,
    missing,
    reviewMonths: REVIEW_MONTHS[level],
    eddRequired: rank(level) >= rank('high'),
  };
}

/** Total share of the owners, to a millionth: thirds are written with many digits. */
export const percentOf = (owners: readonly { readonly sharePercent?: number | null | undefined }[]): number =>
  Math.round(owners.reduce((sum, { sharePercent }) => sum + (sharePercent ?? 0), 0) * 1e6) / 1e6;

const UNKNOWN = 'unknown';

const rank = (level: RiskLevel): number => LEVELS.indexOf(level);

/** The request's values of a factor, in the words of the rules. */
function valuesOf(factor: string, question: RiskQuestion): readonly string[] {
  switch (factor) {
    case 'customer_type':
      return [question.customerType];
    case 'geography': {
      const owners = question.ownership.flatMap(({ country }) => (country === null ? [] : [country]));
      return [...new Set([...question.countries, ...owners].map((one) => countryCode(one) ?? UNKNOWN))];
    }
    case 'product':
      return distinct(question.products);
    case 'channel':
      return distinct(question.channels);
    case 'occupation':
      return distinct([question.occupation ?? '']);
    case 'industry':
      return distinct([question.industry ?? '']);
    case 'ownership':
      return distinct(question.ownership.flatMap(ownerWords).concat(unexplained(question.ownership)));
    default:
      return distinct(question.screeningResults.map(({ decision, riskTag }) => `${riskTag ?? ''} ${decision}`.trim()));
  }
}

/** Different values in lower case; empty ones are dropped. */
const distinct = (values: readonly string[]): string[] =>
  [...new Set(values.map((one) => visible(one).trim().toLowerCase()))].filter(Boolean);

const isNamed = ({ name }: RiskOwner): boolean => !!name?.trim();

function ownerWords(owner: RiskOwner): string[] {
  const { kind, isPep, isNominee } = owner;
  const words = [...(isNominee ? ['nominee'] : []), ...(isPep ? ['pep'] : [])];
  if (kind === 'trust') words.push('trust');
  else if (kind !== null && kind !== 'individual') words.push('layered');
  if (!isNamed(owner)) words.push('unnamed');
  return words.length === 0 ? ['named'] : words;
}

/** FATF's limit is a quarter: an undeclared share of that size may have a hidden owner. */
const unexplained = (owners: readonly RiskOwner[]): string[] =>
  owners.length > 0 && percentOf(owners.filter(isNamed)) <= 75 ? ['unexplained'] : [];

function notGiven({ factor, unknown }: RiskFactorRules): AppliedFactor {
  const reason = 'not given, and required for this type of customer';
  const isUnknown = false;
  return { factor, value: 'missing', modifier: unknown, floor: UNKNOWN_FLOOR, reason, source: 'ours', isUnknown };
}

function applied({ factor, rules, unknown }: RiskFactorRules, value: string): AppliedFactor {
  const met = value === UNKNOWN ? null : (ruleFor(value, rules) ?? rules.find(({ values }) => values.includes('*')));
  return met == null
    ? {
        ...{ factor, value, modifier: unknown, floor: UNKNOWN_FLOOR },
        ...{ reason: 'not known to the ruleset', source: 'ours', isUnknown: true },
      }
    : {
        ...{ factor, value, modifier: met.modifier, floor: met.floor ?? null },
        ...{ reason: met.reason, source: met.source, isUnknown: false },
      };
}
