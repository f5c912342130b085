// A row whose purpose is interest, VAT, withholding tax, stamp duty or a levy, by its words and whatever its amount.
// Either side and either direction: banks credit interest and refund tax, and ledgers accrue both.

import { SIDES, type Side } from '../../records/rows/columns.ts';
import { possibly } from '../fits-open.ts';
import { type OpenSession, rowOf } from '../open-session.ts';
import { taxWordsAt } from '../purpose/purpose-at.ts';
import type { RowRule } from '../rule.ts';
import { describeItem } from '../wording.ts';

export const possibleInterestOrTax: RowRule = {
  shape: 'row',
  type: 'possible_interest_or_tax',
  sides: SIDES,
  grounds: ['interest_or_tax_as_its_purpose'],
  groundFor: (session, side, item) => (wordsOf(session, side, item) === null ? null : 'interest_or_tax_as_its_purpose'),
  reason: (session, { gl, bank }) =>
    gl.length > 0
      ? sentence(session, 'gl', gl[0], 'the bank statement does not show')
      : sentence(session, 'bank', bank[0], 'is not yet in the ledger'),
};

function wordsOf(session: OpenSession, side: Side, item: number): string | null {
  return taxWordsAt(session.columns[side].narration, rowOf(session, side, item));
}

function sentence(session: OpenSession, side: Side, item: number, lacking: string): string {
  const words = wordsOf(session, side, item);
  const verdict = possibly(session, { side, item, what: 'interest or tax', lacking });
  return `The ${describeItem(session, side, item)} says ${words}: ${verdict}.`;
}
