// The risk ruleset as data: the known values of each factor, their modifiers, the floors of the level, and the document
// that demands it. A change here is a new version. How words of a request are compared: risk-words.ts. An unknown or
// missing value adds the factor's `unknown`.

export type RiskLevel = 'low' | 'medium' | 'high' | 'prohibited';

export interface RiskRule {
  /** Words; one of them must occur in the value. */
  readonly values: readonly string[];
  readonly modifier: number;
  readonly floor?: RiskLevel;
  readonly reason: string;
  readonly source: string;
}

export interface RiskFactorRules {
  readonly factor: string;
  /** Modifier of a value without a rule, and of a required factor that was not given. */
  readonly unknown: number;
  /** Customer types that require this factor. */
  readonly needed: readonly string[];
  readonly rules: readonly RiskRule[];
}

export const RULESET_VERSION = '2026.3';

/** Lowest level if a value is unknown, or a required factor was not given. */
export const UNKNOWN_FLOOR: RiskLevel = 'medium';

const LEGAL = ['company', 'partnership', 'financial_institution', 'trust'];
const ALL = ['individual', 'government', 'non_profit', ...LEGAL];

const FATF_ACTION = 'FATF, High-Risk Jurisdictions subject to a Call for Action, 24 October 2025';
const FATF_MONITORED = 'FATF, Jurisdictions under Increased Monitoring, 24 October 2025';
const FATF_R12 = 'FATF Recommendation 12 (politically exposed persons)';
const FATF_R10 = 'FATF Recommendation 10, interpretive note, paragraph 15 (higher risks)';
const FATF_R6 = 'FATF Recommendations 6 and 7 (targeted financial sanctions)';
const FATF_LOW = 'FATF Recommendation 10, interpretive note, paragraph 17 (lower risks)';
const FATF_R24 = 'FATF Recommendation 24 (transparency of legal persons)';
const FATF_R22 = 'FATF Recommendation 22 (designated non-financial businesses)';
const FATF_R15 = 'FATF Recommendation 15 (new technologies)';
const WOLFSBERG = 'Wolfsberg Group, Guidance on a Risk Based Approach';

/** Points from which a level applies. */
export const THRESHOLDS: readonly (readonly [RiskLevel, number])[] = [
  ['high', 60],
  ['medium', 30],
  ['low', 0],
];

/** Months until a customer of that level is reviewed. */
export const REVIEW_MONTHS: Readonly<Record<RiskLevel, number>> = { low: 36, medium: 24, high: 12, prohibited: 1 };

