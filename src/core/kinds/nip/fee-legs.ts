// The fees of instant transfers: the commission and the VAT that one side books as rows of their own, or within the row
// of the transfer. They are those of the tariff.

import { type DueFee, saysFee } from '../../fees/due-fee.ts';
import { isOneCurrency, type KeyedRows, type PairOfRows } from '../../matching/keyed-rows.ts';
import type { KeyArrays } from '../../matching/keys/rows-by-key.ts';
import type { AttachedFees } from '../../matching/sums/attached-fees.ts';
import { FEE_TARIFF } from '../../records/groups/fee-basis.ts';
import type { Side } from '../../records/rows/columns.ts';
import { TAXES } from '../../words/fee-words.ts';
import { wholeWords } from '../../words/whole-words.ts';
import type { NipKeys } from './nip-keys.ts';
import { type ExpectedFees, expectedFees } from './tariffs.ts';

const VAT = wholeWords(...TAXES);

type TariffFee = DueFee & { readonly tariff: ExpectedFees };

/** `keys`: the keys of a transfer by which its fees are found, the strongest first. */
export function feesBeside(
  rows: KeyedRows,
  { narration }: NipKeys,
  keys: readonly KeyArrays[],
): AttachedFees<TariffFee> {
  return {
    keys,
    keyOf: ({ of }, side, pair) => of[side][pair[side]],
    isAlone: false,
    isLine: (side, row, pair) => {
      const { amount } = rows[side];
      const [own, line] = [amount[pair[side]], amount[row]];
      return Math.sign(own) === Math.sign(line) && Math.abs(line) < Math.abs(own);
    },
    saysFee: (side, row) => saysFee(narration(side, row)),
    dueOf: (side, pair) => {
      const tariff = tariffOf(rows, side, pair[side]);
      if (tariff === null) return null;
      const { fee, vat, dearest } = tariff;
      return { fee: fee + vat, legs: [{ amount: fee }, { amount: vat }], tolerance: 0, dearest, tariff };
    },
    expected: (side, row, { due: { tariff }, left }) => {
      const isVat = VAT.test(narration(side, row)) || left === tariff.vat;
      return Math.min(left, isVat ? tariff.vat : tariff.fee);
    },
    joined: (group) => {
      group.feeBasis = FEE_TARIFF;
    },
  };
}

const tariffOf = ({ account, ...rows }: KeyedRows, side: Side, row: number): ExpectedFees | null => {
  const { amount, currency, day } = rows[side];
  return expectedFees({ amount: amount[row], currency: account.currencies[currency[row]], day: day[row] });
};

/** Whether the ledger's row exceeds the bank's by the tariff's fee, with or without its VAT. */
export function isFeeBetween(rows: KeyedRows, pair: PairOfRows): boolean {
  const [x, y] = [rows.gl.amount[pair.gl], rows.bank.amount[pair.bank]];
  if (!isOneCurrency(rows, pair) || Math.sign(x) !== Math.sign(y)) return false;
  const more = Math.abs(x) - Math.abs(y);
  const fees = more > 0 ? tariffOf(rows, 'bank', pair.bank) : null;
  return fees !== null && (more === fees.fee || more === fees.fee + fees.vat);
}
