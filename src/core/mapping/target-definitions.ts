// The fields of a suggestion: those in the request, or the defaults of its customer type (docs/fields.md). A field is
// named in snake_case or in words and shown in Title Case. If the reader knows its name or an alias, the reader's
// evidence counts.

import { fieldOfName } from '../reading/columns/field-vocabulary.ts';
import { FIELD_NAMES, type FieldName, type FieldType, TARGET_FIELDS } from '../reading/titles/target-fields.ts';
import { plainTitle } from '../reading/words/plain-title.ts';
import { SIDES, type Side } from '../records/rows/columns.ts';

export interface TargetDefinition {
  readonly description?: string | undefined;
  readonly type?: FieldType | undefined;
  readonly required?: boolean | undefined;
  readonly aliases: readonly string[];
}

/** Fields of cards, transfers and holdings, which the reader of statements does not know. */
const FURTHER_FIELDS = {
  rrn: {
    type: 'identifier',
    description: 'The retrieval reference number of a card transaction.',
    aliases: ['Retrieval Reference Number', 'Retrieval Ref No', 'Retrieval Reference'],
  },
  stan: {
    type: 'identifier',
    description: 'The system trace audit number of a card transaction.',
    aliases: ['System Trace Audit Number', 'Trace Number', 'Trace No', 'Sequence Number'],
  },
  terminal_id: {
    type: 'identifier',
    description: 'The terminal of a card transaction.',
    aliases: ['Terminal', 'TID', 'Terminal No', 'ATM Id', 'Device Id'],
  },
  masked_card: {
    type: 'identifier',
    description: 'The card, of which the first six and last four digits are kept.',
    aliases: ['Masked PAN', 'PAN', 'Card Number', 'Card No', 'Masked Card Number'],
  },
  response_code: {
    type: 'flag',
    description: 'What the switch answered.',
    aliases: ['Response', 'Resp Code', 'Response Cd', 'RC'],
  },
  institution: {
    type: 'text',
    description: 'The other bank of a transfer.',
    aliases: ['Source Institution', 'Destination Institution', 'Bank Name', 'Acquirer', 'Issuer'],
  },
  security_id: {
    type: 'identifier',
    description: 'The security: its ISIN, ticker or code.',
    aliases: ['ISIN', 'Security', 'Security Code', 'Ticker', 'Symbol', 'Instrument', 'CUSIP', 'SEDOL', 'Asset Id'],
  },
  security_name: {
    type: 'text',
    description: 'What the security is called.',
    aliases: ['Instrument Name', 'Security Description', 'Asset Name', 'Asset', 'Issue Name', 'Description'],
  },
  units: {
    type: 'amount',
    description: 'How much of it is held.',
    aliases: ['Quantity', 'Qty', 'Holding', 'Holdings', 'Nominal', 'Shares', 'Face Value', 'Balance', 'Position'],
  },
  price: {
    type: 'amount',
    description: 'The price of one unit.',
    aliases: ['Unit Price', 'Market Price', 'Close Price'],
  },
  market_value: {
    type: 'amount',
    description: 'What the holding is worth.',
    aliases: ['Value', 'Valuation', 'Market Val', 'Total Value', 'Amount'],
  },
  as_of_date: {
    type: 'date',
    description: 'The day that the holding is of.',
    aliases: ['Date', 'Valuation Date', 'Position Date', 'Report Date', 'As Of'],
  },
} as const satisfies Readonly<Record<string, TargetDefinition>>;

const BANKING: readonly string[] = FIELD_NAMES;
const CARDS = [...BANKING, 'rrn', 'stan', 'terminal_id', 'masked_card', 'response_code', 'institution'];
const HOLDINGS = [
  'as_of_date',
  'account',
  'security_id',
  'security_name',
  'units',
  'price',
  'market_value',
  'currency',
];
const REQUIRED: ReadonlySet<string> = new Set(['booking_date', 'security_id', 'units']);

export const CUSTOMER_TYPES = ['mfb', 'commercial_bank', 'payment_provider', 'lender', 'fund_manager'] as const;
export type CustomerType = (typeof CUSTOMER_TYPES)[number];