export const RULES: readonly RiskFactorRules[] = [
  {
    factor: 'customer_type',
    unknown: 10,
    needed: [],
    rules: [
      { values: ['individual'], modifier: 5, reason: 'a natural person', source: WOLFSBERG },
      { values: ['government'], modifier: 0, reason: 'a public body', source: FATF_LOW },
      { values: ['company'], modifier: 10, reason: 'a legal person', source: FATF_R24 },
      { values: ['partnership'], modifier: 10, reason: 'a legal arrangement of several', source: FATF_R24 },
      {
        values: ['financial_institution'],
        modifier: 15,
        reason: 'correspondent business',
        source: 'FATF Recommendation 13',
      },
      { values: ['non_profit'], modifier: 20, reason: 'a non-profit organisation', source: 'FATF Recommendation 8' },
      {
        values: ['trust'],
        modifier: 25,
        reason: 'a trust, whose owners are not plain',
        source: 'FATF Recommendation 25',
      },
    ],
  },
  {
    factor: 'geography',
    unknown: 10,
    needed: ALL,
    rules: [
      {
        values: ['kp', 'ir'],
        modifier: 60,
        floor: 'prohibited',
        reason: 'countermeasures are called for',
        source: FATF_ACTION,
      },
      {
        values: ['mm'],
        modifier: 40,
        floor: 'high',
        reason: 'enhanced due diligence is called for',
        source: FATF_ACTION,
      },
      {
        values: 'dz ao bo bg cm ci cd ht ke la lb mc na np ss sy ve vn vg ye'.split(' '),
        modifier: 20,
        floor: 'medium',
        reason: 'under increased monitoring',
        source: FATF_MONITORED,
      },
      {
        values: ['cu', 'ru', 'by', 'af', 'sd', 'so', 'ly', 'iq', 'cf'],
        modifier: 25,
        floor: 'medium',
        reason: 'under sanctions or embargo',
        source: WOLFSBERG,
      },
      {
        values: ['ky', 'bm', 'vg', 'je', 'gg', 'im', 'pa', 'sc', 'bz', 'ws', 'vu'],
        modifier: 15,
        reason: 'an offshore centre',
        source: WOLFSBERG,
      },
      { values: ['*'], modifier: 0, reason: 'no increased risk is published', source: FATF_R10 },
    ],
  },
  {
    factor: 'product',
    unknown: 5,
    needed: ALL,
    rules: [
      {
        values: ['savings', 'current', 'salary', 'pension', 'basic'],
        modifier: 0,
        reason: 'a plain product',
        source: FATF_LOW,
      },
      { values: ['loan', 'mortgage', 'credit'], modifier: 3, reason: 'lending', source: WOLFSBERG },
      {
        values: ['remittance', 'transfer', 'wire'],
        modifier: 10,
        reason: 'money goes across borders',
        source: FATF_R10,
      },
      { values: ['trade', 'letter of credit'], modifier: 12, reason: 'trade finance', source: WOLFSBERG },
      { values: ['private banking', 'wealth'], modifier: 15, reason: 'private banking', source: FATF_R10 },
      { values: ['correspondent'], modifier: 20, reason: 'correspondent banking', source: 'FATF Recommendation 13' },
      {
        values: ['crypto', 'virtual asset', 'bitcoin'],
        modifier: 20,
        floor: 'medium',
        reason: 'virtual assets',
        source: FATF_R15,
      },
      { values: ['prepaid', 'anonymous'], modifier: 15, reason: 'favours anonymity', source: FATF_R10 },
      { values: ['cash', 'bearer'], modifier: 12, reason: 'cash or bearer instruments', source: FATF_R10 },
    ],
  },
  {
    factor: 'channel',
    unknown: 5,
    needed: ALL,
    rules: [
      {
        values: ['branch', 'face to face', 'in person'],
        modifier: 0,
        reason: 'the customer is seen',
        source: FATF_LOW,
      },
      {
        values: ['agent', 'broker', 'intermediary', 'third party'],
        modifier: 10,
        reason: 'somebody stands between',
        source: FATF_R10,
      },
      {
        values: [
          ...['online', 'internet', 'mobile', 'app', 'ussd', 'remote', 'web'],
          ...['non face to face', 'not face to face', 'not in person'],
        ],
        modifier: 6,
        reason: 'the customer is not seen',
        source: FATF_R10,
      },
    ],
  },
  {
    factor: 'occupation',
    unknown: 2,
    needed: ['individual'],
    rules: [
      {
        values: ['teacher', 'nurse', 'student', 'farmer', 'retired', 'engineer', 'clerk', 'driver'],
        modifier: 0,
        reason: 'a plain income',
        source: WOLFSBERG,
      },
      {
        values: ['lawyer', 'notary', 'accountant', 'estate agent'],
        modifier: 10,
        reason: 'holds money of others',
        source: FATF_R22,
      },
      {
        values: ['dealer', 'jeweller', 'bureau de change', 'money changer'],
        modifier: 15,
        reason: 'a business of cash',
        source: FATF_R22,
      },
      {
        values: ['politician', 'minister', 'governor', 'senator', 'judge', 'ambassador', 'general'],
        modifier: 30,
        floor: 'high',
        reason: 'a public function',
        source: FATF_R12,
      },
    ],
  },
  {
    factor: 'industry',
    unknown: 2,
    needed: ['non_profit', ...LEGAL],
    rules: [
      {
        values: ['education', 'health', 'agriculture', 'retail', 'manufacturing', 'technology'],
        modifier: 0,
        reason: 'no increased risk is published',
        source: WOLFSBERG,
      },
      {
        values: ['casino', 'gambling', 'betting', 'gaming'],
        modifier: 25,
        floor: 'medium',
        reason: 'gambling',
        source: FATF_R22,
      },
      {
        values: ['precious', 'gold', 'diamond', 'jewellery', 'mining'],
        modifier: 20,
        reason: 'precious metals and stones',
        source: FATF_R22,
      },
      { values: ['real estate', 'property', 'construction'], modifier: 12, reason: 'real estate', source: FATF_R22 },
      {
        values: ['arms', 'weapons', 'defence', 'military'],
        modifier: 30,
        floor: 'high',
        reason: 'arms',
        source: WOLFSBERG,
      },
      {
        values: ['crypto', 'virtual asset', 'exchange'],
        modifier: 25,
        floor: 'medium',
        reason: 'virtual assets',
        source: FATF_R15,
      },
      {
        values: ['money service', 'remittance', 'bureau de change'],
        modifier: 20,
        floor: 'medium',
        reason: 'a money service',
        source: FATF_R10,
      },
      { values: ['oil', 'gas', 'petroleum'], modifier: 10, reason: 'extractive industry', source: WOLFSBERG },
      {
        values: ['charity', 'ngo', 'religious'],
        modifier: 12,
        reason: 'a non-profit organisation',
        source: 'FATF Recommendation 8',
      },
      { values: ['cash', 'car wash', 'scrap'], modifier: 12, reason: 'a business of cash', source: FATF_R10 },
    ],
  },
  {
    factor: 'ownership',
    unknown: 15,
    needed: LEGAL,
    rules: [
      { values: ['nominee'], modifier: 25, floor: 'high', reason: 'nominees or bearer shares', source: FATF_R24 },
      { values: ['pep'], modifier: 30, floor: 'high', reason: 'an owner is politically exposed', source: FATF_R12 },
      { values: ['trust'], modifier: 15, reason: 'a trust among the owners', source: 'FATF Recommendation 25' },
      { values: ['layered'], modifier: 10, reason: 'a company among the owners', source: FATF_R24 },
      { values: ['unexplained'], modifier: 15, reason: 'a quarter or more has no named owner', source: FATF_R24 },
      { values: ['unnamed'], modifier: 5, reason: 'an owner has no name', source: FATF_R24 },
      { values: ['named'], modifier: 0, reason: 'a named person', source: FATF_R24 },
    ],
  },
  {
    factor: 'screening',
    unknown: 20,
    needed: ALL,
    rules: [
      { values: ['no_hit'], modifier: 0, reason: 'no hit', source: FATF_R6 },
      {
        values: ['sanction confirmed_hit'],
        modifier: 100,
        floor: 'prohibited',
        reason: 'on a list of sanctions',
        source: FATF_R6,
      },
      {
        values: ['sanction in_review'],
        modifier: 50,
        floor: 'high',
        reason: 'a hit on a list of sanctions is not decided',
        source: FATF_R6,
      },
      {
        values: ['pep confirmed_hit', 'close_associate confirmed_hit'],
        modifier: 35,
        floor: 'high',
        reason: 'politically exposed',
        source: FATF_R12,
      },
      {
        values: ['pep in_review', 'close_associate in_review'],
        modifier: 25,
        floor: 'medium',
        reason: 'may be politically exposed',
        source: FATF_R12,
      },
      {
        values: ['adverse_media confirmed_hit'],
        modifier: 25,
        floor: 'medium',
        reason: 'adverse news',
        source: WOLFSBERG,
      },
      { values: ['confirmed_hit'], modifier: 40, floor: 'high', reason: 'a confirmed hit', source: FATF_R6 },
      { values: ['in_review'], modifier: 20, floor: 'medium', reason: 'a hit is not decided', source: FATF_R6 },
    ],
  },
];
