// A customer's risk by the ruleset, factor by factor: every value of the request is met by one rule, modifiers add up
// (of several values of one factor the highest counts in full and each other with a quarter), thresholds make a level,
// and no level is below the highest floor. Nothing is left out: what no rule knows is said to be unknown.

import { countryCode } from '../screening/countries.ts';
import { REVIEW_MONTHS, type RiskFactorRules, type RiskLevel, RULES, THRESHOLDS } from './ruleset.ts';

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
}

interface RiskProfile {
  readonly level: RiskLevel;
  /** 0 to 100. */
  readonly score: number;
  /** The factor and value whose floor raised the level. */
  readonly floorApplied: string | null;
  readonly factors: readonly AppliedFactor[];
  readonly reviewMonths: number;
  readonly eddRequired: boolean;
}

const LEVELS: readonly RiskLevel[] = ['low', 'medium', 'high', 'prohibited'];
/** What each further value of a factor counts. */
const FURTHER = 0.25;

export function riskProfile(question: RiskQuestion): RiskProfile {
  const factors = RULES.flatMap((rules) => valuesOf(rules.factor, question).map((value) => applied(rules, value)));
  const byFactor = Map.groupBy(factors, ({ factor }) => factor);
  let sum = 0;
  for (const of of byFactor.values()) {
    const modifiers = of.map(({ modifier }) => modifier).sort((a, b) => b - a);
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
    reviewMonths: REVIEW_MONTHS[level],
    eddRequired: rank(level) >= rank('high'),
  };
}

const rank = (level: RiskLevel): number => LEVELS.indexOf(level);

/** What the question says of a factor, in the words of the rules. */
function valuesOf(factor: string, question: RiskQuestion): readonly string[] {
  switch (factor) {
    case 'customer_type':
      return [question.customerType];
    case 'geography': {
      const owners = question.ownership.flatMap(({ country }) => (country === null ? [] : [country]));
      const given = [...question.countries, ...owners];
      return given.length === 0 ? ['unknown'] : [...new Set(given.map((one) => countryCode(one) ?? 'unknown'))];
    }
    case 'product':
      return distinct(question.products);
    case 'channel':
      return distinct(question.channels);
    case 'occupation':
      return question.occupation?.trim() ? distinct([question.occupation]) : [];
    case 'industry':
      return question.industry?.trim() ? distinct([question.industry]) : [];
    case 'ownership':
      return distinct(question.ownership.flatMap(ownerWords).concat(unexplained(question.ownership)));
    default:
      return distinct(question.screeningResults.map(({ decision, riskTag }) => `${riskTag ?? ''} ${decision}`.trim()));
  }
}

const distinct = (values: readonly string[]): string[] => [...new Set(values.map((one) => one.trim().toLowerCase()))];

function ownerWords({ kind, isPep, isNominee }: RiskOwner): string[] {
  const words = [...(isNominee ? ['nominee'] : []), ...(isPep ? ['pep'] : [])];
  if (kind === 'trust') words.push('trust');
  else if (kind !== null && kind !== 'individual') words.push('layered');
  return words.length === 0 ? ['named'] : words;
}

/** FATF asks for whoever has a quarter or more. */
function unexplained(owners: readonly RiskOwner[]): string[] {
  const shares = owners.flatMap(({ sharePercent }) => (sharePercent === null ? [] : [sharePercent]));
  return shares.length > 0 && shares.reduce((sum, one) => sum + one, 0) <= 75 ? ['unexplained'] : [];
}

function applied({ factor, rules, unknown }: RiskFactorRules, value: string): AppliedFactor {
  const isKnown = value !== 'unknown';
  const words = ` ${value.replaceAll(/[^\p{L}\p{N}_]+/gu, ' ')} `;
  const met = rules
    .filter(({ values }) =>
      values.some((one) => one === value || words.includes(` ${one} `) || (one === '*' && isKnown)),
    )
    .reduce<(typeof rules)[number] | null>(
      (best, one) => (best === null || one.modifier > best.modifier ? one : best),
      null,
    );
  return met === null
    ? { factor, value, modifier: unknown, floor: null, reason: 'not known to the ruleset', source: 'ours' }
    : { factor, value, modifier: met.modifier, floor: met.floor ?? null, reason: met.reason, source: met.source };
}