/** Default fields by customer type, for a request that names none. */
export const DEFAULT_FIELDS: Readonly<Record<CustomerType, readonly string[]>> = {
  mfb: BANKING,
  commercial_bank: CARDS,
  payment_provider: CARDS,
  lender: BANKING,
  fund_manager: HOLDINGS,
};

/** The definition of a default field. */
export function defaultDefinition(name: string): TargetDefinition {
  const further = (FURTHER_FIELDS as Readonly<Record<string, TargetDefinition>>)[name];
  const required = REQUIRED.has(name);
  if (further !== undefined) return { ...further, required };
  const { type, meaning } = TARGET_FIELDS[name as FieldName];
  return { description: meaning, type, required, aliases: [] };
}

/** transaction_date becomes Transaction Date; existing capitals stay. */
export const titleCase = (name: string): string =>
  name
    .replace(/[_\s]+/g, ' ')
    .trim()
    .replace(/(^|[^\p{L}\p{N}’'])(\p{Ll})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());

/** A field to find a column for. */
export interface Target {
  /** In Title Case. */
  readonly name: string;
  readonly definition: TargetDefinition;
  /** Whether the request names it: then it is answered even without a column. */
  readonly isAsked: boolean;
  /** Known titles, normalised by plainTitle. */
  readonly titles: ReadonlySet<string>;
  /** The titles that are aliases. */
  readonly aliases: ReadonlySet<string>;
  /** The distinctive words of each title. */
  readonly words: readonly (readonly string[])[];
  readonly type: FieldType | null;
  /** The reader's field on each side; null for none. */
  readonly fields: Readonly<Record<Side, FieldName | null>>;
}

/** Words that occur in titles of every kind. */
const USUAL_WORDS = new Set(['id', 'no', 'number', 'code', 'the', 'of', 'and', 'a', 'date', 'amount', 'type', 'name']);

const distinctiveWords = (title: string): string[] => title.split(' ').filter((word) => !USUAL_WORDS.has(word));

export function targetOf(name: string, given: TargetDefinition | null): Target {
  const key = plainTitle(name);
  const snake = key.replaceAll(' ', '_');
  const further = (FURTHER_FIELDS as Readonly<Record<string, TargetDefinition>>)[snake];
  const definition = given ?? further ?? { aliases: [] };
  const aliases = [...definition.aliases, ...(given === null ? [] : (further?.aliases ?? []))];
  const titles = new Set([key, ...aliases.map(plainTitle)].filter((title) => title !== ''));
  const known = (side: Side): FieldName | null => {
    if (further !== undefined) return null;
    const fits = (field: FieldName | null) =>
      field !== null && (definition.type === undefined || TARGET_FIELDS[field].type === definition.type);
    return [name, ...definition.aliases].map((one) => fieldOfName(one, side)).find(fits) ?? null;
  };
  const fields = Object.fromEntries(SIDES.map((side) => [side, known(side)])) as Record<Side, FieldName | null>;
  const type = definition.type ?? further?.type ?? (fields.bank === null ? null : TARGET_FIELDS[fields.bank].type);
  const words = [...titles].map(distinctiveWords).filter((own) => own.length > 0);
  const own = new Set(definition.aliases.map(plainTitle));
  return { name: titleCase(name), definition, isAsked: given !== null, titles, aliases: own, words, type, fields };
}

/**
 * The fields to look for: those in the request, or the defaults. A field with another's name in Title Case is dropped.
 */
export function targetsOf(
  asked: Readonly<Record<string, TargetDefinition>>,
  customerType: CustomerType | null,
): { readonly targets: Target[]; readonly warnings: string[] } {
  const names = Object.keys(asked);
  if (names.length === 0) {
    const targets = DEFAULT_FIELDS[customerType ?? 'mfb'].map((name) => ({
      ...targetOf(name, defaultDefinition(name)),
      isAsked: false,
    }));
    return { targets, warnings: [] };
  }
  const targets = new Map<string, Target>();
  const warnings: string[] = [];
  for (const name of names) {
    const target = targetOf(name, asked[name]);
    if (target.name === '') warnings.push('A field of target_field_definitions has no name and is left out.');
    else if (targets.has(target.name)) warnings.push(`“${target.name}” is defined twice: the first one counts.`);
    else targets.set(target.name, target);
  }
  return { targets: [...targets.values()], warnings };
}
