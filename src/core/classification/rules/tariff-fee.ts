// A line beside a matched transfer that looks like its fee or the VAT on it, of another amount than the tariff of its day.

import { SIDES, type Side } from '../../records/rows/columns.ts';
import { amountOf, currencyOf, type OpenSession } from '../open-session.ts';
import type { Members, RowRule } from '../rule.ts';
import { describeItem, moneyText } from '../wording.ts';

export const tariffFee: RowRule = {
  shape: 'row',
  type: 'fee_mismatch',
  sides: SIDES,
  grounds: ['fee_is_not_the_tariff'],
  groundFor: ({ open }, side, item) => (open[side].expectedFee[item]! >= 0 ? 'fee_is_not_the_tariff' : null),
  amountDelta: (session, members) => {
    const { side, item } = memberOf(members);
    return Math.abs(Math.abs(amountOf(session, side, item)) - session.open[side].expectedFee[item]!);
  },
  reason: (session, members) => sentence(session, memberOf(members)),
};

const memberOf = ({ gl, bank }: Members): { readonly side: Side; readonly item: number } =>
  gl.length > 0 ? { side: 'gl', item: gl[0]! } : { side: 'bank', item: bank[0]! };

function sentence(session: OpenSession, { side, item }: ReturnType<typeof memberOf>): string {
  const expected = moneyText(session.open[side].expectedFee[item]!, currencyOf(session, side, item));
  return `The ${describeItem(session, side, item)} stands beside a matched transfer as its fee or VAT; by the tariff of that day it is ${expected}.`;
}
