// The amount that a machine paid out too little: from the dispensed amount in a file, or from words for a part or
// nothing.

import { isOneCurrency, type KeyedRows, type PairOfRows } from '../../matching/keyed-rows.ts';
import { SIDES } from '../../records/rows/columns.ts';
import type { CardKeys } from './card-keys.ts';

const NOTHING = /\b(no|not|non|zero|without) ?-?(cash )?(dispens\w*|payout)|dispense (fail\w*|error)|cash (not|jam)\b/i;
const PART = /\b(partial(ly)?|short|under) ?-?(cash )?dispens\w*|dispensed? (partial(ly)?|short)\b/i;

/** Minor units of the ledger's debit that were not paid out; 0 if nothing says so. */
export function shortDispense(rows: KeyedRows, keys: CardKeys, pair: PairOfRows): number {
  const amount = { gl: rows.gl.amount[pair.gl], bank: rows.bank.amount[pair.bank] };
  const debited = Math.abs(amount.gl);
  if (!isOneCurrency(rows, pair) || Math.sign(amount.gl) !== Math.sign(amount.bank)) return 0;
  // Compared with the side's own amount: if the two sides have different amounts, that is another class.
  for (const side of SIDES) {
    const paid = keys.dispensed(side, pair[side]);
    if (paid !== null && paid < Math.abs(amount[side])) return Math.max(0, debited - paid);
  }
  const words = SIDES.map((side) => keys.says(side, pair[side])).join(' ');
  if (PART.test(words)) return debited - Math.min(debited, Math.abs(amount.bank));
  return NOTHING.test(words) ? debited : 0;
}
