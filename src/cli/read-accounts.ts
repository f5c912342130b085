// Reads the file of --accounts as a map of accounts.

import { TieoutError } from '../core/errors.ts';
import { accountMapOf } from '../core/records/account-map.ts';
import type { AccountMap } from '../core/records/rows/accounts.ts';
import { givenText } from './given-file.ts';

/** Throws file_unreadable or usage. */
export function readAccounts(file: string): AccountMap {
  const text = givenText(file, 'name a map of accounts with --accounts');
  const invalid = (sentence: string) => new TieoutError('usage', `${file} is no map of accounts: ${sentence}`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw invalid('it is not JSON.');
  }
  return accountMapOf(json, invalid);
}
