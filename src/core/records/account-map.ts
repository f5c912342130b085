// Which ledger accounts are reconciled with which bank accounts, as a person says it: a list of reconciliations, each
// with the numbers of both sides. Several numbers of a side in one entry are one reconciliation; a number that stands in
// two entries would put them together unsaid, and is refused.

import { isObject, type JsonObject, otherKey } from './documents/json.ts';
import { type AccountMap, normalised, numberWords } from './rows/accounts.ts';
import { SIDES, type Side } from './rows/columns.ts';

/** A map with where it came from. */
export interface GivenAccounts {
  readonly map: AccountMap;
  /** Of the partner's remembered maps; null for one that the run was given. */
  readonly version: number | null;
}

/** As many as a session may have accounts. */
const MOST_ENTRIES = 60_000;
const MOST_CHARACTERS = 256;

const KEYS: Readonly<Record<Side, string>> = { gl: 'ledger_accounts', bank: 'bank_accounts' };

/** Reads `{"reconciliations": [{"ledger_accounts": [...], "bank_accounts": [...]}]}`. Throws what `invalid` makes. */
export function accountMapOf(json: unknown, invalid: (sentence: string) => Error): AccountMap {
  if (!isObject(json)) throw invalid('the map of accounts is not an object with "reconciliations".');
  requireKeys(json, ['reconciliations'], invalid);
  const list = json['reconciliations'];
  if (!Array.isArray(list)) throw invalid('"reconciliations" is not a list.');
  if (list.length > MOST_ENTRIES) throw invalid(`"reconciliations" has more than ${MOST_ENTRIES} entries.`);
  const seen = { gl: new Map<string, number>(), bank: new Map<string, number>() };
  return list.map((entry: unknown, i) => {
    const of = (sentence: string): Error => invalid(`entry ${i + 1}: ${sentence}`);
    if (!isObject(entry)) throw of('it is not an object.');
    requireKeys(entry, Object.values(KEYS), of);
    const numbers = (side: Side): readonly string[] => {
      const own = numbersOf(entry[KEYS[side]], KEYS[side], of);
      for (const number of own) {
        const before = seen[side].get(normalised(number));
        if (before !== undefined) throw of(standsTwice(side, number, { before, at: i }));
        seen[side].set(normalised(number), i);
      }
      return own;
    };
    return { gl: numbers('gl'), bank: numbers('bank') };
  });
}

/** The same as accountMapOf reads it. */
export const accountMapJson = (map: AccountMap): JsonObject => ({
  reconciliations: map.map((entry) => Object.fromEntries(SIDES.map((side) => [KEYS[side], entry[side]]))),
});

function requireKeys(json: object, keys: readonly string[], invalid: (sentence: string) => Error): void {
  const other = otherKey(json, keys);
  if (other !== null) throw invalid(`there is no key "${other}"; the keys are ${keys.join(', ')}.`);
}

function numbersOf(list: unknown, key: string, invalid: (sentence: string) => Error): readonly string[] {
  if (!Array.isArray(list) || list.length === 0) throw invalid(`"${key}" is not a list of account numbers.`);
  if (list.length > MOST_ENTRIES) throw invalid(`"${key}" has more than ${MOST_ENTRIES} numbers.`);
  return list.map((number: unknown) => {
    if (typeof number !== 'string')
      throw invalid(`"${key}" has a value that is no text; write account numbers in quotes, with their zeros.`);
    if (number.length > MOST_CHARACTERS || normalised(number) === '')
      throw invalid(`"${key}" has a number without a letter or digit, or of more than ${MOST_CHARACTERS} characters.`);
    return number;
  });
}

function standsTwice(
  side: Side,
  number: string,
  { before, at }: { readonly before: number; readonly at: number },
): string {
  const where = before === at ? 'stands twice in it' : `stands in entry ${before + 1} too`;
  return `${numberWords(side, [number])} ${where}; name accounts that are reconciled as one in one entry, each once.`;
}
