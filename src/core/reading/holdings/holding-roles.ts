// The roles that a holdings column may have, by its title. A title is compared as a whole first and then by its words;
// words for another value (cost, weight, gain) keep the column from the figures of the position.

import { anyOf, inOrder } from '../words/in-order.ts';
import { plainTitle } from '../words/plain-title.ts';

export const HOLDING_ROLES = [
  'account',
  'as_of_date',
  'isin',
  'cusip',
  'sedol',
  'local_code',
  'security_id',
  'security_name',
  'security_type',
  'currency',
  'units',
  'face_value',
  'direction',
  'price',
  'price_factor',
  'market_value',
  'accrued',
  'fx_rate',
  'unsettled',
  'lot',
  'trade_date',
  'settlement_date',
  'status',
] as const;
export type HoldingRole = (typeof HOLDING_ROLES)[number];

export type RoleKind = 'figure' | 'day' | 'currency' | 'text';

export const ROLE_KINDS: Readonly<Record<HoldingRole, RoleKind>> = {
  account: 'text',
  as_of_date: 'day',
  isin: 'text',
  cusip: 'text',
  sedol: 'text',
  local_code: 'text',
  security_id: 'text',
  security_name: 'text',
  security_type: 'text',
  currency: 'currency',
  units: 'figure',
  face_value: 'figure',
  direction: 'text',
  price: 'figure',
  price_factor: 'figure',
  market_value: 'figure',
  accrued: 'figure',
  fx_rate: 'figure',
  unsettled: 'figure',
  lot: 'text',
  trade_date: 'day',
  settlement_date: 'day',
  status: 'text',
};

const PHRASES: Readonly<Partial<Record<HoldingRole, string>>> = {
  account:
    'account|account number|account no|account id|account code|acct|portfolio|portfolio id|portfolio code|portfolio number|fund|fund id|fund code|fund name|safekeeping account|custody account|securities account|depot|depotnummer|mandate|client account|client a c|client id|client code|safekeeping a c|a c',
  as_of_date:
    'as of|as of date|as at|as at date|asof|position date|valuation date|holding date|holdings date|report date|statement date|effective date|business date|nav date|date|stichtag',
  isin: 'isin|isin code|isin number|isin no|security isin',
  cusip: 'cusip|cusip number|cusip no|cusip code|cins',
  sedol: 'sedol|sedol code|sedol number',
  local_code:
    'ticker|symbol|ticker symbol|local code|security code|instrument code|asset code|stock code|scrip code|bloomberg|bloomberg ticker|ric|valor|valoren|wkn|local id|code|internal id|security number',
  security_id:
    'security id|security identifier|identifier|instrument id|instrument|asset id|security|id|sec id|primary id|security no|instrument identifier|asset identifier',
  security_name:
    'security name|name|description|security description|instrument name|asset name|issue name|holding|holdings|asset|asset description|issuer|issue|stock|bezeichnung|wertpapier|investment|company|fund holding|position',
  security_type:
    'security type|asset type|asset class|instrument type|type|class|sec type|category|sector type|product type|investment type',
  currency:
    'currency|ccy|curr|local currency|security currency|price currency|trading currency|local ccy|cur|currency code|price ccy|settlement currency|issue currency|wahrung',
  units:
    'units|quantity|qty|shares|position|holding|holdings|balance|shares par|quantity held|units held|shares held|total quantity|total units|position quantity|no of shares|number of shares|no of units|number of units|nominal|quantity nominal|settled and unsettled quantity|stuck|stuck nominale|stuckzahl|anzahl|traded quantity|share quantity|shares units|unit|closing balance|closing quantity|contracts|current quantity|share balance|trade date quantity|ending quantity|nominal holding|amount held',
  face_value:
    'face value|par|par value|face amount|nominal value|nominal amount|principal|original face|current face|par amount|notional',
  direction: 'long short|l s|long short indicator|side|position type|ls|long or short',
  price:
    'price|market price|unit price|closing price|close price|price local|local price|last price|mid price|bid price|nav|nav per unit|nav per share|kurs|price per unit|price per share|valuation price|market price local|close|security price|unit value|current price|eod price|quote',
  price_factor:
    'price factor|factor|multiplier|contract size|price multiplier|contract multiplier|pricing factor|unit factor|quantity factor|price divisor factor|value factor|lot multiplier|quotation factor|contract value factor',
  market_value:
    'market value|value|mkt value|mkt val|mv|market value local|local market value|market value lcl|total value|valuation|current value|fair value|value local|market val|kurswert|marktwert|net value|clean market value|market value local currency|position value|asset value|total market value|holding value|clean value',
  accrued:
    'accrued interest|accrued|accrued income|accrual|accrued int|interest accrued|stuckzinsen|accrued interest local|accrued amount|accruals',
  fx_rate:
    'fx rate|exchange rate|fx|rate|fxrate|currency rate|conversion rate|fx to base|spot rate|wechselkurs|ex rate|base fx rate|local to base rate',
  unsettled:
    'unsettled|unsettled quantity|unsettled units|pending|pending quantity|pending units|pending settlement|quantity pending|in transit|unsettled position|pending trades|open trades quantity|due in|net pending',
  lot: 'lot|lot id|tax lot|tax lot id|lot number|lot no|taxlot|tranche|parcel',
  trade_date:
    'trade date|trade dt|deal date|purchase date|acquisition date|transaction date|contract date|acquired|open date',
  settlement_date:
    'settlement date|settle date|settlement dt|settle dt|contractual settlement date|actual settlement date|sd|expected settlement date|value date',
  status: 'status|settlement status|trade status|settled|position status|state',
};

