// Columns that answer one question for each entry with yes or no: was it voided, or was it posted, approved,
// successful? Systems write Yes and No, Y and N, 1 and 0, or an X. Some of them book the undoing of a void entry as a
// separate entry and some do not, and an entry that is not posted today may be tomorrow. So the doubtful answer is an
// unknown state: the entry counts as booked, and a warning says so.

import { plainTitle } from '../words/plain-title.ts';
import type { EntryState } from './entry-states.ts';

/** Which question a column answers: for `void` a yes is doubtful, for the other a no. */
export type EntryFlags = 'void' | 'booked';

const TITLES: readonly (readonly [flags: EntryFlags, title: RegExp])[] = [
  [
    'void',
    /^(is )?(void|voided|cancell?ed|cancell?ation|deleted|nullified|annulled|storno|storniert|annule|annulee|anulad[oa]|cancelad[oa]|annullat[oa])( flag| indicator| y n| yes no)?$/,
  ],
  [
    'booked',
    /^(is )?(posted|booked|approved|confirmed|completed|processed|executed|successful|success|settled|gebucht|contabilizad[oa]|aprobad[oa]|aprovad[oa])( flag| indicator| y n| yes no)?$/,
  ],
];
const YES = /^(yes|y|true|t|1|x|ja|j|oui|o|si|s|sim)$/;
const NO = /^(no|n|false|f|0|nein|non|nao)$/;

/** Which yes-or-no question a column answers, by its title and its filled cells; null for any other column. */
export function entryFlags(title: string, cells: readonly string[]): EntryFlags | null {
  const plain = plainTitle(title);
  const flags = TITLES.find(([, pattern]) => pattern.test(plain))?.[0];
  if (flags === undefined || cells.length === 0) return null;
  return cells.map(plainTitle).every((cell) => YES.test(cell) || NO.test(cell)) ? flags : null;
}

/** The state of an entry by its cell in such a column. */
export function flagState(flags: EntryFlags, cell: string): EntryState {
  const plain = plainTitle(cell);
  return plain === '' || (flags === 'void' ? NO : YES).test(plain) ? 'booked' : 'unknown';
}
