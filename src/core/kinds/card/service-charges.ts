// Charges of card transactions: the merchant service charge, or a template's fee, that one side shows on lines of its
// own with the transaction's retrieval reference. A transaction that one side shows in full with its charge beside it,
// and the other net, is one group.

import { type DueFee, linesOfFee, saysFee } from '../../fees/due-fee.ts';
import type { SeparateFee } from '../../matching/candidates/agreement.ts';
import { daysOf, type KeyedRows, type PairOfRows, serviceOf, takeByKey } from '../../matching/keyed-rows.ts';
import { type KeyArrays, NO_KEY, sharedKeys } from '../../matching/keys/rows-by-key.ts';
import type { AttachedFees } from '../../matching/sums/attached-fees.ts';
import { OUTSIDE } from '../../matching/window.ts';
import { otherSide, SIDES, type Side } from '../../records/rows/columns.ts';
import { saysChargeback } from '../../words/reversal-words.ts';
import { areTwoBy } from '../kind-keys.ts';
import type { CardKeys } from './card-keys.ts';

export interface ChargeTerms {
  readonly keys: CardKeys;
  /** Retrieval references, each of one currency. */
  readonly references: KeyArrays;
  /** The tier of a group whose sums differ. */
  readonly tier: number;
  readonly isRefused: (pair: PairOfRows) => boolean;
}

type Due = SeparateFee & DueFee;

/** The lines that may be charges, and what is due, for attachFees. */
export function chargesBeside(rows: KeyedRows, { keys, references, tier }: ChargeTerms): AttachedFees<Due> {
  const sum = (side: Side, of: readonly number[]) => of.reduce((all, row) => all + rows[side].amount[row], 0);
  return {
    keys: [references],
    keyOf: ({ of }, _, { gl, bank }) => (of.gl[gl] === NO_KEY ? of.bank[bank] : of.gl[gl]),
    isAlone: true,
    isLine: (side, row, pair) => isCharge(rows, keys, { side, row, pair }),
    saysFee: (side, row) => saysFee(keys.says(side, row)),
    dueOf: (_, pair) => dueOf(rows, pair),
    expected: (_side, _row, { left }) => left,
    joined: (group, due) => {
      const [, ...gl] = group.gl;
      const [, ...bank] = group.bank;
      if (sum('gl', gl) === sum('bank', bank)) return;
      group.tier = tier;
      group.feeBasis = due.basis;
    },
  };
}

/** Takes open rows of one reference: full amount and charge on one side, the net amount on the other. */
export function takeNetOfCharges(rows: KeyedRows, { keys, references, tier, isRefused }: ChargeTerms): void {
  for (const { gl, bank } of sharedKeys(rows, references)) {
    const beside = { gl: [...gl], bank: [...bank] };
    const charged = SIDES.find((side) => beside[side].length > 1 && beside[otherSide(side)].length === 1);
    if (charged === undefined) continue;
    const size = (side: Side) => (row: number) => Math.abs(rows[side].amount[row]);
    const principal = (side: Side) => beside[side].reduce((a, b) => (size(side)(b) > size(side)(a) ? b : a));
    const pair = { gl: principal('gl'), bank: principal('bank') };
    const days = isRefused(pair) ? OUTSIDE : daysOf(rows, pair, rows.parameters);
    const due = days === OUTSIDE ? null : dueOf(rows, pair);
    if (due === null) continue;
    const lines = beside[charged].filter((row) => row !== pair[charged]);
    if (!lines.every((row) => isCharge(rows, keys, { side: charged, row, pair }))) continue;
    if (linesOfFee({ lines, size: size(charged) }, due).length !== lines.length) continue;
    const sum = (side: Side) => beside[side].reduce((all, row) => all + rows[side].amount[row], 0);
    if (Math.abs(sum('gl') - sum('bank')) > due.tolerance) continue;
    takeByKey(rows, { ...pairFirst(pair), [charged]: [pair[charged], ...lines], tier, days });
  }
}

const pairFirst = ({ gl, bank }: PairOfRows) => ({ gl: [gl], bank: [bank] });

/** Whether a row can be a charge beside a transaction: smaller money out, near it in time, no reversal. */
function isCharge(
  rows: KeyedRows,
  keys: CardKeys,
  { side, row, pair }: { readonly side: Side; readonly row: number; readonly pair: PairOfRows },
): boolean {
  const [own, line] = [rows[side].amount[pair[side]], rows[side].amount[row]];
  if (line >= 0 || -line >= Math.abs(own)) return false;
  const isElsewhere = areTwoBy(keys.terminal)(side, [pair[side], row]);
  const takesBack = keys.saysReversal(side, row) || saysChargeback(keys.says(side, row));
  return !isElsewhere && !takesBack && daysOf(rows, { ...pair, [side]: row }, rows.parameters) !== OUTSIDE;
}

/** The charge that is due for a transaction of two rows; null if none. */
function dueOf(rows: KeyedRows, pair: PairOfRows): Due | null {
  const { agreement, gl, bank } = rows;
  const [x, y] = [gl.amount[pair.gl], bank.amount[pair.bank]];
  const currency = gl.currency[pair.gl];
  const due = x > 0 === y > 0 ? agreement.chargeBeside(x, y, currency, serviceOf(rows, pair)) : null;
  return due === null ? null : { ...due, tolerance: agreement.tolerance(x, currency) };
}
