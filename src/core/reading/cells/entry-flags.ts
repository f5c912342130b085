// Columns that say yes or no to one question of each entry: was it made void, or was it posted, approved, successful?
// Systems write them with Yes and No, Y and N, 1 and 0, or an X. Some of them book the undoing of a void entry as an
// entry of its own and some do not, and what is not posted today may be tomorrow, so that the doubtful answer is a
// state that is not known: the entry counts as booked, and it is said.

import { plainTitle } from '../words/plain-title.ts';
import type { EntryState } from './entry-states.ts';

/** Which question a column answers: of the first kind a yes is doubtful, of the second a no. */
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

/** Which question a column answers with yes and no, by its title and its filled cells; null for another column. */
export function entryFlags(title: string, cells: readonly string[]): EntryFlags | null {
  const plain = plainTitle(title);
  const flags = TITLES.find(([, pattern]) => pattern.test(plain))?.[0];
  if (flags === undefined || cells.length === 0) return null;
  return cells.map(plainTitle).every((cell) => YES.test(cell) || NO.test(cell)) ? flags : null;
}

/** What a cell of such a column says of its entry. */
export function flagState(flags: EntryFlags, cell: string): EntryState {
  const plain = plainTitle(cell);
  return plain === '' || (flags === 'void' ? NO : YES).test(plain) ? 'booked' : 'unknown';
}
