// A line beside a matched transaction that looks like its fee or the VAT on it, but has another amount than the tariff
// of the day or the template's rule expects.

import { SIDES, type Side } from '../../records/rows/columns.ts';
import { amountOf, currencyOf, type OpenSession, rowOf } from '../open-session.ts';
import { taxWordsAt } from '../purpose/purpose-at.ts';
import { taxKindOf } from '../purpose/tax-kind.ts';
import type { Members, RowRule } from '../rule.ts';
import { describeItem, moneyText } from '../wording.ts';

/** The rule for transfers, whose fees a tariff sets. */
export const tariffFee: RowRule = feeMismatch('fee_is_not_the_tariff', 'by the tariff of that day');

/** The rule for transactions whose fees a template or the run's rate sets. */
export const agreedFee: RowRule = feeMismatch('fee_is_not_as_agreed', 'by the rules of the template or the run’s rate');

function feeMismatch(ground: string, by: string): RowRule {
  return {
    shape: 'row',
    type: 'fee_mismatch',
    sides: SIDES,
    grounds: [ground],
    groundFor: (session, side, item) =>
      session.open[side].expectedFee[item] >= 0 && !isOwnTax(session, side, item) ? ground : null,
    amountDelta: (session, members) => {
      const { side, item } = memberOf(members);
      return Math.abs(Math.abs(amountOf(session, side, item)) - session.open[side].expectedFee[item]);
    },
    reason: (session, members) => sentence(session, memberOf(members), by),
  };
}

/** A levy, a duty or withholding tax is no part of a fee; VAT may be. */
function isOwnTax(session: OpenSession, side: Side, item: number): boolean {
  const words = taxWordsAt(session.columns[side].narration, rowOf(session, side, item));
  return words !== null && !['vat', 'tax'].includes(taxKindOf(words));
}

const memberOf = ({ gl, bank }: Members): { readonly side: Side; readonly item: number } =>
  gl.length > 0 ? { side: 'gl', item: gl[0] } : { side: 'bank', item: bank[0] };

function sentence(session: OpenSession, { side, item }: ReturnType<typeof memberOf>, by: string): string {
  const fee = session.open[side].expectedFee[item];
  const expected = fee === 0 ? 'none is due besides' : `it is ${moneyText(fee, currencyOf(session, side, item))}`;
  return `The ${describeItem(session, side, item)} stands beside a matched transaction as its fee, charge or VAT; ${by} ${expected}.`;
}
