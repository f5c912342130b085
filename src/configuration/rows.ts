// Settings for rows: defaults for what files do not state, and the domains whose exceptions are decided.

import { isIsoCurrency } from '../core/money/currency-code.ts';
import { share, type Variable } from './variable.ts';

/** Domains of decisions by their names in requests: mfb, and a commercial bank's services except atm. */
const RESOLVED = [
  ...['mfb', 'nip', 'card_settlement', 'transfers', 'cash_deposits', 'pos_deposits', 'pos', 'ussd', 'bill_payments'],
  'other',
];
const RESOLVABLE = [...RESOLVED, 'atm'];

function resolvedDomainsOf(given: string): readonly string[] | undefined {
  const named = given.split(',').map((name) => name.trim());
  return named.every((name) => RESOLVABLE.includes(name)) ? [...new Set(named)] : undefined;
}

/** Whether this Node knows the time zone. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

/** Names of institutions by partner; undefined for invalid text. */
function institutionsOf(given: string): Readonly<Record<string, readonly string[]>> | undefined {
  try {
    const parsed: unknown = JSON.parse(given);
    if (parsed === null || typeof parsed !== 'object' || Array.isArray(parsed)) return undefined;
    const isCode = (code: unknown) => typeof code === 'string' && /[\p{L}\p{N}]/u.test(code);
    const areCodes = (codes: unknown) => Array.isArray(codes) && codes.length > 0 && codes.every(isCode);
    return Object.values(parsed).every(areCodes) ? (parsed as Record<string, readonly string[]>) : undefined;
  } catch {
    return undefined;
  }
}

export const ROWS = {
  TIEOUT_TIME_ZONE: {
    accepts: 'a time zone, such as Africa/Lagos',
    parse: (given: string) => (isTimeZone(given) ? given : undefined),
    standard: 'Africa/Lagos',
    meaning: 'in which an instant becomes a day; days in files are taken as written',
  },
  TIEOUT_RESOLVE_DOMAINS: {
    accepts: `some of ${RESOLVABLE.join(', ')}, with commas`,
    parse: resolvedDomainsOf,
    standard: RESOLVED.join(','),
    meaning: 'domains whose exceptions are decided; only mfb and nip can reconcile with a document',
  },
  TIEOUT_CURRENCY: {
    accepts: 'an ISO 4217 code in capital letters, such as NGN',
    parse: (given: string) => (isIsoCurrency(given) ? given : undefined),
    standard: 'NGN',
    meaning: 'currency of rows whose file names none',
  },
  TIEOUT_INSTITUTION_CODES: {
    accepts: 'a JSON object of lists, such as {"lagos":["000013","GTBank"]}',
    parse: institutionsOf,
    standard: '{}',
    meaning: 'codes and names of a partner’s institution in reports of transfers, to tell direction',
  },
  TIEOUT_REJECTED_SHARE: {
    ...share,
    standard: '0.01',
    meaning: 'share of a file’s rows that may be rejected before the run fails',
  },
} as const satisfies Record<string, Variable<unknown>>;
