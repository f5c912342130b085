// The amount that a machine paid out too little: from the dispensed amount in a file, or from words for a part or
// nothing.

import type { KeyedRows, PairOfRows } from '../../matching/by-keys/keyed-rows.ts';
import { SIDES } from '../../records/rows/columns.ts';
import type { CardKeys } from './card-keys.ts';

const NOTHING = /\b(no|not|non|zero|without) ?-?(cash )?(dispens\w*|payout)|dispense (fail\w*|error)|cash (not|jam)\b/i;
const PART = /\b(partial(ly)?|short|under) ?-?(cash )?dispens\w*|dispensed? (partial(ly)?|short)\b/i;

/** Minor units of the ledger's debit that were not paid out; 0 if nothing says so. */
export function shortDispense(rows: KeyedRows, keys: CardKeys, pair: PairOfRows): number {
  const debited = Math.abs(rows.amount('gl', pair.gl));
  if (rows.currency('gl', pair.gl) !== rows.currency('bank', pair.bank)) return 0;
  if (Math.sign(rows.amount('gl', pair.gl)) !== Math.sign(rows.amount('bank', pair.bank))) return 0;
  // Compared with the side's own amount: if the two sides have different amounts, that is another class.
  for (const side of SIDES) {
    const paid = keys.dispensed(side, pair[side]);
    if (paid !== null && paid < Math.abs(rows.amount(side, pair[side]))) return Math.max(0, debited - paid);
  }
  const words = SIDES.map((side) => keys.says(side, pair[side])).join(' ');
  if (PART.test(words)) return debited - Math.min(debited, Math.abs(rows.amount('bank', pair.bank)));
  return NOTHING.test(words) ? debited : 0;
}