const BY_PHRASE = new Map<string, HoldingRole[]>();
for (const [role, phrases] of Object.entries(PHRASES) as [HoldingRole, string][]) {
  for (const phrase of phrases.split('|')) BY_PHRASE.set(phrase, [...(BY_PHRASE.get(phrase) ?? []), role]);
}

/** Words of titles that are no known phrase; the first that fits counts. */
const WORDS: readonly (readonly [HoldingRole, RegExp])[] = [
  ['isin', /\bisin\b/],
  ['cusip', /\bcusip\b/],
  ['sedol', /\bsedol\b/],
  ['accrued', /\baccru/],
  ['price_factor', /\b(factor|multiplier)\b|\bcontract size\b/],
  ['fx_rate', anyOf(inOrder(/\b(fx|exchange)\b/, /\brate\b/), /\bfx\b/)],
  [
    'unsettled',
    anyOf(
      inOrder(/\b(unsettled|pending)\b/, /\b(quantity|qty|units|shares)\b/),
      inOrder(/\b(quantity|qty|units|shares)\b/, /\b(unsettled|pending)\b/),
    ),
  ],
  ['settlement_date', inOrder(/\bsettle(ment)?\b/, /\b(date|dt)\b/)],
  ['trade_date', inOrder(/\b(trade|purchase|acquisition)\b/, /\b(date|dt)\b/)],
  ['as_of_date', inOrder(/\b(as (of|at)|position|valuation|report|holding|pricing|price)\b/, /\b(date|dt)\b/)],
  ['lot', /\blot\b/],
  ['market_value', anyOf(inOrder(/\b(market|mkt|fair)\b/, /\bval(ue)?\b/), /\bvaluation\b/)],
  ['price', /\bprice\b/],
  ['face_value', /\b(face|par)\b/],
  ['units', /\b(quantity|qty|units|shares|nominal)\b/],
  ['security_type', inOrder(/\b(security|asset|instrument)\b/, /\b(type|class)\b/)],
  ['currency', /\b(currency|ccy)\b/],
  [
    'account',
    anyOf(inOrder(/\b(account|acct|a c|portfolio)\b/, /\b(no|number|code|id)\b/), /\b(account|a c|portfolio)\b/),
  ],
  ['local_code', /\b(ticker|symbol)\b/],
  [
    'security_name',
    anyOf(inOrder(/\b(security|instrument|asset|issue)\b/, /\b(name|description)\b/), /\bdescription\b/),
  ],
  ['security_id', inOrder(/\b(security|instrument|asset)\b/, /\b(id|identifier|code)\b/)],
];

/** Values other than the position's on the day: what was paid, its share, its gain. */
const OTHER_VALUE =
  /\b(cost|book|purchase|acquisition|average|avg|gain|gains|loss|profit|unreali[sz]ed|weight|percent|pct|change|previous|prior|opening|income|yield|coupon|dividend|target|limit|original|stamm|einstand)\b/;
/** Values in the portfolio's currency, beside those in the security's own. */
const IN_BASE = /\b(base|reporting|portfolio currency|fund currency|functional)\b/;

interface RoleMeaning {
  readonly role: HoldingRole;
  /** 4: the whole title. 2: words of it. Less if another column is likelier. */
  readonly weight: number;
}

/** The meanings that a title may have, the likeliest first. */
export function holdingRolesOf(title: string): readonly RoleMeaning[] {
  const plain = plainTitle(title.replace(/\([^()]*\)/g, ' ')) || plainTitle(title);
  const withoutCurrency = plain
    .replace(/\b(usd|ngn|eur|gbp|local|lcl|lcy)\b/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  const phrase = BY_PHRASE.get(plain) ?? BY_PHRASE.get(withoutCurrency);
  const isOther = OTHER_VALUE.test(plain);
  const inBase = IN_BASE.test(plainTitle(title));
  const lessIfBase = (role: HoldingRole): number => (inBase && ROLE_KINDS[role] !== 'day' ? 0.5 : 1);
  if (phrase !== undefined) return phrase.map((role, k) => ({ role, weight: (4 - k) * lessIfBase(role) }));
  const byWord = WORDS.find(([role, pattern]) => pattern.test(plain) && !(isOther && isFigureOfDay(role)));
  return byWord === undefined ? [] : [{ role: byWord[0], weight: 2 * lessIfBase(byWord[0]) }];
}

const isFigureOfDay = (role: HoldingRole): boolean =>
  role === 'price' || role === 'market_value' || role === 'units' || role === 'face_value' || role === 'currency';
