// Columns that say yes or no to one question: was this entry made void? Accounting systems write them as Void,
// Cancelled or Deleted with Yes and No, Y and N, 1 and 0, or an X. Some of them book the undoing as an entry of its
// own and some do not, so that a yes is a state that is not known: the entry counts as booked, and it is said.

import type { EntryState } from './entry-states.ts';
import { plainTitle } from './header-synonyms.ts';

const VOID_TITLE =
  /^(is )?(void|voided|cancell?ed|cancell?ation|deleted|nullified|annulled|storno|storniert|annule|annulee|anulad[oa]|cancelad[oa]|annullat[oa])( flag| indicator| y n| yes no)?$/;
const YES = /^(yes|y|true|t|1|x|ja|j|oui|o|si|s|sim)$/;
const NO = /^(no|n|false|f|0|nein|non|nao)$/;

/** Whether a column, by its title and its filled cells, says of each entry whether it was made void. */
export function areVoidFlags(title: string, cells: readonly string[]): boolean {
  if (!VOID_TITLE.test(plainTitle(title)) || cells.length === 0) return false;
  const plain = cells.map(plainTitle);
  return plain.every((cell) => YES.test(cell) || NO.test(cell));
}

/** What such a flag says of its entry. */
export function voidState(cell: string): EntryState {
  const plain = plainTitle(cell);
  return plain === '' || NO.test(plain) ? 'booked' : 'unknown';
}
