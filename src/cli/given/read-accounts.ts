// Reads the file of --accounts as a map of accounts.

import { TieoutError } from '../../core/errors.ts';
import { accountMapOf } from '../../core/records/account-map.ts';
import type { AccountMap } from '../../core/records/rows/accounts.ts';
import { givenJson } from './given-file.ts';

/** Throws file_unreadable or usage. */
export function readAccounts(file: string): AccountMap {
  const invalid = (sentence: string) => new TieoutError('usage', `${file} is no map of accounts: ${sentence}`);
  return accountMapOf(givenJson(file, { what: 'a map of accounts', option: '--accounts' }, invalid), invalid);
}
